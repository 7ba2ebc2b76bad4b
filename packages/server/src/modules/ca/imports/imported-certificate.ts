/** Certificates of end entities that a CA has issued and this installation does not know: those of before it was moved here. */
import {
  AlgorithmError,
  basicConstraints,
  type Certificate,
  formatGeneralNames,
  PublicKeyError,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { KnownIssuers, X509Authority } from '../authorities/index.ts';
import { recordMembers, sha1Of } from '../issuance/index.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';

/** The end entity that a certificate belongs to, and the profiles that are to be its. */
export type CertificateOwner = Pick<
  NewCertificate,
  'certificateProfileId' | 'endEntityProfileId' | 'endEntityId' | 'username'
>;

/** Returns the certificate of a CA, the present one or one of an earlier key, that a certificate of an end entity was issued under. */
export async function issuingCertificate(
  authority: X509Authority,
  certificate: Certificate,
  issuers: Pick<KnownIssuers, 'of'>,
): Promise<Certificate | undefined> {
  if (certificate.extension(basicConstraints)?.ca === true) return undefined;
  const { certificates } = await issuers.of(authority);
  return certificates.find((issuer) => certificate.issuer.equals(issuer.subject) && verifies(certificate, issuer));
}

/** Plans that a certificate is stored as one that is active. It has no partition: `issuer` does not say which. */
export function importedCertificate(
  certificate: Certificate,
  owner: CertificateOwner,
  { issuer, caId }: { readonly issuer: Certificate; readonly caId: number },
  deps: { readonly ids: Ids; readonly clock: Clock },
): InsertCertificate {
  const { der, subject, publicKey, serialNumber, notBefore, notAfter } = certificate;
  const names = certificate.extension(subjectAltName) ?? [];
  return {
    op: 'certificate.insert',
    certificate: {
      ...recordMembers({ der, subject, publicKey }, deps),
      ...owner,
      caId,
      serialNumber,
      notBefore,
      notAfter,
      crlPartition: 0,
      caSha1: sha1Of(issuer.der),
      subjectAltName: names.length === 0 ? undefined : formatGeneralNames(names),
      subjectKeyId: certificate.extension(subjectKeyIdentifier),
      type: CERTIFICATE_TYPE.endEntity,
      accountBindingId: undefined,
    },
  };
}

function verifies(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch (error) {
    if (error instanceof AlgorithmError || error instanceof PublicKeyError) return false;
    throw error;
  }
}
