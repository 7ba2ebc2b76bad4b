import { AppError } from '../../../kernel/errors.ts';

/** The worker's authorizer does not let this client in, whatever else it sends. */
export class ClientNotAuthorizedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'signing.client_not_authorized';

  constructor(reason: string) {
    super(`Authorization failed: ${reason}`);
  }
}

/** The client did not say who it is, or not so that the worker's authorizer believes it. */
export class ClientNotAuthenticatedError extends AppError {
  override readonly kind = 'unauthenticated';
  override readonly code = 'signing.client_not_authenticated';
}
