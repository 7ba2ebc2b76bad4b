/** Common part of the operations on workers: the order of checks before a request is admitted. */
import type { Administrator } from '../../modules/access/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readInt32 } from '../../kernel/formats/int32.ts';
import type { ChangeRules, ChangeWorkers, ReadWorkers, ReloadWorkers } from '../../modules/signing/index.ts';
import { accepts, type Leniency } from '../reading/index.ts';
import { authenticationHook, administratorOf, type Authenticator, type EdgeInstance } from '../interface/index.ts';
import { NotAcceptableError } from '../errors/index.ts';
import { BadWorkerIdError, type SigningCompatibility } from './errors.ts';
import { type RequestedWith, requireRequestedWith } from './requested-with.ts';

/** The use cases on workers. */
export interface WorkerUseCases {
  readonly changeWorkers: Pick<ChangeWorkers, 'create' | 'update' | 'replace' | 'remove'>;
  readonly readWorkers: Pick<ReadWorkers, 'list' | 'properties'>;
  readonly reloadWorkers: Pick<ReloadWorkers, 'reload'>;
}

export interface WorkerAdministrationDeps {
  readonly signing: WorkerUseCases;
  readonly authenticator: Authenticator;
  readonly compatibility: SigningCompatibility;
  readonly requestedWith: RequestedWith;
}

/** Dependencies of an operation that adds its route. */
export interface WorkerScope {
  readonly app: EdgeInstance;
  readonly signing: WorkerUseCases;
  readonly rules: ChangeRules;
  /** The hooks and configuration that an operation has besides its schema. Callers have to be members of a role. */
  readonly operation: (id: string) => WorkerRoute;
  /** Returns the caller; only after authentication. */
  readonly administrator: (request: Pick<FastifyRequest, 'administrator'>) => Administrator;
}

interface WorkerRoute {
  config: { operation: string; multilineMembers: readonly string[]; leniency: Leniency };
  bodyLimit: number;
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

export function workerScope(app: EdgeInstance, deps: WorkerAdministrationDeps): WorkerScope {
  const documented = deps.compatibility === 'documented';
  const authentication = authenticationHook(deps.authenticator, 'admin');
  return {
    app,
    signing: deps.signing,
    rules: { readOnlyHolds: documented },
    operation: (id) => ({
      config: { operation: id, multilineMembers: ['properties'], leniency: { numbersInMaps: true } },
      bodyLimit: BODY_LIMIT_OCTETS,
      onRequest: [
        async (request) => requireRequestedWith(request, deps.requestedWith, true),
        async ({ headers: { accept } }) => {
          if ((accept === undefined && documented) || !accepts(accept, JSON_TYPE))
            throw new NotAcceptableError(JSON_TYPE);
        },
        authentication,
      ],
    }),
    administrator: administratorOf,
  };
}

/**
 * The id of a worker in a path: a whole number of 32 bits.
 *
 * @throws {@link BadWorkerIdError}
 */
export function workerIdOf(text: string): number {
  const id = readInt32(text);
  if (id === undefined) throw new BadWorkerIdError();
  return id;
}

const JSON_TYPE = 'application/json';
/** Content of the largest size, each of its characters escaped. */
const BODY_LIMIT_OCTETS = 4 * 1024 * 1024;
