/** Answers past the framework, whose hooks and objects cost as much as the rest of a small answer. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { type BodyRoom, takeAnswerMemory } from '../bodies/index.ts';
import { NoRoomForAnswerError, type RenderedError, toAppError } from '../errors/index.ts';
import type { FastPath } from '../interface/index.ts';
import { isEnding, type Refusals } from '../limits/index.ts';
import type { TrustedProxies } from '../proxies/index.ts';
import { hasGoodHost } from '../reading/index.ts';
import { type HttpLog, type RequestRecord, rounded } from './access-log.ts';
import { callsAtEndOfTurn } from './end-of-turn.ts';
import { noteFailure } from './failures.ts';
import type { OpenConnections } from './open-connections.ts';
import { newRequestId } from './request-id.ts';

export interface FastPathsDeps {
  readonly bodies: Pick<BodyRoom, 'answers'>;
  readonly connections: OpenConnections;
  readonly log: HttpLog;
  readonly proxies?: TrustedProxies | undefined;
  readonly random: Random;
  readonly refusals: Refusals;
  readonly steadyClock: Clock;
  /** Holds a request to the limits of its connection, and records its end. */
  readonly follow: (request: IncomingMessage, response: ServerResponse, record: () => RequestRecord) => void;
}

/** Has `server` answer the usual requests of `paths`, and leave the others to the framework. */
export function openFastPaths(server: Server, paths: readonly FastPath[], deps: FastPathsDeps): void {
  if (paths.length === 0) return;
  const byPath = new Map(paths.map((each) => [each.path, each]));
  const [framework] = server.listeners('request') as [RequestListener];
  const own = { ...deps, whenTurnEnds: callsAtEndOfTurn().whenTurnEnds };
  server.off('request', framework).on('request', (request, response) => {
    const fast = byPath.get(request.url!);
    // While it stops, the framework says so.
    if (fast !== undefined && server.listening && isUsual(request, fast, deps.proxies)) {
      answerDirectly(fast, request, response, own);
    } else framework(request, response);
  });
}

/** Tells whether nothing about a request calls for a refusal before its body is read. */
function isUsual(request: IncomingMessage, { requestType }: FastPath, proxies: TrustedProxies | undefined): boolean {
  const { headers, method, socket } = request;
  return (
    method === 'POST' &&
    headers['content-type'] === requestType &&
    // Absent, or not a number, where the length is not known before.
    Number(headers['content-length']) <= MAX_OCTETS &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    hasGoodHost(request) &&
    !isEnding(socket) &&
    proxies?.hasAddress(socket.remoteAddress) !== true
  );
}

function answerDirectly(
  fast: FastPath,
  request: IncomingMessage,
  response: ServerResponse,
  deps: FastPathsDeps & { readonly whenTurnEnds: (call: () => void) => void },
): void {
  const { random, steadyClock, whenTurnEnds } = deps;
  const { remoteAddress = '' } = request.socket;
  const requestId = newRequestId(random);
  const arrivedMs = steadyClock.nowMs();
  let failure: string | undefined;
  deps.follow(request, response, () => ({
    requestId,
    method: request.method,
    path: fast.path,
    status: response.statusCode,
    milliseconds: rounded(steadyClock.nowMs() - arrivedMs),
    remoteAddress,
    proxy: undefined,
    caller: undefined,
    operation: fast.operation,
    failure,
    remarks: undefined,
  }));
  const send = (status: number, type: string, body: Uint8Array, further: readonly string[]): void => {
    const headers = ['x-request-id', requestId, 'x-content-type-options', 'nosniff', ...further];
    headers.push('content-type', type, 'content-length', String(body.length));
    deps.connections.endWithLast(response);
    response.writeHead(status, headers);
    // As text with a character for each octet, which the runtime writes in one piece with the head.
    response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
  };
  const refuse = (error: unknown): void => {
    const ours = toAppError(error);
    const { failure: code, headers } = noteFailure(ours, requestId, deps);
    failure = code;
    if (response.headersSent) return void response.destroy();
    const { status, type, body } = encoded(fast.renderError(ours));
    send(status, type, body, Object.entries(headers).flat());
  };
  const answer = (body: Uint8Array): void => {
    if (!takeAnswerMemory(body.length, response, deps.bodies.answers)) throw new NoRoomForAnswerError();
    send(200, fast.answerType, body, NOT_CACHED);
  };
  const answerBody = async (body: Uint8Array): Promise<void> => {
    try {
      answer(await fast.answer(body));
    } catch (error) {
      refuse(error);
    }
  };
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const body = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    whenTurnEnds(() => void answerBody(body));
  });
}

function encoded({ status, body }: RenderedError): { status: number; type: string; body: Uint8Array } {
  return typeof body === 'string'
    ? { status, type: 'text/plain; charset=utf-8', body: Buffer.from(body) }
    : { status, type: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

const NOT_CACHED = ['cache-control', 'no-store'];
/** More than most requests have, and less than a body may have that is not kept in a file while it comes. */
const MAX_OCTETS = 1024;
