/** Authorization of a worker's clients: the property AUTHTYPE and those that it needs. */
import type { Certificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { PasswordAttempts } from '../../access/index.ts';
import type { ClientCertificates } from './client-certificates.ts';
import type { ClientRule } from './client-rule.ts';
import type { Client, SigningRequest, WorkerLog, WorkerName, WorkerProperties } from '../worker-contract/index.ts';

/** Decides whether to admit the client of a request. */
export interface Authorizer {
  /** @throws {@link ClientNotAuthorizedError}, {@link ClientNotAuthenticatedError}, {@link TooManyPasswordsError} */
  authorize(client: Client, context: AuthorizationContext): Promise<Authorized>;
}

/** Context in which an authorizer decides. */
export interface AuthorizationContext {
  readonly worker: WorkerName;
  /** The worker that passes the request on, if one does. */
  readonly dispatcher: WorkerName | undefined;
  /** Parts of the request beyond the transport. */
  readonly request: Pick<SigningRequest, 'content' | 'metadata' | 'fileName'>;
  readonly certificates: Pick<ClientCertificates, 'verify'>;
  /** Password attempts at all workers. */
  readonly passwordAttempts: PasswordAttempts;
  readonly clock: Clock;
  /** Takes further fields of the worker log. */
  readonly log: WorkerLog;
}

/** An admitted client. */
export interface Authorized {
  /** Username from the authorizer, authenticated or taken on trust; undefined when there is none. */
  readonly username: string | undefined;
  /** Certificate that authenticated the client. */
  readonly certificate?: Certificate;
}

/** A kind of authorizer. Each has its own file in `authorizers/` and is listed in `authorizer-kinds.ts`. */
export interface AuthorizerKind {
  /** The values of AUTHTYPE that select this kind. */
  readonly names: readonly string[];
  /** Makes the authorizer, or reports errors in the properties or the rules. Pure. */
  make(properties: WorkerProperties, rules: readonly ClientRule[]): Authorizer;
}
