/** HTTP to others: every connection that the server makes for a worker. */
import { type LookupAddress, promises as dns } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { type IpAddress, readIpAddress } from './ip-address.ts';
import { hostNameOf, type OutboundPolicy, type UrlSource } from './outbound-policy.ts';

/** A request. It is a POST when it has a body. */
export interface OutboundRequest {
  readonly source: UrlSource;
  readonly maxOctets: number;
  /** True where every status from 200 to 299 is an answer; 200 alone unless given. */
  readonly anySuccess?: boolean;
  /** Ends it before its time is over. */
  readonly signal?: AbortSignal;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of an answer of success, or the reason that there is none, for the log and for nobody outside. */
export type OutboundAnswer =
  | { readonly outcome: 'answered'; readonly body: Uint8Array }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** Of an answer that is none of success. */ readonly status?: number;
    };

/** A request that failed. */
export interface OutboundFailure {
  /** Without its query; without its path where the operator has chosen it, since paths of webhooks may be secret. */
  readonly url: string;
  readonly reason: string;
}

export interface OutboundHttpDeps {
  readonly policy: OutboundPolicy;
  /** Takes every failure. */
  readonly onFailure: (failure: OutboundFailure) => void;
  /** The addresses of a host name; those of the system unless given. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** For a request in whole, from the resolution of the name to the end of the answer. */
  readonly timeoutMs?: number;
}

/**
 * Makes requests where the operator allows them. A name is resolved once, its addresses are held against the policy, and the connection goes to those that
 * passed. Redirects are answers like any other status but 200: failures. Proxies of the environment are not used, since the policy could not see where they
 * connect to.
 */
export class OutboundHttp {
  readonly #deps: OutboundHttpDeps;

  constructor(deps: OutboundHttpDeps) {
    this.#deps = deps;
  }

  /** Returns those of `urls` that may be requested, each once, and four at most. */
  allowed(urls: readonly string[], source: UrlSource): readonly string[] {
    const allowed = [...new Set(urls)].filter((text) => {
      const reason = this.refusal(text, source);
      if (reason !== undefined) this.#fail(text, source, reason);
      return reason === undefined;
    });
    return allowed.slice(0, MAX_URLS);
  }

  /** Makes a request. It never throws for what others do. */
  async request(text: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const reason = this.refusal(text, request.source);
    if (reason !== undefined) return this.#fail(text, request.source, reason);
    const timeoutMs = this.#deps.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
    try {
      const url = new URL(text);
      const addresses = await unlessAborted(this.#addressesOf(url, request.source), signal);
      if (typeof addresses === 'string') return this.#fail(text, request.source, addresses);
      const answer = await send(url, addresses, request, signal);
      const { statusCode = 0 } = answer;
      const isSuccess = statusCode === 200 || (request.anySuccess === true && statusCode > 200 && statusCode < 300);
      const body = isSuccess ? await bodyOf(answer, request.maxOctets) : undefined;
      if (body !== undefined) return { outcome: 'answered', body };
      answer.destroy();
      if (isSuccess) return this.#fail(text, request.source, `answered with more than ${request.maxOctets} octets`);
      return this.#fail(
        text,
        request.source,
        `answered with status ${statusCode}${isRedirect(statusCode) ? ': redirects are not followed' : ''}`,
        statusCode,
      );
    } catch (error) {
      if (timeout.aborted) return this.#fail(text, request.source, `gave no answer within ${timeoutMs / 1000} seconds`);
      if (signal.aborted) return this.#fail(text, request.source, 'gave no answer in time');
      if (error instanceof TypeError || error instanceof RangeError) throw error;
      return this.#fail(text, request.source, `cannot be reached: ${reasonOf(error)}`);
    }
  }

  /** Returns why a URL is not requested, as far as it tells by itself; undefined when its addresses decide. */
  refusal(text: string, source: UrlSource): string | undefined {
    const url = URL.parse(text);
    return url === null ? 'is no URL' : this.#deps.policy.refusal(url, source);
  }

  /** The addresses to connect to, or why there are none. */
  async #addressesOf(url: URL, source: UrlSource): Promise<readonly IpAddress[] | string> {
    const name = hostNameOf(url);
    const literal = readIpAddress(name);
    const texts = literal === undefined ? await (this.#deps.resolve ?? resolveBySystem)(name) : [literal.text];
    const addresses = texts.flatMap((text) => readIpAddress(text) ?? []);
    const refusals = addresses.map((address) => this.#deps.policy.addressRefusal(url, address, source));
    const allowed = addresses.filter((_, position) => refusals[position] === undefined);
    return allowed.length > 0 ? allowed : (refusals[0] ?? 'has no address');
  }

  #fail(text: string, source: UrlSource, reason: string, status?: number): OutboundAnswer {
    const url = URL.parse(text);
    const shown = url === null ? '' : source === 'operator' ? url.origin : url.origin + url.pathname;
    this.#deps.onFailure({ url: shown, reason });
    return { outcome: 'failed', reason, ...(status !== undefined && { status }) };
  }
}

/** Host and the name in TLS are those of the URL; the addresses are these, whatever anybody would resolve the name to by now. */
function send(
  url: URL,
  addresses: readonly IpAddress[],
  { body, headers = {} }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const resolved = addresses.map(({ text, octets }): LookupAddress => ({
    address: text,
    family: octets[0]!.length === 4 ? 4 : 6,
  }));
  const lookup: NonNullable<RequestOptions['lookup']> = (_name, { all }, callback) => {
    if (all === true) callback(null, resolved);
    else callback(null, resolved[0]!.address, resolved[0]!.family);
  };
  const { Agent, request } = url.protocol === 'https:' ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    request({
      ...urlToHttpOptions(url),
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...length },
      // One of its own: the global one may have a proxy.
      agent: new Agent(),
      lookup,
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Undefined when it is larger. */
async function bodyOf(answer: IncomingMessage, maxOctets: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let octets = 0;
  for await (const piece of answer as AsyncIterable<Uint8Array>) {
    octets += piece.length;
    if (octets > maxOctets) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await dns.lookup(name, { all: true })).map(({ address }) => address);
}

/** Several addresses that all fail are one error with many inside, and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { readonly code?: string; readonly errors?: readonly Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'the connection failed';
}

function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400;
}

/** Maximum number of URLs of one certificate. */
const MAX_URLS = 4;
const TIMEOUT_MS = 10_000;
