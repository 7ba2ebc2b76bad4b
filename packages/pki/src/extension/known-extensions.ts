/** Every extension that this package reads and writes, by where it stands. What is not here is kept as its bytes. */
import type { Oid } from '../der/index.ts';
import { altSignatureAlgorithm, altSignatureValue, subjectAltPublicKeyInfo } from './alternative-signature.ts';
import { authorityInfoAccess } from './authority-info-access.ts';
import { authorityKeyIdentifier } from './authority-key-identifier.ts';
import { basicConstraints } from './basic-constraints.ts';
import { certificateIssuer } from './certificate-issuer.ts';
import { certificatePolicies } from './certificate-policies.ts';
import { crlDistributionPoints } from './crl-distribution-points.ts';
import { crlNumber } from './crl-number.ts';
import { deltaCrlIndicator } from './delta-crl-indicator.ts';
import { extendedKeyUsage } from './extended-key-usage.ts';
import type { ExtensionType } from './extension.ts';
import { freshestCrl } from './freshest-crl.ts';
import { inhibitAnyPolicy } from './inhibit-any-policy.ts';
import { invalidityDate } from './invalidity-date.ts';
import { issuerAltName } from './issuer-alt-name.ts';
import { issuingDistributionPoint } from './issuing-distribution-point.ts';
import { keyUsage } from './key-usage.ts';
import { microsoftTemplateName } from './microsoft-template-name.ts';
import { microsoftTemplate } from './microsoft-template.ts';
import { nameConstraints } from './name-constraints.ts';
import { objectSid } from './object-sid.ts';
import { ocspNoCheck } from './ocsp-no-check.ts';
import { organizationIdentifier } from './organization-identifier.ts';
import { policyConstraints } from './policy-constraints.ts';
import { policyMappings } from './policy-mappings.ts';
import { precertificatePoison } from './precertificate-poison.ts';
import { privateKeyUsagePeriod } from './private-key-usage-period.ts';
import { qcStatements } from './qc-statements.ts';
import { reasonCode } from './reason-code.ts';
import { sctList } from './sct-list.ts';
import { subjectAltName } from './subject-alt-name.ts';
import { subjectDirectoryAttributes } from './subject-directory-attributes.ts';
import { subjectInfoAccess } from './subject-info-access.ts';
import { subjectKeyIdentifier } from './subject-key-identifier.ts';
import { tlsFeature } from './tls-feature.ts';

/** Places in which an extension may stand. */
export type ExtensionPlace = 'certificate' | 'crl' | 'crlEntry';

/** The known extensions of each place; one that stands in two places is listed in both. */
export const KNOWN_EXTENSIONS: Readonly<Record<ExtensionPlace, readonly ExtensionType<unknown>[]>> = {
  certificate: [
    authorityKeyIdentifier,
    subjectKeyIdentifier,
    keyUsage,
    certificatePolicies,
    policyMappings,
    subjectAltName,
    issuerAltName,
    subjectDirectoryAttributes,
    basicConstraints,
    nameConstraints,
    policyConstraints,
    extendedKeyUsage,
    crlDistributionPoints,
    inhibitAnyPolicy,
    freshestCrl,
    authorityInfoAccess,
    subjectInfoAccess,
    privateKeyUsagePeriod,
    ocspNoCheck,
    tlsFeature,
    qcStatements,
    precertificatePoison,
    sctList,
    organizationIdentifier,
    microsoftTemplateName,
    microsoftTemplate,
    objectSid,
    subjectAltPublicKeyInfo,
    altSignatureAlgorithm,
    altSignatureValue,
  ],
  crl: [
    authorityKeyIdentifier,
    issuerAltName,
    crlNumber,
    deltaCrlIndicator,
    issuingDistributionPoint,
    freshestCrl,
    authorityInfoAccess,
  ],
  crlEntry: [reasonCode, invalidityDate, certificateIssuer],
};

/** The extension that has the identifier `identifier`, wherever it stands, or undefined when it is not known. */
export function knownExtension(identifier: Oid): ExtensionType<unknown> | undefined {
  return BY_OID.get(identifier);
}

const BY_OID = new Map(
  Object.values(KNOWN_EXTENSIONS)
    .flat()
    .map((type) => [type.oid, type]),
);
