/**
 * One HTTP server with the defaults of this program: limits, time-outs, text checks, correlation id, access log, and every refusal
 * of the framework in the form of the interface that was asked.
 */
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Clock } from '../../kernel/clock.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../../kernel/http-limits.ts';
import type { Random } from '../../kernel/random.ts';
import {
  accepts,
  checkBody,
  checkHost,
  checkParameters,
  compileValidator,
  parseQueryString,
  readBodyLeniently,
  readQueryLeniently,
  requireKnownParameters,
} from '../reading/index.ts';
import { type HttpLog, recordOf, type RequestRecord } from './access-log.ts';
import {
  ExpectationFailedError,
  NotAcceptableError,
  renderPlainError,
  RequestTooSlowError,
  RouteNotFoundError,
  sendError,
  toAppError,
  TooManyRequestsError,
  UnsupportedContentEncodingError,
} from '../errors/index.ts';
import { type EdgeInstance, type HttpInterface, remoteAddressOf } from '../interface/index.ts';
import { limitConnections } from './connection-limits.ts';
import { gatherConnections } from './gathered-connections.ts';
import { gatherRequests } from './gathered-requests.ts';
import {
  ClientRequests,
  endWithAnswer,
  hasMoreToCome,
  isEnding,
  GradualClosing,
  isTooSlow,
  ClientRates,
  Refusals,
} from '../limits/index.ts';
import type { TrustedProxies } from '../proxies/index.ts';
import {
  type BodyRoom,
  followHandlers,
  installBodyParsers,
  makeRoomForAnswers,
  makeRoomForBodies,
} from '../bodies/index.ts';
import { answerOtherMethods } from './other-methods.ts';
import { compileSerializer } from './serialization.ts';
import type { RequestMetrics } from './metrics.ts';
import { OpenConnections } from './open-connections.ts';
import { noteFailure } from './failures.ts';
import { recordEnd, recordRequest } from './request-end.ts';
import { newRequestId } from './request-id.ts';
import { openFastPaths } from './fast-path.ts';
import { answerTooLate, answerUnreadable } from './unreadable.ts';
import {
  allowHalfOpen,
  forgetVerification,
  readThroughStream,
  type TlsMaterial,
  tlsServerOptions,
} from '../tls/index.ts';

export interface EdgeDeps {
  readonly interfaces: readonly HttpInterface[];
  /** Absent for plain HTTP. */
  readonly tls?: TlsMaterial | undefined;
  /** Shared by all listeners. */
  readonly bodies: BodyRoom;
  readonly log: HttpLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics?: RequestMetrics | undefined;
  /** Proxies that end TLS in front of the listener; none unless given. */
  readonly proxies?: TrustedProxies | undefined;
  /** The defaults unless given. */
  readonly limits?: HttpLimits | undefined;
  /** Counters of refusals, for the metrics. */
  readonly refusals?: Refusals | undefined;
  /** Monotonic clock for the pace of clients and the duration of requests; that of the process unless given. */
  readonly steadyClock?: Clock | undefined;
  /** Awaited before each request, so that changes by other processes are known. */
  readonly beforeRequest?: (() => Promise<unknown>) | undefined;
  /** Applies the limits of each client address; off for the listener of operators. */
  readonly limitsClients?: boolean;
}

/** A server that does not listen yet. */
export interface Edge {
  readonly app: EdgeInstance;
  readonly connections: OpenConnections;
  /** Must be checked about once a second. */
  readonly rates: ClientRates;
  /** Takes no new requests, answers those that it has, and closes. */
  readonly close: () => Promise<void>;
}

/** Makes a server with the routes of `interfaces`. */
export async function createEdge(given: EdgeDeps): Promise<Edge> {
  const deps = withDefaults(given);
  const { limits, refusals, steadyClock } = deps;
  const interfaceOf = interfaceFinder(deps.interfaces);
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const ours = isTooSlow(request.raw.socket) ? new RequestTooSlowError(remoteAddressOf(request)) : toAppError(error);
    const { failure, headers } = noteFailure(ours, request.id, deps);
    request.failure = failure;
    void reply.headers(headers);
    sendError(reply, interfaceOf(request).renderError(ours, request));
  };
  const app = newServer(deps, answerError);
  app
    .decorateRequest('arrivedMs', 0)
    .decorateRequest('forwarded', undefined)
    .decorateRequest('callerName', undefined)
    .decorateRequest('administrator', undefined)
    .decorateRequest('bodyText', undefined)
    .decorateRequest('failure', undefined)
    .decorateRequest('remarks', undefined);
  followHandlers(app);
  installBodyParsers(app);
  const isTls = deps.tls !== undefined;
  const rates = new ClientRates({ octetsPerSecond: limits.octetsPerSecond, clock: steadyClock, refusals });
  const clientRequests = new ClientRequests(deps.limitsClients === true ? limits.requestsPerClient : 0, steadyClock);
  const connections = new OpenConnections(app.server);
  limitConnections(app.server, connections, deps);
  // A TLS handshake takes turns of its own.
  if (!isTls) gatherConnections(app.server, steadyClock);
  const follow = (request: IncomingMessage, response: ServerResponse, record: () => RequestRecord): void => {
    const exchange = rates.watch(request, response);
    // Without a listener it would end the process. The framework has one only where a hook waits for the end of answers.
    response.on('error', ignore);
    response.on('close', () => {
      rates.forget(exchange);
      recordEnd(response, record, deps);
    });
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (isEnding(raw.socket)) return void reply.hijack();
    request.arrivedMs = steadyClock.nowMs();
    follow(raw, reply.raw, () => recordOf(request, reply, steadyClock.nowMs() - request.arrivedMs));
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    // An error that a hook throws is passed on like one that it hands to `done`.
    request.forwarded = deps.proxies?.callerOf(raw, { isTls });
    const waitSeconds = clientRequests.admit(remoteAddressOf(request));
    if (waitSeconds !== undefined) return done(new TooManyRequestsError(waitSeconds));
    beginRequest(request, reply, done);
  });
  const { beforeRequest } = deps;
  if (beforeRequest !== undefined)
    app.addHook('onRequest', (_request, _reply, done) => void beforeRequest().then(() => done(), done));
  app.addHook('preParsing', makeRoomForBodies(deps.bodies));
  app.addHook('preValidation', (request, _reply, done) => {
    readLeniently(request);
    if (typeof request.body === 'object' || typeof request.body === 'string')
      checkBody(request.body, request.routeOptions.config);
    done();
  });
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (hasMoreToCome(raw)) endWithAnswer(raw, reply.raw);
    done();
  });
  const makeRoomForAnswer = makeRoomForAnswers(deps.bodies);
  app.addHook('onSend', function complete(request, reply, payload, done) {
    connections.endWithLast(reply.raw);
    // Clients compare it with the type alone, and JSON has one character set only (RFC 8259 §8.1).
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') void reply.type('application/json');
    makeRoomForAnswer.call(this, request, reply, payload, done);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw new RouteNotFoundError(pathOf(request));
  });
  const other = answerOtherMethods(app);
  for (const mounted of deps.interfaces) {
    await app.register(async (scope) => mounted.register(scope as unknown as EdgeInstance), { prefix: mounted.prefix });
  }
  other.complete();
  const gathered = gatherRequests(app.server);
  const fastPaths = deps.interfaces.flatMap((mounted) => mounted.fastPaths ?? []);
  if (deps.limitsClients !== true || limits.requestsPerClient === 0)
    openFastPaths(app.server, fastPaths, { ...deps, connections, follow });
  connections.followRequests();
  const close = async (): Promise<void> => {
    // The framework refuses all that it is given while it closes.
    gathered.letGo();
    await app.close();
  };
  return { app, connections, rates, close };
}

/** Dependencies of an edge, with defaults for what was left out. */
type CompleteDeps = EdgeDeps &
  Required<Pick<EdgeDeps, 'limits' | 'refusals' | 'steadyClock'>> & {
    readonly limits: HttpLimits;
    readonly refusals: Refusals;
    readonly steadyClock: Clock;
  };

function withDefaults(deps: EdgeDeps): CompleteDeps {
  return {
    ...deps,
    limits: deps.limits ?? DEFAULT_HTTP_LIMITS,
    refusals: deps.refusals ?? new Refusals(),
    steadyClock: deps.steadyClock ?? { nowMs: () => performance.now() },
  };
}

function ignore(): void {}

/** Refuses a request, once it is clear where it comes from, before credentials are looked at and a body is read. */
function beginRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  checkHost(request.raw);
  // Refused here, because the framework would read the body of a request that has no route.
  if (request.is404) return done(new RouteNotFoundError(pathOf(request)));
  const { 'content-encoding': encoding, expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return done(new ExpectationFailedError());
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    // RFC 9110 §12.5.3: what would have been taken.
    void reply.header('accept-encoding', 'identity');
    return done(new UnsupportedContentEncodingError());
  }
  const { config } = request.routeOptions;
  const { produces } = config;
  if (produces !== undefined && !accepts(request.headers.accept, produces))
    return done(new NotAcceptableError(produces));
  checkParameters(request.params as Record<string, unknown>);
  checkParameters(request.query as Record<string, unknown>, config);
  done();
}

/** Refuses parameters that the route does not have, and makes of the rest what the schemas of the route say. */
function readLeniently(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const { closedQuery, leniency } = config;
  if (closedQuery === true) requireKnownParameters(request.query as object, schema?.querystring);
  if (leniency === undefined) return;
  readQueryLeniently(schema?.querystring, request.query, leniency);
  request.body = readBodyLeniently(bodySchemaOf(request), request.body, leniency, request.bodyText ?? '');
  request.bodyText = undefined;
}

/** Returns the schema that the framework checks the body against: that of its media type, where the route has one for each. */
function bodySchemaOf({ routeOptions, mediaType = '' }: FastifyRequest): unknown {
  const body = routeOptions.schema?.body as BodySchema | undefined;
  return body?.content === undefined ? body : body.content[mediaType]?.schema;
}

interface BodySchema {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

function newServer(
  deps: CompleteDeps,
  answerError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): EdgeInstance {
  const { limits, refusals } = deps;
  const closing = new GradualClosing();
  const server = {
    maxHeaderSize: limits.headerOctets,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    noDelay: true,
  };
  const app = fastify({
    ...(deps.tls === undefined
      ? { http: server }
      : { https: { ...server, ...tlsServerOptions(deps.tls, limits.handshakeMs) } }),
    logger: false,
    schemaController: {
      // The types know the framework's own compiler only, which is not loaded thereby.
      compilersFactory: { buildValidator: () => compileValidator as never, buildSerializer: () => compileSerializer },
    },
    bodyLimit: limits.bodyOctets,
    requestTimeout: limits.requestMs,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: limits.keepAliveMs,
    // A client's own id could be anybody's; ours is unique, and the client reads it in the answer.
    requestIdHeader: false,
    genReqId: () => newRequestId(deps.random),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      ignoreTrailingSlash: true,
      querystringParser: parseQueryString,
    },
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      if (hasMoreToCome(request.raw)) endWithAnswer(request.raw, reply.raw);
      answerError(error, request, reply);
      // No hook runs for a request that was never routed.
      recordRequest(recordOf(request, reply, 0), { log: deps.log });
    },
    clientErrorHandler: (error, socket) => {
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return answerUnreadable(error, socket, refusals);
      refusals.count('request_time');
      closing.add(answerTooLate(socket));
    },
  }) as unknown as EdgeInstance;
  if (deps.tls !== undefined) {
    const server = app.server as unknown as HttpsServer;
    forgetVerification(server);
    readThroughStream(server);
    allowHalfOpen(server);
  }
  // A client that sends nothing more still gets its answers, after which the connection ends.
  (app.server as HttpServer & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  app.server.maxHeadersCount = MAX_HEADERS;
  // The runtime would answer it by itself.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  return app;
}

/** The interface with the longest prefix that the path lies under. */
function interfaceFinder(
  interfaces: readonly HttpInterface[],
): (request: FastifyRequest) => Pick<HttpInterface, 'renderError'> {
  const longestFirst = interfaces.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return (request) => {
    const path = pathOf(request);
    return (
      longestFirst.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? {
        renderError: renderPlainError,
      }
    );
  };
}

function pathOf(request: FastifyRequest): string {
  const { url = '/' } = request.raw;
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Stops serving `tls` and serves `material` to connections that begin from now on; the open ones go on. */
export function replaceTls(app: EdgeInstance, material: TlsMaterial, limits = DEFAULT_HTTP_LIMITS): void {
  (app.server as unknown as HttpsServer).setSecureContext(tlsServerOptions(material, limits.handshakeMs));
}

const MAX_PARAMETER_LENGTH = 4096;
const MAX_HEADERS = 100;
/** A socket on which nothing moves: longer than any use case takes. */
const IDLE_TIMEOUT_MS = 300_000;
/** Short, so that few connections are found at once. */
const CHECK_INTERVAL_MS = 1_000;
