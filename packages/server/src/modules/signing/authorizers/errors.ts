import { appError } from '../../../kernel/errors.ts';

/** The worker's authorizer does not admit this client, and other credentials would not help. */
export class ClientNotAuthorizedError extends appError('forbidden', 'signing.client_not_authorized') {
  constructor(reason: string) {
    super(`Authorization failed: ${reason}`);
  }
}

/** The client sent no credentials, or none that the worker's authorizer accepts. */
export class ClientNotAuthenticatedError extends appError('unauthenticated', 'signing.client_not_authenticated') {}
