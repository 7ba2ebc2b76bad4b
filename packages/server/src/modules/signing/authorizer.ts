/** Who may have documents processed by a worker: the property AUTHTYPE, and what it needs. */
import type { Client } from './signing-request.ts';
import type { WorkerName } from './processor.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** Decides about one request. */
export interface Authorizer {
  /**
   * @param dispatcher - the worker that passes the request on, if one does
   * @throws {@link ClientNotAuthorizedError}, {@link ClientUnknownError}
   */
  authorize(client: Client, worker: WorkerName, dispatcher: WorkerName | undefined): Promise<Authorized>;
}

/** A client that was let in. */
export interface Authorized {
  /** The name that was proven or is taken on trust, as the authorizer has it; undefined when there is none. */
  readonly username: string | undefined;
}

/** A kind of authorizer. Made by one file each in `authorizers/` and listed there. */
export interface AuthorizerKind {
  /** The values of AUTHTYPE that mean it. */
  readonly names: readonly string[];
  /** Makes it, or reports what is wrong with the properties. Pure. */
  make(properties: WorkerProperties): Authorizer;
}
