/** Certificates that a command is pointed at: in a file, or shown by a server over TLS. */
import { access } from 'node:fs/promises';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { Certificate, parsePem, PkiError } from '@sealwright/pki';
import { FileError, UnexpectedAnswerError, UsageError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import { connectionError } from '../rest/connection-errors.ts';

/** Where certificates are. */
export type CertificateSource =
  | { readonly kind: 'file'; readonly file: string }
  | {
      readonly kind: 'server';
      /** A host name, or an address without brackets. */
      readonly host: string;
      readonly port: number;
    };

/** Certificates of a source. Nothing is verified. */
export interface FoundCertificates {
  readonly certificate: Certificate;
  /** Certificates that come with it, in their order: of CAs above it, usually. */
  readonly chain: readonly Certificate[];
  /** OCSP response that the server staples to it, in DER. */
  readonly ocspResponse: Uint8Array | undefined;
}

/**
 * Reads `FILE` or `HOST:PORT`. A file of that name comes first; `./HOST:PORT` is always a file.
 *
 * @throws {@link UsageError} for a port beyond 65535, and brackets without an IPv6 address
 */
export async function parseCertificateSource(text: string): Promise<CertificateSource> {
  const [, bracketed, name, digits = ''] = /^(?:\[([^\]]+)\]|([^\s/\\:[\]]+)):(\d+)$/.exec(text) ?? [];
  const host = bracketed ?? name;
  if (host === undefined || (await exists(text))) return { kind: 'file', file: text };
  if (bracketed !== undefined && isIP(bracketed) !== IPV6)
    throw new UsageError(
      `'${text}' has no IPv6 address in its brackets; HOST:PORT is expected, such as [2001:db8::1]:443`,
    );
  const port = Number(digits);
  if (port >= 1 && port <= LAST_PORT) return { kind: 'server', host, port };
  throw new UsageError(`'${text}' names the port ${digits}; it has to be a number from 1 to ${LAST_PORT}`);
}

/**
 * Reads the certificates of a source.
 *
 * @param options - `timeoutMs`: for a server to show them
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable`
 * @throws {@link ConnectionError} for a server that cannot be reached, or that ends the handshake
 * @throws {@link UnexpectedAnswerError} for a server that shows something else
 */
export async function readCertificateSource(
  source: CertificateSource,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<FoundCertificates> {
  return source.kind === 'file' ? readFile(source.file) : readServer(source, timeoutMs);
}

async function readFile(file: string): Promise<FoundCertificates> {
  const content = await readInputFile(file, 'a certificate');
  try {
    const text = Buffer.from(content).toString('latin1');
    const blocks = text.includes('-----BEGIN ') ? parsePem(text).filter(({ label }) => label === 'CERTIFICATE') : [];
    const [certificate, ...chain] = blocks.length === 0 ? [content] : blocks.map(({ der }) => der);
    return {
      certificate: Certificate.parse(certificate!),
      chain: chain.map((der) => Certificate.parse(der)),
      ocspResponse: undefined,
    };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new FileError('cli.file_unusable', `${file} is not a certificate: ${error.message}`, { cause: error });
  }
}

interface Shown {
  readonly octets: readonly Uint8Array[];
  readonly ocspResponse: Uint8Array | undefined;
}

async function readServer(
  { host, port }: Extract<CertificateSource, { kind: 'server' }>,
  timeoutMs: number,
): Promise<FoundCertificates> {
  const server = new URL(`https://${isIP(host) === IPV6 ? `[${host}]` : host}:${port}`);
  let shown: Shown;
  let timedOut: number | undefined;
  try {
    shown = await handshake(host, port, timeoutMs, () => (timedOut = timeoutMs));
  } catch (cause) {
    throw connectionError(cause, { server, trust: 'system', timedOut, mayHaveArrived: false });
  }
  try {
    const [certificate, ...chain] = shown.octets.map((der) => Certificate.parse(der));
    if (certificate !== undefined) return { certificate, chain, ocspResponse: shown.ocspResponse };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the certificate that ${host}:${port} shows cannot be read: ${error.message}`, {
      cause: error,
    });
  }
  throw new UnexpectedAnswerError(`${host}:${port} shows no certificate`);
}

/** Shakes hands with any server: its certificate is looked at, and nothing is sent to it. */
function handshake(host: string, port: number, timeoutMs: number, onTimeout: () => void): Promise<Shown> {
  const { promise, resolve, reject } = Promise.withResolvers<Shown>();
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = tls.connect({ host, port, ...name, rejectUnauthorized: false, requestOCSP: true });
  const timer = setTimeout(() => {
    onTimeout();
    socket.destroy(new Error('it took too long'));
  }, timeoutMs);
  let ocspResponse: Uint8Array | undefined;
  socket.on('OCSPResponse', (response: Buffer | null) => (ocspResponse = response ?? undefined));
  socket.once('secureConnect', () => {
    resolve({ octets: octetsOf(socket), ocspResponse });
    socket.destroy();
  });
  socket.once('error', reject);
  socket.once('close', () => reject(Object.assign(new Error('it closed the connection'), { code: 'ECONNRESET' })));
  return promise.finally(() => clearTimeout(timer));
}

/** Returns the certificates in the order in which each was issued by the next. */
function octetsOf(socket: tls.TLSSocket): readonly Uint8Array[] {
  const octets: Uint8Array[] = [];
  let one: tls.DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // A root stands for its own issuer.
  while (one?.raw !== undefined && octets.length < MOST_CERTIFICATES) {
    octets.push(new Uint8Array(one.raw));
    one = one.issuerCertificate === one ? undefined : one.issuerCertificate;
  }
  return octets;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

const IPV6 = 6;
const LAST_PORT = 65_535;
const MOST_CERTIFICATES = 100;
