/** The surroundings of an operation: what the interface works with, and the hooks that every operation has. */
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Administrator } from '../../modules/access/index.ts';
import {
  administratorOf,
  authenticationHook,
  type AuthenticationLevel,
  type Authenticator,
  type EdgeInstance,
  type OperationDescription,
} from '../interface/index.ts';
import type { Leniency } from '../reading/index.ts';
import { refuseMisplacedDryRun } from './dry-run.ts';
import { ServiceDisabledError } from './errors.ts';
import type { ServiceName } from '../../kernel/service-names.ts';
import type { CaRestUseCases } from './use-cases.ts';

/** Dependencies of the CA REST interface. */
export interface CaRestDeps extends CaRestUseCases {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
  /** Behaviour that clients expect: this project's specification, or EJBCA's where the two differ. */
  readonly compatibility: Compatibility;
  /** Returns whether a service that can be switched off, such as `REST Certificate Management`, is on. */
  isServiceEnabled(service: ServiceName): Promise<boolean>;
  /** Returns whether a caller may do everything, and so may use operations that are switched off to set up an installation. */
  mayDoEverything(administrator: Administrator): Promise<boolean>;
}

export type Compatibility = 'documented' | 'ejbca';

/** Surroundings in which an operation adds its route. */
export interface OperationScope {
  readonly app: EdgeInstance;
  readonly deps: CaRestDeps;
  /**
   * The schema, hooks and configuration of an operation.
   *
   * @param id - as in the error table, the log and the metrics. Its first two words are the tag in the description of the interface
   */
  readonly operation: <const S extends FastifySchema>(
    id: string,
    summary: string,
    schema: S,
    options: OperationOptions,
  ) => OperationRoute<S>;
  /** Returns the caller; only after authentication. */
  readonly administrator: (request: Pick<FastifyRequest, 'administrator'>) => Administrator;
}

interface OperationOptions {
  readonly level: AuthenticationLevel;
  readonly service: ServiceName;
  /** True if callers who may do everything pass although the service is off. */
  readonly everythingPasses?: boolean;
  /** True when the answer is JSON; otherwise any `Accept` is taken. */
  readonly json?: boolean;
  readonly multilineMembers?: readonly string[];
  /** True when the body has integers that may be beyond the numbers of JavaScript. */
  readonly bigIntegers?: boolean;
  readonly optionalBody?: boolean;
  /** The form that the body is. */
  readonly form?: TSchema;
  /** Status for unknown callers, when it is not 403. */
  readonly unauthenticatedStatus?: number;
  /** True when a body that is not JSON is refused with the error object of the interface, not in plain text. */
  readonly errorObjectForBadJson?: boolean;
  /** A reason for 400 in plain text, which completes "in plain text for ...". */
  readonly plainTextFor?: string;
}

interface OperationRoute<S> {
  schema: S & OperationDescription;
  config: {
    operation: string;
    produces?: string;
    multilineMembers?: readonly string[];
    optionalBody?: boolean;
    form?: TSchema;
    unauthenticatedStatus?: number;
    errorObjectForBadJson?: boolean;
    plainTextFor?: string;
    leniency: Leniency;
  };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
  preValidation: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;
}

/** Constructs the surroundings of all operations of the interface. */
export function operationScope(app: EdgeInstance, deps: CaRestDeps): OperationScope {
  return {
    app,
    deps,
    operation(
      id,
      summary,
      schema,
      {
        level,
        service,
        everythingPasses = false,
        json = true,
        multilineMembers,
        bigIntegers = false,
        optionalBody,
        form,
        unauthenticatedStatus,
        errorObjectForBadJson,
        plainTextFor,
      },
    ) {
      const serviceHook = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        if (await deps.isServiceEnabled(service)) return;
        if (!everythingPasses || !(await doesEverything(deps, request, reply))) throw new ServiceDisabledError();
      };
      return {
        schema: { summary, tags: [id.split('.', 2).join('/')], ...schema },
        config: {
          operation: id,
          leniency: { spellings: true, scalars: deps.compatibility === 'ejbca', bigIntegers },
          ...(json ? { produces: 'application/json' } : {}),
          ...(multilineMembers === undefined ? {} : { multilineMembers }),
          ...(optionalBody === undefined ? {} : { optionalBody }),
          ...(form === undefined ? {} : { form }),
          ...(unauthenticatedStatus === undefined ? {} : { unauthenticatedStatus }),
          ...(errorObjectForBadJson === undefined ? {} : { errorObjectForBadJson }),
          ...(plainTextFor === undefined ? {} : { plainTextFor }),
        },
        // A service that is off is refused before the caller is authenticated.
        onRequest: level === 'none' ? [serviceHook] : [serviceHook, authenticationHook(deps.authenticator, level)],
        preValidation: (request, _reply, done) => {
          refuseMisplacedDryRun(request);
          done();
        },
      };
    },
    administrator: administratorOf,
  };
}

/** Tells whether the caller may do everything. A failed authentication is a no, and its reason is not shown. */
async function doesEverything(deps: CaRestDeps, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  try {
    await authenticationHook(deps.authenticator, 'admin')(request, reply);
    return await deps.mayDoEverything(administratorOf(request));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
