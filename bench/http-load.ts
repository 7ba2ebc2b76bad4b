/**
 * Sends prepared requests over kept-alive TLS connections, each with the next one as soon as its answer is there.
 *
 * Raw sockets instead of an HTTP client: the generator shares two cores with the server, so it has to be cheap.
 */
import { connect, type TLSSocket } from 'node:tls';

/** How to reach the server, and as whom. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** What came of a load. Times in milliseconds. */
export interface LoadResult {
  readonly answered: number;
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Ascending. */
  readonly latenciesMs: Float64Array;
  readonly answerOctets: number;
}

/** Sends every request of `requests` once over `connections` connections. */
export async function sendAll(target: Target, requests: readonly Buffer[], connections: number): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target)));
  const latencies = new Float64Array(requests.length);
  let next = 0;
  let failed = 0;
  let firstFailure: string | undefined;
  let answerOctets = 0;
  const started = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      const exchange = exchanger(socket);
      while (next < requests.length) {
        const index = next++;
        const sent = performance.now();
        const answer = await exchange(requests[index]!);
        latencies[index] = performance.now() - sent;
        answerOctets = answer.octets;
        if (answer.status === 200) continue;
        failed += 1;
        firstFailure ??= answer.text;
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { answered: requests.length, failed, firstFailure, seconds, latenciesMs: latencies.toSorted(), answerOctets };
}

/** The value below which `share` of the latencies lie. */
export function percentile(ascending: Float64Array, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

/** A POST of JSON with what every client sends. */
export function jsonPost(target: Target, path: string, body: unknown): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

interface Answer {
  readonly status: number;
  readonly octets: number;
  readonly text: string;
}

/** The floor shows a client's certificate, so who answers is not checked; both are processes that the benchmark started. */
async function open({ host, port, ca, cert, key }: Target): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const socket = connect({ host, port, ca, cert, key, servername: 'localhost', rejectUnauthorized: false }, () =>
    resolve(undefined),
  );
  socket.on('error', reject);
  await promise;
  socket.setNoDelay(true);
  return socket;
}

/** Answers are told apart by Content-Length, which both servers send. */
function exchanger(socket: TLSSocket): (request: Buffer) => Promise<Answer> {
  let received: Buffer = Buffer.alloc(0);
  let waiting: ((answer: Answer) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (received.length < end + 4 + length) return;
    const answer = {
      status: Number(head.slice(9, 12)),
      octets: received.length,
      text: received.toString('utf8', 0, Math.min(received.length, 1000)),
    };
    received = Buffer.alloc(0);
    waiting?.(answer);
  });
  socket.on('close', () => fail?.(new Error('the server closed the connection')));
  socket.on('error', (error) => fail?.(error));
  return async (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting = resolve;
    fail = reject;
    socket.write(request);
    return promise;
  };
}
