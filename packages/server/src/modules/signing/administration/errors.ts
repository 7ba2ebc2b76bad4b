import { appError } from '../../../kernel/errors.ts';

/** A worker of this name or id exists already. */
export class WorkerExistsError extends appError('conflict', 'signing.worker_exists') {
  /** @param which - the name when that is taken, else the id */
  constructor(which: string | number) {
    super(`Worker already exists: ${which}`);
  }
}

/** The properties in a request are not a map of texts. */
export class BadWorkerPropertiesError extends appError('malformed', 'signing.bad_properties') {
  constructor(detail?: string) {
    super(`Properties in the request body is not valid!${detail === undefined ? '' : ` ${detail}`}`);
  }
}

/** Two properties have the same name once it is in upper case. */
export class PropertyNamesCollideError extends appError('malformed', 'signing.property_names_collide') {
  constructor(name: string) {
    super(`The property ${name} is given twice: names that differ in letter case only are the same. Give it once.`);
  }
}

/** The value of a property does not stand for a text. */
export class PropertyNotTextError extends appError('malformed', 'signing.property_not_text') {
  constructor(name: string) {
    super(`The value of the property ${name} has to be a text.`);
  }
}

/** A request to reload workers that names none. */
export class NothingToReloadError extends appError('malformed', 'signing.nothing_to_reload') {
  constructor() {
    super('There is no Worker ID to reload!');
  }
}
