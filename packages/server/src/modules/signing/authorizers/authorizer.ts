/** Who may have documents processed by a worker: the property AUTHTYPE, and what it needs. */
import type { Certificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { PasswordAttempts } from '../../access/index.ts';
import type { ClientRule } from './client-rule.ts';
import type {
  Client,
  ClientCertificate,
  SigningRequest,
  WorkerLog,
  WorkerName,
  WorkerProperties,
} from '../kinds/index.ts';

/** Decides about one request. */
export interface Authorizer {
  /** @throws {@link ClientNotAuthorizedError}, {@link ClientNotAuthenticatedError}, {@link TooManyPasswordsError} */
  authorize(client: Client, context: AuthorizationContext): Promise<Authorized>;
}

/** What an authorizer works with. */
export interface AuthorizationContext {
  readonly worker: WorkerName;
  /** The worker that passes the request on, if one does. */
  readonly dispatcher: WorkerName | undefined;
  /** What was sent beside what the transport knows. */
  readonly request: Pick<SigningRequest, 'content' | 'metadata' | 'fileName'>;
  readonly certificates: ClientCertificates;
  /** Of all workers. */
  readonly passwordAttempts: PasswordAttempts;
  readonly clock: Clock;
  /** Takes further fields of the worker log. */
  readonly log: WorkerLog;
}

/** A client that was let in. */
export interface Authorized {
  /** The name that was proven or is taken on trust, as the authorizer has it; undefined when there is none. */
  readonly username: string | undefined;
  /** What proved it. */
  readonly certificate?: Certificate;
}

/** Finds out what a client's certificate is worth: TLS proves possession of its key and no more. */
export interface ClientCertificates {
  /**
   * Checks it as that of an administrator is: issued by a CA that this installation knows, for clients, valid now, and not revoked as far
   * as is known here. Undefined when it is not.
   */
  verify(certificate: ClientCertificate): Promise<Certificate | undefined>;
}

/** A kind of authorizer. Made by one file each in `authorizers/` and listed there. */
export interface AuthorizerKind {
  /** The values of AUTHTYPE that mean it. */
  readonly names: readonly string[];
  /** Makes it, or reports what is wrong with the properties or the rules. Pure. */
  make(properties: WorkerProperties, rules: readonly ClientRule[]): Authorizer;
}
