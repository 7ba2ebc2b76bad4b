/** The CRL that somebody asks about: in a file, at a URL, of the certificate of a TLS server, or of a CA. */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import tls from 'node:tls';
import {
  ACCESS_METHODS,
  type AccessDescription,
  authorityInfoAccess,
  Certificate,
  type Crl,
  crlDistributionPoints,
  type GeneralName,
  parsePem,
  PkiError,
  readCertsOnly,
} from '@sealwright/pki';
import { readServerTrust } from '../credentials.ts';
import { CliError, ConnectionError, UnexpectedAnswerError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import type { CrlVariant } from '../rest/crl-rest.ts';
import { downloadPublic } from '../rest/public-download.ts';
import type { Session } from '../session.ts';
import { readCrl } from './check-crl.ts';

/** A CRL, the certificates of CAs that came with it, and the certificate that it was asked for, if any. */
export interface FoundCrl {
  readonly crl: Crl;
  /** Where it was found, for people. */
  readonly where: string;
  readonly issuers: readonly Certificate[];
  /** The certificate of a TLS server. */
  readonly subject: Certificate | undefined;
}

/** @param named - a file, a URL, HOST:PORT or the name of a CA, in that order */
export async function findCrl(session: Session, named: string, variant: CrlVariant): Promise<FoundCrl> {
  if (/^https?:\/\//i.test(named)) return atUrl(session, named);
  if (existsSync(named)) return inFile(named);
  const [, host, port] = /^\[?([A-Za-z0-9.:-]+?)\]?:(\d{1,5})$/.exec(named) ?? [];
  return host === undefined ? ofCa(session, named, variant) : ofServer(session, host, Number(port));
}

/** Reads certificates of a file in PEM or DER, or of PKCS #7. @throws {@link FileError}, {@link UnexpectedAnswerError} */
export async function readIssuers(file: string): Promise<readonly Certificate[]> {
  return certificatesIn(await readInputFile(file, 'the certificate of the issuer'), file);
}

async function inFile(file: string): Promise<FoundCrl> {
  const octets = await readInputFile(file, 'the CRL', MAX_CRL_OCTETS);
  return { crl: readCrl(derIn(octets), file), where: file, issuers: [], subject: undefined };
}

async function atUrl(session: Session, url: string): Promise<FoundCrl> {
  const crl = readCrl(derIn(await download(session, url, MAX_CRL_OCTETS)), url);
  const access = readable(() => crl.extension(authorityInfoAccess)) ?? [];
  return { crl, where: url, issuers: await issuersAt(session, urisOf(access)), subject: undefined };
}

async function ofCa(session: Session, ca: string, variant: CrlVariant): Promise<FoundCrl> {
  const rest = await session.connectToDistribution();
  const crl = readCrl(await rest.crl(ca, variant), `the CRL of ${ca}`);
  const issuers = certificatesIn(await rest.certificates(ca), `the certificates of ${ca}`);
  return { crl, where: ca, issuers, subject: undefined };
}

async function ofServer(session: Session, host: string, port: number): Promise<FoundCrl> {
  const chain = await chainOf(host, port, session.options.timeoutMs);
  const [subject] = chain;
  const points = readable(() => subject!.extension(crlDistributionPoints)) ?? [];
  const addresses = points
    .flatMap(({ distributionPoint }) => (distributionPoint?.type === 'fullName' ? distributionPoint.names : []))
    .flatMap(uriOf);
  const [url] = addresses;
  if (url === undefined)
    throw new UnexpectedAnswerError(`the certificate of ${host}:${port} names no CRL that is had over HTTP`);
  const { crl, issuers } = await atUrl(session, url);
  const above = await issuersAt(session, urisOf(readable(() => subject!.extension(authorityInfoAccess)) ?? []));
  return { crl, where: `${url}, of ${host}:${port}`, issuers: [...chain.slice(1), ...issuers, ...above], subject };
}

/** The certificates that a TLS server shows. Nothing is sent to it, so whether they are trusted does not matter. */
function chainOf(host: string, port: number, timeoutMs: number): Promise<readonly Certificate[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Certificate[]>();
  const socket = tls.connect({
    host,
    port,
    // A name, and never an address (RFC 6066 §3).
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: false,
    timeout: timeoutMs,
  });
  const fail = (cause: Error | undefined, code: 'cli.unreachable' | 'cli.timeout') => {
    socket.destroy();
    reject(
      new ConnectionError(code, `${host}:${port}: ${cause?.message ?? `no TLS within ${timeoutMs / 1000} s`}`, {
        cause,
        mayHaveArrived: false,
      }),
    );
  };
  socket.once('error', (cause) => fail(cause, 'cli.unreachable'));
  socket.once('timeout', () => fail(undefined, 'cli.timeout'));
  socket.once('secureConnect', () => {
    const ders: Uint8Array[] = [];
    let next: tls.DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    while (next?.raw !== undefined && ders.length < MAX_CHAIN && !ders.some((der) => next!.raw.equals(der))) {
      ders.push(new Uint8Array(next.raw));
      next = next.issuerCertificate;
    }
    socket.destroy();
    try {
      resolve(ders.map((der) => Certificate.parse(der)));
    } catch (cause) {
      reject(new UnexpectedAnswerError(`the certificate of ${host}:${port} cannot be read`, { cause }));
    }
  });
  return promise;
}

/** Gets the certificates at the first address that has any. That there is none is found out when the signature is verified. */
async function issuersAt(session: Session, urls: readonly string[]): Promise<readonly Certificate[]> {
  for (const url of urls.slice(0, MAX_ADDRESSES)) {
    try {
      return certificatesIn(await download(session, url, MAX_CERTIFICATE_OCTETS), url);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  return [];
}

async function download(session: Session, url: string, maxOctets: number): Promise<Uint8Array> {
  const { options } = session;
  const { ca } = /^https:/i.test(url) ? await readServerTrust(options) : { ca: undefined };
  return downloadPublic(url, { timeoutMs: options.timeoutMs, maxOctets, ca });
}

/** Returns where certificates of issuers are, as far as HTTP leads there. */
function urisOf(access: readonly AccessDescription[]): readonly string[] {
  return access.flatMap(({ accessMethod, accessLocation }) =>
    accessMethod === ACCESS_METHODS.caIssuers ? uriOf(accessLocation) : [],
  );
}

function uriOf(name: GeneralName): readonly string[] {
  return name.type === 'uniformResourceIdentifier' && /^https?:/i.test(name.value) ? [name.value] : [];
}

function certificatesIn(octets: Uint8Array, where: string): readonly Certificate[] {
  try {
    const text = Buffer.from(octets).toString('latin1');
    const blocks = text.includes('-----BEGIN ') ? parsePem(text) : undefined;
    const ders = blocks?.flatMap(({ label, der }) =>
      label === 'CERTIFICATE' ? [der] : label === 'PKCS7' ? readCertsOnly(der) : [],
    );
    return (ders ?? dersIn(octets)).map((der) => Certificate.parse(der));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${where} holds no certificates that can be read: ${error.message}`, {
      cause: error,
    });
  }
}

/** One certificate in DER, or PKCS #7. */
function dersIn(octets: Uint8Array): readonly Uint8Array[] {
  const certificate = readable(() => Certificate.parse(octets));
  return certificate === undefined ? readCertsOnly(octets) : [octets];
}

function derIn(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets.subarray(0, 100_000)).toString('latin1');
  if (!text.includes('-----BEGIN X509 CRL-----')) return octets;
  return parsePem(Buffer.from(octets).toString('latin1')).find(({ label }) => label === 'X509 CRL')?.der ?? octets;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

const MAX_ADDRESSES = 3;
const MAX_CHAIN = 10;
const MAX_CRL_OCTETS = 256 * 1024 * 1024;
const MAX_CERTIFICATE_OCTETS = 1024 * 1024;
