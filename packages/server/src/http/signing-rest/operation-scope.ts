/** The surroundings of an operation of the process interface: its dependencies, and the hooks that such operations have. */
import type { onRequestHookHandler } from 'fastify';
import type { Configuration } from '../../modules/configuration/index.ts';
import type { ProcessContent } from '../../modules/signing/index.ts';
import type { EdgeInstance } from '../interface/index.ts';
import type { BodyRoom } from '../bodies/index.ts';
import { type RequestedWith, requireRequestedWith } from './requested-with.ts';
import type { SigningCompatibility } from './errors.ts';

/** Dependencies of the process operation. */
export interface ProcessDeps {
  readonly configuration: Configuration;
  readonly signing: { readonly processContent: Pick<ProcessContent, 'process'> };
  readonly compatibility: SigningCompatibility;
  readonly requestedWith: RequestedWith;
  /** Place in which large bodies wait. */
  readonly bodies: BodyRoom;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
}

/** Surroundings in which an operation adds its route. */
export interface OperationScope {
  readonly app: EdgeInstance;
  readonly deps: ProcessDeps;
  /**
   * The hooks and configuration that an operation for everybody has besides its schema.
   *
   * @param id - as in the log and the metrics
   */
  readonly operation: (id: string) => OperationRoute;
}

interface OperationRoute {
  config: { operation: string };
  onRequest: onRequestHookHandler[];
}

/** Constructs the surroundings of the operations that are open to everybody. */
export function operationScope(app: EdgeInstance, deps: ProcessDeps): OperationScope {
  return {
    app,
    deps,
    operation: (id) => ({
      config: { operation: id },
      onRequest: [
        (request, _reply, done) => {
          requireRequestedWith(request, deps.requestedWith, false);
          done();
        },
      ],
    }),
  };
}
