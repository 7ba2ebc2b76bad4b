/** Whether the certificates of a path are revoked: by the records of CAs here, else by what their CAs elsewhere say, over OCSP or in CRLs. */
import {
  type Certificate,
  type Crl,
  CrlRevocation,
  issuerOf,
  type RevocationStatus,
  statusByOcsp,
  type ValidPath,
} from '@sealwright/pki';
import { crlUrlsOf, type ForeignCrls } from './foreign-crls.ts';
import { type OcspResponders, ocspUrlsOf } from './ocsp-responders.ts';
import type { OwnCertificates } from './own-certificates.ts';
import type { CrlIndexes } from './crl-indexes.ts';

/** How CAs elsewhere say what they have revoked. */
export type RevocationMethod = 'ocsp' | 'crl';

export interface RevocationSources {
  readonly ownCertificates: OwnCertificates;
  readonly foreignCrls: ForeignCrls;
  readonly ocspResponders: OcspResponders;
  readonly crlIndexes: CrlIndexes;
  /** In the order in which they are asked, the next one where the one before does not know. */
  readonly methods: readonly RevocationMethod[];
  readonly crls: readonly Crl[];
  /** Where else CRLs are. */
  readonly crlUrls?: readonly string[];
  /** Who may answer over OCSP whatever a CA says. */
  readonly trustedResponders?: readonly Certificate[];
  /** Among which the issuers of CRLs are looked for. */
  readonly certificates: readonly Certificate[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
}

/**
 * The status of each certificate of the path, in its order; `unknown` where nobody says.
 *
 * @throws {PkiError} for extensions of certificates that cannot be read, and more CRLs than are looked at
 */
export async function revocationOfPath(
  path: ValidPath,
  sources: RevocationSources,
): Promise<readonly RevocationStatus[]> {
  const statuses: RevocationStatus[] = [];
  for (const at of path.certificates.keys()) statuses.push(await statusOf(path, at, sources));
  return statuses;
}

async function statusOf(path: ValidPath, at: number, sources: RevocationSources): Promise<RevocationStatus> {
  const certificate = path.certificates[at]!;
  // What is trusted is not asked whether it has revoked itself.
  if (certificate.sha256Fingerprint === path.anchor.certificate.sha256Fingerprint) return { status: 'good' };
  const own = await sources.ownCertificates.standingOf(certificate, issuerOf(path, at).certificate);
  if (own !== undefined) return own;
  for (const method of sources.methods) {
    const found = await STATUS_BY[method](path, at, sources);
    if (found.status !== 'unknown') return found;
  }
  return UNKNOWN;
}

async function byOcsp(path: ValidPath, at: number, sources: RevocationSources): Promise<RevocationStatus> {
  const certificate = path.certificates[at]!;
  const { now, ocspResponders, trustedResponders } = sources;
  const answer = await ocspResponders.ask(ocspUrlsOf(certificate), { path, at, now, trustedResponders });
  if (answer === undefined) return UNKNOWN;
  const { responder, response } = answer;
  if (responder.kind === 'delegated' && !responder.noCheck) {
    // Not over OCSP: it would be the one to answer.
    const own = await statusOf(responder.path, at, { ...sources, methods: ['crl'] });
    if (own.status !== 'good') return UNKNOWN;
  }
  return statusByOcsp(response, certificate, now);
}

/**
 * The lists that were given and those at their places together: a given one may be current and not the newest, or have a delta at such a place. Only what is
 * revoked for good needs no other.
 */
async function byCrls(path: ValidPath, at: number, sources: RevocationSources): Promise<RevocationStatus> {
  const given = await byLists(path, at, sources, sources.crls);
  if (given.status === 'revoked' && given.reason !== 'CERTIFICATE_HOLD') return given;
  const urls = [...crlUrlsOf(path.certificates[at]!), ...(sources.crlUrls ?? [])];
  const fetched = await sources.foreignCrls.fetch(urls);
  return fetched.length === 0 ? given : byLists(path, at, sources, [...sources.crls, ...fetched]);
}

/** Lists may drop what has expired (RFC 5280 §3.3), so that nothing is said of it by its absence. */
async function byLists(
  path: ValidPath,
  at: number,
  { certificates, crlIndexes, now }: RevocationSources,
  crls: readonly Crl[],
): Promise<RevocationStatus> {
  const lists = await crlIndexes.prepare(crls, { path, certificates });
  const found = new CrlRevocation({ crls: lists, certificates, rules: { now } }).statusOf(path, at);
  return found.status === 'good' && path.certificates[at]!.notAfter < now ? UNKNOWN : found;
}

const STATUS_BY = { ocsp: byOcsp, crl: byCrls } as const satisfies Record<RevocationMethod, unknown>;
const UNKNOWN: RevocationStatus = { status: 'unknown' };
