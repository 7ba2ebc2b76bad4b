import { AppError } from '../../../kernel/errors.ts';

/** The worker's authorizer does not admit this client, and other credentials would not help. */
export class ClientNotAuthorizedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'signing.client_not_authorized';

  constructor(reason: string) {
    super(`Authorization failed: ${reason}`);
  }
}

/** The client sent no credentials, or none that the worker's authorizer accepts. */
export class ClientNotAuthenticatedError extends AppError {
  override readonly kind = 'unauthenticated';
  override readonly code = 'signing.client_not_authenticated';
}
