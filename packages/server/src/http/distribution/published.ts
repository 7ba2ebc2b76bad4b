/** CRLs and certificates of CAs as representations of what is stored. */
import { type Certificate, encodeCertsOnly, formatPem } from '@sealwright/pki';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type {
  CertificateAuthority,
  ConfiguredAuthorities,
  CrlKind,
  CrlStore,
  PublishedCertificates,
  PublishedKrls,
  X509Authority,
} from '../../modules/ca/index.ts';
import { RouteNotFoundError } from '../errors/index.ts';
import { sendRepresentation } from './conditional.ts';
import { pemLength, pemPieces } from './pem-pieces.ts';

export interface DistributionDeps {
  readonly ca: {
    readonly authorities: Pick<
      ConfiguredAuthorities,
      'findById' | 'findByName' | 'findByPublicId' | 'findBySubject' | 'list'
    >;
    readonly crls: Pick<CrlStore, 'findLatest' | 'findLatestHead' | 'read'>;
    readonly publishedCertificates: Pick<PublishedCertificates, 'find' | 'findByAttributes' | 'ofCa'>;
    readonly publishedKrls: Pick<PublishedKrls, 'find'>;
  };
  readonly clock: Clock;
}

/** A request for a published object, and its reply. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The CRL of a CA to send, and its format. */
export interface WantedCrl {
  readonly caId: number;
  readonly kind: CrlKind;
  readonly partition: number;
  /** Required CRL number; by default any. */
  readonly number?: number | undefined;
  readonly pem?: boolean;
  readonly fileName?: string | undefined;
}

/** Sends the newest CRL of a kind. @throws {@link NothingPublishedError} */
export async function sendCrl(
  { request, reply }: Exchange,
  { caId, kind, partition, number, pem = false, fileName }: WantedCrl,
  { ca: { crls }, clock }: DistributionDeps,
): Promise<FastifyReply> {
  const crl = await crls.findLatest({ caId, partition }, kind);
  if (crl === undefined || (number !== undefined && crl.number !== number)) throw new NothingPublishedError();
  // The tag comes from the stored row: hashing a CRL of 50 MB for each request is not worth it.
  const tag = crl.sha1.toHex();
  const common = {
    // An imported CRL arrived later than its date says.
    modifiedSeconds: crl.imported ? undefined : crl.thisUpdate,
    maxAgeSeconds: crlMaxAgeSeconds(crl.nextUpdate, nowSeconds(clock)),
    fileName,
  };
  const form = pem
    ? {
        length: pemLength(PEM_CRL, crl.octets),
        read: (start: number, end: number) => pemPieces(PEM_CRL, crls.read(crl), { start, end }),
        mediaType: 'application/x-pem-file',
        tag: `${tag}-pem`,
      }
    : {
        length: crl.octets,
        read: (start: number, end: number) => crls.read(crl, { start, end }),
        mediaType: 'application/pkix-crl',
        tag,
      };
  return sendRepresentation(request, reply, { ...common, ...form }, clock);
}

/** Octets small enough to be made for each request. */
export interface Octets {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly maxAgeSeconds: number;
  readonly fileName?: string | undefined;
}

export function sendOctets({ request, reply }: Exchange, { bytes, ...octets }: Octets, clock: Clock): FastifyReply {
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const read = (start: number, end: number) => [bytes.subarray(start, end)];
  return sendRepresentation(request, reply, { ...octets, length: bytes.length, read, tag }, clock);
}

/** A format in which certificates are sent. */
export interface CertificateForm {
  readonly mediaType: string;
  /** @param certificates - at least one */
  encode(certificates: readonly Uint8Array[]): Uint8Array;
}

/** Formats by file extension: one certificate in DER or PEM, several in PEM, or PKCS #7 in DER or PEM. */
export const FORMS = {
  der: { mediaType: 'application/pkix-cert', encode: ([own]) => own! },
  pem: {
    mediaType: 'application/x-pem-file',
    encode: (all) => encoded(all.map((der) => formatPem('CERTIFICATE', der)).join('')),
  },
  p7c: { mediaType: 'application/pkcs7-mime; smime-type=certs-only', encode: encodeCertsOnly },
  p7b: { mediaType: 'application/x-pem-file', encode: (all) => encoded(formatPem('PKCS7', encodeCertsOnly(all))) },
} as const satisfies Readonly<Record<string, CertificateForm>>;

/** Sends certificates, which do not change until the CA is renewed. */
export function sendCertificates(
  exchange: Exchange,
  certificates: readonly Certificate[],
  { form, ...further }: { readonly form: CertificateForm } & Partial<Pick<Octets, 'fileName' | 'mediaType'>>,
  clock: Clock,
): FastifyReply {
  if (certificates.length === 0) throw new NothingPublishedError();
  const octets = {
    bytes: form.encode(certificates.map(({ der }) => der)),
    mediaType: form.mediaType,
    maxAgeSeconds: CERTIFICATE_MAX_AGE_SECONDS,
    ...further,
  };
  return sendOctets(exchange, octets, clock);
}

/** Finds a CA by its name, or by its number. @throws {@link NothingPublishedError} */
export async function findAuthority(
  { authorities }: DistributionDeps['ca'],
  nameOrNumber: string,
): Promise<CertificateAuthority> {
  const isNumber = /^-?\d{1,10}$/.test(nameOrNumber);
  const byName = await authorities.findByName(nameOrNumber);
  const found = byName ?? (isNumber ? await authorities.findByPublicId(Number(nameOrNumber)) : undefined);
  if (found === undefined) throw new NothingPublishedError();
  return found;
}

/** Returns the CA if it is an X.509 CA with a certificate. @throws {@link NothingPublishedError} */
export function requireCertified(authority: CertificateAuthority | undefined): X509Authority {
  if (authority?.kind !== 'X509' || authority.chain.length === 0) throw new NothingPublishedError();
  return authority;
}

/** Returns the max-age: until the next CRL, and at most an hour, since a revocation may cause an early CRL. */
function crlMaxAgeSeconds(nextUpdate: number | undefined, now: number): number {
  return Math.max(0, Math.min(CRL_MAX_AGE_SECONDS, (nextUpdate ?? now) - now));
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A name under which nothing is published. */
export class NothingPublishedError extends RouteNotFoundError {}

const PEM_CRL = 'X509 CRL';
const CRL_MAX_AGE_SECONDS = 3600;
export const CERTIFICATE_MAX_AGE_SECONDS = 86_400;
