import { createHmac } from 'node:crypto';
import type { OutboundAnswer, OutboundHttp } from './outbound-http.ts';
import type { UrlSource } from './outbound-policy.ts';

/** A message to a receiver of webhooks. */
export interface SignedPost {
  readonly url: string;
  readonly source: UrlSource;
  /** A receiver knows a repetition by it. */
  readonly id: string;
  /** JSON. */
  readonly body: Uint8Array;
  /** The key of the signature over the body; undefined: there is none. A secret. */
  readonly secret: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For the whole; that of the way out unless given. */
  readonly timeoutMs?: number;
}

/** Posts a message. The receiver takes it by answering with a status of success; nothing else is read of the answer. */
export function postSigned(
  outbound: OutboundHttp,
  { url, source, id, body, secret, signal, timeoutMs }: SignedPost,
): Promise<OutboundAnswer> {
  const headers = {
    'content-type': 'application/json',
    'x-sealwright-delivery': id,
    ...(secret && { 'x-sealwright-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }),
  };
  return outbound.request(url, {
    source,
    maxOctets: MAX_ANSWER,
    body,
    headers,
    anySuccess: true,
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

const MAX_ANSWER = 64 * 1024;
