/** The host that a request is for (RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http';
import { BadHostError } from '../errors/index.ts';

/**
 * Requires that a request has a {@link hasGoodHost | good host}.
 *
 * @throws {@link BadHostError}
 */
export function checkHost(request: IncomingMessage): void {
  if (!hasGoodHost(request)) throw new BadHostError();
}

/**
 * Tells whether a request names one host at most, in a form that a URI may have: whatever stands before this server may have gone by
 * another one than is read here. That a request of HTTP/1.1 names any is the framework's matter.
 */
export function hasGoodHost({ rawHeaders, headers: { host = '' } }: IncomingMessage): boolean {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') named++;
  }
  return named <= 1 && HOST.test(host);
}

/** `uri-host [":" port]` (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^(?:\[[\w.~!$&'()*+,;=:-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;
