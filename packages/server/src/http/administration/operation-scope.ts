/** The surroundings of an operation: what the interface works with, and the hooks that every operation has. */
import type { Administrator } from '../../modules/access/index.ts';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import {
  authenticationHook,
  administratorOf,
  type Authenticator,
  type EdgeInstance,
  type OperationDescription,
} from '../interface/index.ts';
import type { AdministrationUseCases } from './use-cases.ts';

/** Dependencies of the administration interface. */
export interface AdministrationDeps extends AdministrationUseCases {
  readonly authenticator: Authenticator;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
}

/** Surroundings in which an operation adds its route. */
export interface OperationScope {
  readonly app: EdgeInstance;
  readonly deps: AdministrationUseCases;
  /**
   * The schema, hooks and configuration of an operation. Callers have to be members of a role.
   *
   * @param id - as in the log and the metrics: `documents.list`. Its beginning is the tag in the description of the interface
   */
  readonly operation: <const S extends FastifySchema>(
    id: string,
    summary: string,
    schema: S,
    options?: OperationOptions,
  ) => OperationRoute<S>;
  /** Returns the caller; only after authentication. */
  readonly administrator: (request: Pick<FastifyRequest, 'administrator'>) => Administrator;
}

interface OperationOptions {
  /** Members of the body that may hold line breaks, and everything in them. */
  readonly multilineMembers?: readonly string[];
  /** The media type of its answer; JSON unless given. */
  readonly produces?: string;
  readonly tag?: string;
}

interface OperationRoute<S> {
  schema: S & OperationDescription;
  config: { operation: string; produces: string; closedQuery: true; multilineMembers?: readonly string[] };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

/** Constructs the surroundings of all operations of the interface. */
export function operationScope(app: EdgeInstance, deps: AdministrationDeps): OperationScope {
  const authentication = authenticationHook(deps.authenticator, 'admin');
  return {
    app,
    deps,
    operation: (id, summary, schema, { multilineMembers, produces = 'application/json', tag = tagOf(id) } = {}) => ({
      schema: { summary, tags: [tag], ...schema },
      config: {
        operation: id,
        produces,
        closedQuery: true,
        ...(multilineMembers === undefined ? {} : { multilineMembers }),
      },
      onRequest: [authentication],
    }),
    administrator: administratorOf,
  };
}

/** Returns `end-entities` of `endEntities.get`. */
function tagOf(id: string): string {
  return id.replace(/\..*/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
