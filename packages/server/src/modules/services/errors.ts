import { appError } from '../../kernel/errors.ts';

/** No service of that name. */
export class ServiceNotFoundError extends appError('not-found', 'service.not_found') {
  constructor(name: string) {
    super(`The following service could not be found: ${name}`);
  }
}

/** A service was told to run and found nothing to do. */
export class NothingToDoError extends appError('conflict', 'service.nothing_to_do') {
  constructor(name: string) {
    super(`The service '${name}' has nothing to do.`);
  }
}

/** A service was told to run while it runs. */
export class ServiceRunningError extends appError('conflict', 'service.running') {
  constructor(name: string) {
    super(`The service '${name}' is running.`);
  }
}
