/** What the edge and the interfaces behind it (CA REST, distribution, ...) know of each other. */
import type { Administrator } from '../../modules/access/index.ts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { RenderedError } from '../errors/index.ts';
import type { Leniency, TextRules } from '../reading/index.ts';

/** The framework's instance as this program uses it: schemas in TypeBox. */
export type EdgeInstance = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** One interface: a part of the URL space with routes and an error body of its own. */
export interface HttpInterface {
  /** Where it is mounted, without a slash at the end; empty for the root. */
  readonly prefix: string;
  /** Adds the routes. Runs once for each listener that serves the interface. */
  register(app: EdgeInstance): void | Promise<void>;
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
    /** What the interface answers to callers whom nobody knows, where it is not what it answers elsewhere. */
    unauthenticatedStatus?: number;
    /** How far a request may depart from the schemas of the route; not given, not at all. */
    leniency?: Leniency;
    /** The query has no parameters but those of the schema: others are refused. */
    closedQuery?: boolean;
    /** The route only answers 405. */
    allow?: string;
  }
  interface FastifyRequest {
    /** Who is calling, as the log names them; set by authentication. */
    callerName: string | undefined;
    /** Who is calling; set by authentication. */
    administrator: Administrator | undefined;
    /** The JSON of the body, until it was read; kept for routes alone that read scalars leniently. */
    bodyText: string | undefined;
    /** The code of the error that was answered. */
    failure: string | undefined;
    /** What the log tells of a request that succeeded and whose answer has no place for it. */
    remarks: readonly string[] | undefined;
  }
}
