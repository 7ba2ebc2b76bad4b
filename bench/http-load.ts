/**
 * Sends prepared requests over kept-alive connections, each with the next one as soon as its answer is there.
 *
 * Raw sockets instead of an HTTP client: the generator shares two cores with the server, so it has to be cheap.
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect } from 'node:tls';

/** The address of a server without TLS. */
export interface PlainTarget {
  readonly host: string;
  readonly port: number;
}

/** The address of the server, and the identity of the client. */
export interface Target extends PlainTarget {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** The outcome of a load. Times in milliseconds. */
export interface LoadResult {
  readonly answered: number;
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Ascending. */
  readonly latenciesMs: Float64Array;
  readonly answerOctets: number;
  /** The beginning of the last answer, head included. */
  readonly lastAnswer: string;
}

/** A connection, and how a request is sent over it. */
export interface Connection {
  readonly socket: Socket;
  readonly exchange: (request: Buffer) => Promise<Answer>;
}

/** Opens connections that stay open from one load to the next, so that no load has their handshakes. */
export async function openConnections(target: PlainTarget, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(target)));
}

/**
 * Sends every request of `requests` once.
 *
 * @param connections - those that are open, or how many are opened for it
 */
export async function sendAll(
  target: PlainTarget,
  requests: readonly Buffer[],
  connections: number | readonly Connection[],
): Promise<LoadResult> {
  return send(target, connections, (index) => requests[index]);
}

/**
 * Sends the requests over and over, until so many seconds are over.
 *
 * @param reuse - false to open a connection for each request
 */
export async function sendFor(
  target: PlainTarget,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
  { reuse = true }: { readonly reuse?: boolean } = {},
): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  const requestAt = (index: number) => (performance.now() < end ? requests[index % requests.length] : undefined);
  return send(target, connections, requestAt, reuse);
}

/** Sends each request once, until there are no more or `goesOn` says that it is over. */
export async function sendWhile(
  target: Target,
  requests: readonly Buffer[],
  connections: number,
  goesOn: () => boolean,
): Promise<LoadResult> {
  return send(target, connections, (index) => (goesOn() ? requests[index] : undefined));
}

/** @param requestAt - undefined when nothing more is sent */
async function send(
  target: PlainTarget,
  connections: number | readonly Connection[],
  requestAt: (index: number) => Buffer | undefined,
  reuse = true,
): Promise<LoadResult> {
  const areKept = typeof connections !== 'number';
  const opened = areKept ? connections : await openConnections(target, connections);
  const latencies: number[] = [];
  let next = 0;
  let failed = 0;
  let firstFailure: string | undefined;
  let answerOctets = 0;
  let last: Answer | undefined;
  const started = performance.now();
  await Promise.all(
    opened.map(async (first) => {
      let connection: Connection | undefined = first;
      for (let request = requestAt(next++); request !== undefined; request = requestAt(next++)) {
        const sent = performance.now();
        // One that is opened and not used keeps `openssl ocsp` busy for good.
        connection ??= await openConnection(target);
        const answer = await connection.exchange(request);
        latencies.push(performance.now() - sent);
        answerOctets = answer.octets;
        last = answer;
        if (answer.status !== 200) {
          failed += 1;
          firstFailure ??= beginningOf(answer);
        }
        if (reuse) continue;
        connection.socket.destroy();
        connection = undefined;
      }
      if (!areKept) connection?.socket.destroy();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const latenciesMs = Float64Array.from(latencies).toSorted();
  const lastAnswer = last === undefined ? '' : beginningOf(last);
  return { answered: latencies.length, failed, firstFailure, seconds, latenciesMs, answerOctets, lastAnswer };
}

/** The value below which `share` of the latencies lie. */
export function percentile(ascending: Float64Array, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

/** The middle one, or the greater of the two in the middle. */
export function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!;
}

/** Says the median of figures, the least and the most. */
export function medianText(figures: readonly number[], unit: string): string {
  const ascending = Float64Array.from(figures).toSorted();
  const [least, median, most] = [0, 0.5, 1].map((share) => percentile(ascending, share).toFixed(1));
  return `${median} ${unit} (${least} to ${most})`;
}

/** A POST of JSON with what every client sends. */
export function jsonPost(target: Target, path: string, body: unknown): Buffer {
  return jsonRequest(target, `POST ${path}`, body);
}

/** Any request of JSON. @param line - method and path */
export function jsonRequest(target: Target, line: string, body: unknown): Buffer {
  return request(target, line, 'application/json', Buffer.from(JSON.stringify(body)));
}

/** A POST of any octets. */
export function post(target: PlainTarget, path: string, mediaType: string, body: Uint8Array): Buffer {
  return request(target, `POST ${path}`, mediaType, body);
}

function request(target: PlainTarget, line: string, mediaType: string, body: Uint8Array): Buffer {
  const head =
    `${line} HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\nContent-Type: ${mediaType}\r\n` +
    `Accept: */*\r\nX-Keyfactor-Requested-With: bench\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The answer to a request, as it came. */
export interface Answer {
  readonly status: number;
  readonly octets: number;
  readonly received: readonly Buffer[];
}

function beginningOf({ received }: Answer): string {
  return Buffer.concat(received).toString('utf8', 0, 1000);
}

/** The floor shows a client's certificate, so who answers is not checked; both are processes that the benchmark started. */
async function open(target: PlainTarget | Target): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const connected = () => resolve(undefined);
  const { host, port } = target;
  const socket =
    'ca' in target
      ? connect({ ...target, servername: 'localhost', rejectUnauthorized: false }, connected)
      : connectPlain({ host, port }, connected);
  socket.on('error', reject);
  await promise;
  socket.setNoDelay(true);
  return socket;
}

async function openConnection(target: PlainTarget): Promise<Connection> {
  const socket = await open(target);
  return { socket, exchange: exchanger(socket) };
}

/** Answers are told apart by Content-Length, which both servers send. */
function exchanger(socket: Socket): (request: Buffer) => Promise<Answer> {
  let received: Buffer[] = [];
  let octets = 0;
  let whole: number | undefined;
  let waiting: ((answer: Answer) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    octets += chunk.length;
    whole ??= answerLength(received);
    if (whole === undefined || octets < whole) return;
    const answer = { status: statusOf(received), octets, received };
    [received, octets, whole] = [[], 0, undefined];
    waiting?.(answer);
  });
  socket.on('close', () => fail?.(new Error('the server closed the connection')));
  socket.on('error', (error) => fail?.(error));
  return async (request) => {
    // One that was closed between two loads says nothing any more.
    if (socket.destroyed) throw new Error('the server has closed the connection');
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting = resolve;
    fail = reject;
    socket.write(request);
    return promise;
  };
}

/** Of `HTTP/1.1 200 OK`. */
function statusOf(received: readonly Buffer[]): number {
  const [first] = received;
  const line = first!.length >= 12 ? first! : Buffer.concat(received);
  return Number(line.toString('latin1', 9, 12));
}

/** Of head and body; undefined while the head is not there. */
function answerLength(received: readonly Buffer[]): number | undefined {
  const begun = received.length === 1 ? received[0]! : Buffer.concat(received);
  const end = begun.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  return end + 4 + Number(/content-length: (\d+)/i.exec(begun.toString('latin1', 0, end))?.[1]);
}
