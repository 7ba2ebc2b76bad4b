/** Contract between the edge and the interfaces behind it (CA REST, distribution, ...). */
import type { Administrator } from '../../modules/access/index.ts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { TSchema } from 'typebox';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { RenderedError } from '../errors/index.ts';
import type { ForwardedCaller } from '../proxies/index.ts';
import type { Leniency, TextRules } from '../reading/index.ts';

/** Members of a schema that describe an operation to people. */
export interface OperationDescription {
  summary: string;
  tags: string[];
}

/** The framework's instance as this program uses it: schemas in TypeBox. */
export type EdgeInstance = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * A POST of a small body that is answered without the framework: one that anybody may send, and many do.
 *
 * A request that differs from what most clients send goes through the framework to the route of the same path, which must do the same.
 */
export interface FastPath {
  /** The path as it is sent. */
  readonly path: string;
  readonly operation: string;
  readonly requestType: string;
  readonly answerType: string;
  /** Returns the answer to a body. No cache may keep it, and it reflects what other processes have changed. */
  answer(body: Uint8Array): Promise<Uint8Array>;
  renderError(error: unknown): RenderedError;
}

/** One interface: a part of the URL space with routes and an error body of its own. */
export interface HttpInterface {
  /** Path at which it is mounted, without a slash at the end; empty for the root. */
  readonly prefix: string;
  /** Adds the routes. Runs once for each listener that serves the interface. */
  register(app: EdgeInstance): void | Promise<void>;
  readonly fastPaths?: readonly FastPath[];
  /**
   * Answers an error in the interface's own form.
   *
   * @param error - an `AppError`, or anything else for a failure of ours that tells the client nothing
   */
  renderError(error: unknown, request: FastifyRequest): RenderedError;
}

declare module 'fastify' {
  interface FastifyContextConfig extends TextRules {
    /** The operation's id, such as `v1.certificate.revoke`, for the error table and the log. */
    operation?: string;
    /** The media type of the answer when `Accept` is to be obeyed; not given, everything is accepted. */
    produces?: string;
    /** The body may be left out, as the description of the interface says; the route sees to it. */
    optionalBody?: boolean;
    /** The form that the body is, for the description of the interface; the route reads it. */
    form?: TSchema;
    /** Status for unknown callers, when it is not the one of the interface. */
    unauthenticatedStatus?: number;
    /** True when the operation refuses a body that is not JSON by itself, with an error object; for the description of the interface. */
    errorObjectForBadJson?: boolean;
    /** A reason for 400 in plain text, for the description of the interface; the errors of the interface see to it. */
    plainTextFor?: string;
    /** Permitted departures of a request from the schemas of the route; none when left out. */
    leniency?: Leniency;
    /** The query has no parameters but those of the schema: others are refused. */
    closedQuery?: boolean;
    /** The route only answers 405. */
    allow?: string;
  }
  interface FastifyRequest {
    /** When it arrived, by the monotonic clock of the listener; 0 for one whose path the router cannot read. */
    arrivedMs: number;
    /** Caller that a trusted proxy has sent the request for; undefined when none has. */
    forwarded: ForwardedCaller | undefined;
    /** Name of the caller for the log; set by authentication. */
    callerName: string | undefined;
    /** Caller; set by authentication. */
    administrator: Administrator | undefined;
    /** The JSON of the body, until it was read; kept for routes alone that read scalars leniently. */
    bodyText: string | undefined;
    /** The code of the error that was answered. */
    failure: string | undefined;
    /** Remarks for the log on a request that succeeded, when the answer has no place for them. */
    remarks: readonly string[] | undefined;
  }
}
