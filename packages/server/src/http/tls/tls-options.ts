/** The TLS settings of a listener. */
import { constants } from 'node:crypto';
import type { ServerOptions } from 'node:https';

/** Certificates that a listener shows and asks for; replaced at run time when the certificate is renewed or an administrators' CA is added. */
export interface TlsMaterial {
  /** PEM of the private key. */
  readonly key: string;
  /** PEM of the server's certificate and the intermediate ones after it. */
  readonly cert: string;
  /** PEM of the CAs whose names the server sends, so that a client can choose its certificate; more than 100 send none. */
  readonly acceptedCas: readonly string[];
  /** 48 octets. Sessions can be resumed as long as they stay the same, whatever else is replaced. */
  readonly ticketKeys: Uint8Array;
}

/**
 * The options of Node's TLS server for `material`.
 *
 * A client certificate is requested and never required, and what Node thinks of it is not asked: `socket.authorized` is decided once
 * per session and stays true on kept-alive and resumed connections after a CA was removed. TLS proves possession of the key;
 * everything else is checked on every request.
 */
export function tlsServerOptions(material: TlsMaterial, handshakeMs: number): ServerOptions {
  const { key, cert, acceptedCas, ticketKeys } = material;
  // An empty list means "any CA" (RFC 5246 §7.4.4, RFC 8446 §4.2.4): with a list cut at 100, clients of the 101st would not
  // send the certificate that they have.
  const named = acceptedCas.length > 0 && acceptedCas.length <= MAX_CA_NAMES;
  return {
    key,
    cert,
    ...(named ? { ca: [...acceptedCas] } : {}),
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    // Clients that speak HTTP/1.0 say so, and a server that names no protocol of theirs refuses them (RFC 7301 §3.2).
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    handshakeTimeout: handshakeMs,
    ticketKeys: Buffer.from(ticketKeys),
    sessionTimeout: SESSION_TIMEOUT_SECONDS,
    // Node's own is made of the command line, which worker processes need not share.
    sessionIdContext: 'sealwright',
    // The caller is read once per connection, so nothing may change it in between.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
  };
}

const MAX_CA_NAMES = 100;
const SESSION_TIMEOUT_SECONDS = 300;
