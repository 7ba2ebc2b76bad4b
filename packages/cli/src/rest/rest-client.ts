/** HTTPS with JSON, as far as a REST interface needs it. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError, RefusedError, UnexpectedAnswerError } from '../errors.ts';
import { connectionError, type ServerTrust } from './connection-errors.ts';
import type { StreamedBody } from './multipart.ts';
import { describeRefusal } from './refusal.ts';
import type { RestAnswer } from './rest-answer.ts';

/** Address of the server, and credentials. */
export interface ClientSettings {
  /** `https:` without query, fragment and user; its path stands before the path of each request. */
  readonly server: URL;
  /** PEM, the certificates above it behind it. */
  readonly cert?: string | undefined;
  /** PEM. */
  readonly key?: string | undefined;
  /** PEM of the CAs that the server's certificate may come from. */
  readonly ca: readonly string[] | undefined;
  /** For messages: where {@link ca} was taken from. */
  readonly trust: ServerTrust;
  /** For a whole request with its answer; of an upload or download, for as long as nothing moves. */
  readonly timeoutMs: number;
}

/** Asks to be refused rather than to have left out what cannot be obeyed (RFC 7240 §4.4). */
export const STRICT = { prefer: 'handling=strict' };

/** One request. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with `/`, every part percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` when left out. */
  readonly accept?: string;
  /** Others that the interface asks for. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A POST of a body that is not held in memory. */
export interface Upload {
  /** Begins with `/`, every part percent-encoded. */
  readonly path: string;
  readonly body: StreamedBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer whose status is 2xx, while it arrives. */
export interface ArrivingAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Speaks to one server over kept-alive connections. */
export class RestClient {
  readonly #settings: ClientSettings;
  readonly #agent: https.Agent;

  /** Connects nowhere yet. @throws whatever OpenSSL says of certificate or key that it cannot use */
  constructor(settings: ClientSettings) {
    const { cert, key, ca } = settings;
    this.#settings = settings;
    this.#agent = new https.Agent({
      keepAlive: true,
      minVersion: 'TLSv1.2',
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(ca === undefined ? {} : { ca: [...ca] }),
    });
  }

  /**
   * Sends a request and reads its answer, of at most 16 MiB.
   *
   * @throws {ConnectionError} when there is no connection, none that is trusted, or no answer in time
   * @throws {RefusedError} for every status but 2xx
   * @throws {UnexpectedAnswerError} when the answer is too large
   */
  async send(request: RestRequest): Promise<RestAnswer> {
    const { server, timeoutMs, trust } = this.#settings;
    const signal = AbortSignal.timeout(timeoutMs);
    const progress = { arrived: false };
    let answer: RestAnswer;
    let notDone: boolean;
    try {
      const incoming = await this.#exchange(request, signal, progress);
      notDone = incoming.headers['x-outcome'] === 'not-done';
      answer = { status: incoming.statusCode!, headers: incoming.headers, body: await readBody(incoming) };
    } catch (cause) {
      if (cause instanceof UnexpectedAnswerError) throw cause;
      const timedOut = signal.aborted ? timeoutMs : undefined;
      throw connectionError(cause, { server, trust, timedOut, mayHaveArrived: progress.arrived });
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new RefusedError(answer.status, describeRefusal(answer), { notDone });
  }

  /**
   * Sends a body piece by piece, and has the answer received the same way. On return all of it has arrived.
   *
   * @throws as {@link send}, and what `receive` throws
   */
  async upload({ path, body, headers }: Upload, receive: (answer: ArrivingAnswer) => Promise<void>): Promise<void> {
    await this.#watching(async ({ signal, watched }) => {
      const given = { ...headers, 'content-type': body.contentType, 'content-length': String(body.octets) };
      const outgoing = https.request({ ...this.#requestOptions('POST', path), headers: given, signal });
      const answered = once(outgoing, 'response', { signal }) as Promise<[IncomingMessage]>;
      // A server that refuses early answers and reads no further: what it says counts, not that the rest could not be sent.
      const sent = pipeline(Readable.from(watched(body.pieces)), outgoing);
      sent.catch(() => undefined);
      const [incoming] = await answered;
      await requireSuccess(incoming);
      await sent;
      await receive({ headers: incoming.headers, pieces: watched(incoming) });
    });
  }

  /**
   * Sends a request, and has an answer of any size received piece by piece. On return all of it has arrived.
   *
   * @throws as {@link send}, and what `receive` throws
   */
  async download(request: RestRequest, receive: (answer: ArrivingAnswer) => Promise<void>): Promise<void> {
    await this.#watching(async ({ signal, watched }) => {
      const incoming = await this.#exchange(request, signal, { arrived: false });
      await requireSuccess(incoming);
      await receive({ headers: incoming.headers, pieces: watched(incoming) });
    });
  }

  /** Ends what has not moved for as long as a request may take. */
  async #watching(
    act: (watch: {
      readonly signal: AbortSignal;
      readonly watched: (pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
    }) => Promise<void>,
  ): Promise<void> {
    const { server, timeoutMs, trust } = this.#settings;
    const stalled = new AbortController();
    const { signal } = stalled;
    const timer = setTimeout(() => stalled.abort(), timeoutMs);
    try {
      await act({ signal, watched: (pieces) => eachPiece(pieces, () => timer.refresh()) });
    } catch (cause) {
      if (cause instanceof CliError) throw cause;
      const timedOut = signal.aborted ? timeoutMs : undefined;
      throw connectionError(cause, { server, trust, timedOut, mayHaveArrived: true });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes every connection. */
  close(): void {
    this.#agent.destroy();
  }

  #exchange(request: RestRequest, signal: AbortSignal, progress: { arrived: boolean }): Promise<IncomingMessage> {
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body), 'utf8');
    const options: https.RequestOptions = {
      ...this.#requestOptions(request.method, request.path + formatQuery(request.query)),
      headers: {
        ...request.headers,
        accept: request.accept ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
      },
      signal,
    };
    return new Promise((resolve, reject) => {
      const outgoing = https.request(options, resolve);
      outgoing.once('error', reject);
      outgoing.once('socket', (socket) => {
        if (outgoing.reusedSocket) progress.arrived = true;
        else socket.once('secureConnect', () => (progress.arrived = true));
      });
      outgoing.end(body);
    });
  }

  #requestOptions(method: string, path: string): https.RequestOptions {
    const { server } = this.#settings;
    return {
      agent: this.#agent,
      // An IPv6 address stands in brackets in a URL and nowhere else.
      host: server.hostname.replaceAll(/[[\]]/g, ''),
      port: server.port === '' ? HTTPS_PORT : Number(server.port),
      method,
      path: server.pathname.replace(/\/+$/, '') + path,
    };
  }
}

async function* eachPiece(pieces: AsyncIterable<Uint8Array>, seen: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    seen();
    yield piece;
  }
}

async function requireSuccess(incoming: IncomingMessage): Promise<void> {
  const status = incoming.statusCode!;
  if (status < 200 || status > 299)
    throw new RefusedError(status, describeRefusal({ status, body: await readBody(incoming) }));
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_OCTETS) {
      throw new UnexpectedAnswerError(`the answer is longer than ${MAX_ANSWER_OCTETS} octets; it was not read further`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function formatQuery(query: RestRequest['query'] = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const HTTPS_PORT = 443;
const MAX_ANSWER_OCTETS = 16 * 1024 * 1024;
