/** End entity certificates of a CA that this installation does not know, issued before the CA was moved here. */
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
import type { KnownIssuers } from '../authorities/index.ts';
import type { X509Authority } from '../kinds/index.ts';
import { recordMembers, sha1Of } from '../issuance/index.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';

/** The end entity that a certificate belongs to, and the profiles to record. */
export type CertificateOwner = Pick<
  NewCertificate,
  'certificateProfileId' | 'endEntityProfileId' | 'endEntityId' | 'username'
>;

/** Returns the CA certificate, present or of a former key, under which an end entity certificate was issued. */
export async function issuingCertificate(
  authority: X509Authority,
  certificate: Certificate,
  issuers: Pick<KnownIssuers, 'of'>,
): Promise<Certificate | undefined> {
  if (certificate.extension(basicConstraints)?.ca === true) return undefined;
  const { certificates } = await issuers.of(authority);
  return certificates.find((issuer) => certificate.issuer.equals(issuer.subject) && verifies(certificate, issuer));
}

/** Plans the storage of a certificate as active. Its partition is not known, since `issuer` does not tell it. */
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
