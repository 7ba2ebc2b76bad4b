/** The CRL that somebody asks about: in a file, at a URL, of the certificate of a TLS server, or of a CA. */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { authorityInfoAccess, Certificate, type Crl, crlDistributionPoints, parsePem, readable } from '@sealwright/pki';
import { certificatesIn, download, issuersAt, uriOf } from '../certificates/issuers.ts';
import { ConnectionError, UnexpectedAnswerError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import type { CrlVariant } from '../rest/crl-rest.ts';
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

async function inFile(file: string): Promise<FoundCrl> {
  const octets = await readInputFile(file, 'the CRL', MAX_CRL_OCTETS);
  return { crl: readCrl(derIn(octets), file), where: file, issuers: [], subject: undefined };
}

async function atUrl(session: Session, url: string): Promise<FoundCrl> {
  const crl = readCrl(derIn(await download(session, url, MAX_CRL_OCTETS)), url);
  const access = readable(() => crl.extension(authorityInfoAccess)) ?? [];
  return { crl, where: url, issuers: await issuersAt(session, access), subject: undefined };
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
  const above = await issuersAt(session, readable(() => subject!.extension(authorityInfoAccess)) ?? []);
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

function derIn(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets.subarray(0, 100_000)).toString('latin1');
  if (!text.includes('-----BEGIN X509 CRL-----')) return octets;
  return parsePem(Buffer.from(octets).toString('latin1')).find(({ label }) => label === 'X509 CRL')?.der ?? octets;
}

const MAX_CHAIN = 10;
const MAX_CRL_OCTETS = 256 * 1024 * 1024;
