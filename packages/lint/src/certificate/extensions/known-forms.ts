/** Every extension of a certificate whose value is read. */
import type { ExtensionForm } from '../extension-form.ts';
import { basicConstraints } from './basic-constraints.ts';
import { certificatePolicies } from './certificate-policies.ts';
import { crlDistributionPoints, freshestCrl } from './crl-distribution-points.ts';
import { extendedKeyUsage } from './extended-key-usage.ts';
import { authorityInfoAccess, subjectInfoAccess } from './info-access.ts';
import { authorityKeyIdentifier, subjectKeyIdentifier } from './key-identifiers.ts';
import { keyUsage } from './key-usage.ts';
import { nameConstraints } from './name-constraints.ts';
import { ocspNoCheck } from './ocsp-no-check.ts';
import { inhibitAnyPolicy, policyConstraints } from './policy-constraints.ts';
import { policyMappings } from './policy-mappings.ts';
import { qcStatements } from './qc-statements.ts';
import { issuerAltName, subjectAltName } from './subject-alt-name.ts';
import { subjectDirectoryAttributes } from './subject-directory-attributes.ts';
import { precertificatePoison, sctList } from './transparency.ts';

export const KNOWN_FORMS: readonly ExtensionForm<unknown>[] = [
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  extendedKeyUsage,
  freshestCrl,
  inhibitAnyPolicy,
  issuerAltName,
  keyUsage,
  nameConstraints,
  ocspNoCheck,
  policyConstraints,
  policyMappings,
  precertificatePoison,
  qcStatements,
  sctList,
  subjectAltName,
  subjectDirectoryAttributes,
  subjectInfoAccess,
  subjectKeyIdentifier,
];

/** Extensions whose values are different in each certificate. */
const OWN_FORMS: readonly ExtensionForm<unknown>[] = [
  sctList,
  subjectAltName,
  subjectDirectoryAttributes,
  subjectKeyIdentifier,
];

/** Extensions whose values are mostly alike in all certificates of a CA and profile. */
export const COMMON_FORMS: readonly ExtensionForm<unknown>[] = KNOWN_FORMS.filter((form) => !OWN_FORMS.includes(form));
