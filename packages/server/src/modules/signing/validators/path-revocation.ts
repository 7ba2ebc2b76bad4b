/** Whether the certificates of a path are revoked: by the records of CAs here, else by CRLs that were given. Nothing is fetched. */
import { type Certificate, type Crl, CrlRevocation, type RevocationStatus, type ValidPath } from '@sealwright/pki';
import type { OwnCertificates } from '../own-certificates.ts';

export interface RevocationSources {
  readonly ownCertificates: OwnCertificates;
  readonly crls: readonly Crl[];
  /** Among which the issuers of CRLs are looked for. */
  readonly certificates: readonly Certificate[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
}

/**
 * The status of each certificate of the path, in its order; `unknown` where neither the records nor a CRL says.
 *
 * @throws {PathError} `path.too_large` for more CRLs than are looked at
 */
export async function revocationOfPath(
  path: ValidPath,
  { ownCertificates, crls, certificates, now }: RevocationSources,
): Promise<readonly RevocationStatus[]> {
  const lists = new CrlRevocation({ crls, certificates, rules: { now } });
  const statuses: RevocationStatus[] = [];
  for (const [at, certificate] of path.certificates.entries()) {
    const issuer = at === 0 ? path.anchor.certificate : path.certificates[at - 1]!;
    // What is trusted is not asked whether it has revoked itself.
    const isAnchor = certificate.sha256Fingerprint === path.anchor.certificate.sha256Fingerprint;
    statuses.push(
      isAnchor ? { status: 'good' } : ((await ownCertificates.standingOf(certificate, issuer)) ?? byLists(at)),
    );
  }
  return statuses;

  /** Lists may drop what has expired (RFC 5280 §3.3), so that nothing is said of it by its absence. */
  function byLists(at: number): RevocationStatus {
    const found = lists.statusOf(path, at);
    return found.status === 'good' && path.certificates[at]!.notAfter < now ? { status: 'unknown' } : found;
  }
}
