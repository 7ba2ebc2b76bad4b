/** Rules on the clients of a worker: the property AUTHTYPE and those that it needs. */
import type { Certificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { PasswordAttempts } from '../../access/index.ts';
import type { ClientCertificates } from './client-certificates.ts';
import type { ClientRule } from './client-rule.ts';
import type { Client, SigningRequest, WorkerLog, WorkerName, WorkerProperties } from '../worker-contract/index.ts';

/** Decides about one request. */
export interface Authorizer {
  /** @throws {@link ClientNotAuthorizedError}, {@link ClientNotAuthenticatedError}, {@link TooManyPasswordsError} */
  authorize(client: Client, context: AuthorizationContext): Promise<Authorized>;
}

/** Context in which an authorizer decides. */
export interface AuthorizationContext {
  readonly worker: WorkerName;
  /** The worker that passes the request on, if one does. */
  readonly dispatcher: WorkerName | undefined;
  /** Parts of the request that the transport does not know. */
  readonly request: Pick<SigningRequest, 'content' | 'metadata' | 'fileName'>;
  readonly certificates: Pick<ClientCertificates, 'verify'>;
  /** Password attempts at all workers. */
  readonly passwordAttempts: PasswordAttempts;
  readonly clock: Clock;
  /** Takes further fields of the worker log. */
  readonly log: WorkerLog;
}

/** A client that was let in. */
export interface Authorized {
  /** The name that was proven or is taken on trust, as the authorizer has it; undefined when there is none. */
  readonly username: string | undefined;
  /** Certificate that proved it. */
  readonly certificate?: Certificate;
}

/** A kind of authorizer. Made by one file each in `authorizers/` and listed there. */
export interface AuthorizerKind {
  /** The values of AUTHTYPE that mean it. */
  readonly names: readonly string[];
  /** Makes it, or reports what is wrong with the properties or the rules. Pure. */
  make(properties: WorkerProperties, rules: readonly ClientRule[]): Authorizer;
}
