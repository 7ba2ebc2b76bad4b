import { AppError } from '../../../kernel/errors.ts';

/** No worker that a dispatcher could pass the request on to has an active crypto token. */
export class NoActiveWorkerError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.no_active_worker';

  constructor() {
    super('No active worker found');
  }
}
