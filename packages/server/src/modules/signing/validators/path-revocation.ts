/** Whether the certificates of a path are revoked: by the records of CAs here, else by CRLs that were given, else by those that may be fetched. */
import {
  type Certificate,
  type Crl,
  crlDistributionPoints,
  CrlRevocation,
  freshestCrl,
  type RevocationStatus,
  type ValidPath,
} from '@sealwright/pki';
import type { ForeignCrls } from '../foreign-crls.ts';
import type { OwnCertificates } from '../own-certificates.ts';
import type { CrlIndexes } from './crl-indexes.ts';

export interface RevocationSources {
  readonly ownCertificates: OwnCertificates;
  readonly foreignCrls: ForeignCrls;
  readonly crlIndexes: CrlIndexes;
  readonly crls: readonly Crl[];
  /** Where else CRLs are. */
  readonly crlUrls?: readonly string[];
  /** Among which the issuers of CRLs are looked for. */
  readonly certificates: readonly Certificate[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
}

/**
 * The status of each certificate of the path, in its order; `unknown` where neither the records nor a CRL says.
 *
 * @throws {PkiError} for distribution points that cannot be read, and more CRLs than are looked at
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
  const issuer = at === 0 ? path.anchor.certificate : path.certificates[at - 1]!;
  // What is trusted is not asked whether it has revoked itself.
  if (certificate.sha256Fingerprint === path.anchor.certificate.sha256Fingerprint) return { status: 'good' };
  const own = await sources.ownCertificates.standingOf(certificate, issuer);
  if (own !== undefined) return own;
  const given = await byLists(path, at, sources, sources.crls);
  if (given.status !== 'unknown') return given;
  const fetched = await sources.foreignCrls.fetch([...urlsOf(certificate), ...(sources.crlUrls ?? [])]);
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
  return found.status === 'good' && path.certificates[at]!.notAfter < now ? { status: 'unknown' } : found;
}

function urlsOf(certificate: Certificate): readonly string[] {
  return [crlDistributionPoints, freshestCrl]
    .flatMap((type) => certificate.extension(type) ?? [])
    .flatMap(({ distributionPoint }) => (distributionPoint?.type === 'fullName' ? distributionPoint.names : []))
    .flatMap((name) => (name.type === 'uniformResourceIdentifier' ? [name.value] : []));
}
