/** Mail servers and addresses of mail, as texts. */

/** A mail server, as the operator names it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first octet; otherwise STARTTLS, which only the host itself may leave out. */
  readonly tls: boolean;
  /** Undefined: without a login. */
  readonly user: string | undefined;
}

/**
 * Reads `smtps://HOST`, `smtp://USER@HOST:PORT` and the like.
 *
 * Ports are 465 for `smtps`; for `smtp` 587, and 25 at the host itself. Undefined for other texts, and for one with a password: that has a place of its own.
 */
export function readMailServer(text: string): MailServer | undefined {
  const url = /^smtps?:\/\/[^\s]+$/.test(text) ? URL.parse(text) : null;
  if (url === null || url.password !== '' || url.hostname === '' || url.search !== '' || url.hash !== '')
    return undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const tls = url.protocol === 'smtps:';
  const user = decoded(url.username);
  if (user === undefined) return undefined;
  const usual = tls ? 465 : isHostItself(host) ? 25 : 587;
  return { host, port: url.port === '' ? usual : Number(url.port), tls, user: user === '' ? undefined : user };
}

/** Tells whether a connection stays within the host, so that nobody else can listen. */
export function isHostItself(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Undefined for what is not an encoding, or has a control character in it. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}
