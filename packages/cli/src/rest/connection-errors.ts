/** Why there is no connection, in words that say what to do. */
import { ConnectionError } from '../errors.ts';

/** Source of the CAs that may issue the server's certificate: a file, or `system`. */
export type ServerTrust = { readonly file: string } | 'system';

/** Stage at which the connection failed. */
export interface Attempt {
  readonly server: URL;
  readonly trust: ServerTrust;
  /** Milliseconds, when it was the time-out that ended it. */
  readonly timedOut: number | undefined;
  /** True when the server may have received the request. */
  readonly mayHaveArrived: boolean;
}

/** Makes the error of a command of what Node says. */
export function connectionError(cause: unknown, attempt: Attempt): ConnectionError {
  const { server, timedOut, mayHaveArrived } = attempt;
  const origin = server.origin;
  const options = { cause, mayHaveArrived };
  if (timedOut !== undefined) {
    const message = `${origin} gave no answer within ${timedOut / 1000} s; --timeout SECONDS waits longer`;
    return new ConnectionError('cli.timeout', message, options);
  }
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const known = UNREACHABLE[code];
  if (known !== undefined) return new ConnectionError('cli.unreachable', `${origin} ${known}`, options);
  const tls = tlsMessage(code, openSslReason(message) ?? message, attempt);
  if (tls !== undefined) return new ConnectionError('cli.tls', tls, options);
  return new ConnectionError('cli.unreachable', `the connection to ${origin} failed: ${message}`, options);
}

/** The reason in `error:CODE:library:function:reason:file:line`, the form of OpenSSL's error queue. */
function openSslReason(message: string): string | undefined {
  return /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1];
}

function tlsMessage(code: string, message: string, { server, trust }: Attempt): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate of ${server.origin} is for another name: ${message.replace(/^.*altnames: /, '')}`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${server.origin}, or one above it, has expired`;
  if (code === 'CERT_NOT_YET_VALID') return `the certificate of ${server.origin}, or one above it, is not valid yet`;
  if (NOT_TRUSTED.has(code)) {
    const trusted = trust === 'system' ? 'the CAs of this system are trusted' : `the CAs in ${trust.file} are trusted`;
    return `the certificate of ${server.origin} is not trusted (${message}): ${trusted}; --cacert FILE names others`;
  }
  if (NO_TLS.has(message)) {
    return `${server.origin} does not speak TLS; is it the port of plain HTTP?`;
  }
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO'
    ? `no TLS connection to ${server.origin}: ${message}`
    : undefined;
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections: no server is listening there',
  ENOTFOUND: 'cannot be found: no host has that name',
  EAI_AGAIN: 'cannot be found: the name service does not answer',
  EHOSTUNREACH: 'cannot be reached: there is no route to the host',
  ENETUNREACH: 'cannot be reached: there is no route to its network',
  ETIMEDOUT: 'cannot be reached: it does not answer',
  ECONNRESET: 'closed the connection before it answered',
  EPIPE: 'closed the connection before it answered',
};
const NO_TLS = new Set(['wrong version number', 'packet length too long', 'http request']);
const NOT_TRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
]);
