/** HTTP to others: every connection that the server makes for a worker. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { WithDeps } from '../kernel/with-deps.ts';
import type { IpAddress } from './ip-address.ts';
import { allowedAddresses, lookupOf, reasonOf, type ResolveName, unlessAborted } from './outbound-addresses.ts';
import { type OutboundPolicy, placeOf, type UrlSource } from './outbound-policy.ts';

/** A request. */
export interface OutboundRequest {
  /** POST when there is a body, and GET otherwise, unless given. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly source: UrlSource;
  readonly maxOctets: number;
  /** True where every status from 200 to 299 is an answer; 200 alone unless given. */
  readonly anySuccess?: boolean;
  /** Ends it before its time is over. */
  readonly signal?: AbortSignal;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificates of CAs that the server's may come from, PEM; those of the system unless given. */
  readonly trusted?: readonly string[];
  /** Maximum number of octets of the body of a refusal; nothing of it is read unless given. */
  readonly maxRefusalOctets?: number;
  /** For the request in whole; that of the deps unless given. */
  readonly timeoutMs?: number;
}

/** The body of an answer of success, or the reason that there is none, for the log and for nobody outside. */
export type OutboundAnswer =
  | { readonly outcome: 'answered'; readonly body: Uint8Array }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** Of an answer that is not a success. */
      readonly status?: number;
      /** The body of such an answer, where the request asks for it and it is not too long. */
      readonly refusal?: Uint8Array;
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
  readonly resolve?: ResolveName;
  /** For a request in whole, from the resolution of the name to the end of the answer. */
  readonly timeoutMs?: number;
}

/**
 * Makes requests where the operator allows them. A name is resolved once, its addresses are held against the policy, and the connection goes to those that
 * passed. Redirects are answers like any other status but 200: failures. Proxies of the environment are not used, since the policy could not see where they
 * connect to.
 */
export class OutboundHttp extends WithDeps<OutboundHttpDeps> {
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
    const timeoutMs = request.timeoutMs ?? this.deps.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
    try {
      const url = new URL(text);
      const { policy, resolve } = this.deps;
      const found = allowedAddresses(policy, placeOf(url), request.source, resolve);
      const addresses = await unlessAborted(found, signal);
      if (typeof addresses === 'string') return this.#fail(text, request.source, addresses);
      const answer = await send(url, addresses, request, signal);
      const { statusCode = 0 } = answer;
      const isSuccess = statusCode === 200 || (request.anySuccess === true && statusCode > 200 && statusCode < 300);
      const body = isSuccess ? await bodyOf(answer, request.maxOctets) : undefined;
      if (body !== undefined) return { outcome: 'answered', body };
      const { maxRefusalOctets = 0 } = request;
      const refusal = isSuccess || maxRefusalOctets === 0 ? undefined : await bodyOf(answer, maxRefusalOctets);
      answer.destroy();
      if (isSuccess) return this.#fail(text, request.source, `answered with more than ${request.maxOctets} octets`);
      return this.#fail(
        text,
        request.source,
        `answered with status ${statusCode}${isRedirect(statusCode) ? ': redirects are not followed' : ''}`,
        { status: statusCode, ...(refusal && { refusal }) },
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
    return url === null ? 'is not a URL' : this.deps.policy.refusal(url, source);
  }

  #fail(
    text: string,
    source: UrlSource,
    reason: string,
    answer: { readonly status?: number; readonly refusal?: Uint8Array } = {},
  ): OutboundAnswer {
    const url = URL.parse(text);
    const shown = url === null ? '' : source === 'operator' ? url.origin : url.origin + url.pathname;
    this.deps.onFailure({ url: shown, reason });
    return { outcome: 'failed', reason, ...answer };
  }
}

/** Host and the name in TLS are those of the URL; the addresses are these, whatever anybody would resolve the name to by now. */
function send(
  url: URL,
  addresses: readonly IpAddress[],
  { method, body, headers = {}, trusted }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { Agent, request } = url.protocol === 'https:' ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    request({
      ...urlToHttpOptions(url),
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...length },
      // One of its own: the global one may have a proxy.
      agent: new Agent(),
      lookup: lookupOf(addresses),
      ...(trusted && { ca: [...trusted] }),
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

function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400;
}

/** Maximum number of URLs of one certificate. */
const MAX_URLS = 4;
const TIMEOUT_MS = 10_000;
