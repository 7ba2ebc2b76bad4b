/** Rules of the CA/Browser Forum's Baseline Requirements for S/MIME, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { adobeExtensionsAbsent } from './adobe-extensions-absent.ts';
import { adobeExtensionsNotCritical } from './adobe-extensions-not-critical.ts';
import { alternativeNameKinds } from './alternative-name-kinds.ts';
import { alternativeNameOtherStrict } from './alternative-name-other-strict.ts';
import { alternativeNamesMailbox } from './alternative-names-mailbox.ts';
import { alternativeNamesNotCritical } from './alternative-names-not-critical.ts';
import { alternativeNamesPresent } from './alternative-names-present.ts';
import { anyPolicyAbsent } from './any-policy-absent.ts';
import { attributeInformative } from './attribute-informative.ts';
import { authorityInfoAccessHttp } from './authority-info-access-http.ts';
import { authorityInfoAccessOnlyHttp } from './authority-info-access-only-http.ts';
import { authorityKeyIdentifierRule } from './authority-key-identifier.ts';
import { caDistributionPoints } from './ca-distribution-points.ts';
import { caIssuerAddress } from './ca-issuer-address.ts';
import { caPolicies } from './ca-policies.ts';
import { caPoliciesPresent } from './ca-policies-present.ts';
import { caRsaKeySize } from './ca-rsa-key-size.ts';
import { caSubject } from './ca-subject.ts';
import { commonNameMailbox } from './common-name-mailbox.ts';
import { commonNameOrganization } from './common-name-organization.ts';
import { commonNamePseudonym } from './common-name-pseudonym.ts';
import { countryCode } from './country-code.ts';
import { distributionPointsHttp } from './distribution-points-http.ts';
import { distributionPointsNotCritical } from './distribution-points-not-critical.ts';
import { distributionPointsOnlyHttp } from './distribution-points-only-http.ts';
import { distributionPointsPresent } from './distribution-points-present.ts';
import { ecKeyUsage } from './ec-key-usage.ts';
import { ecPoint } from './ec-point.ts';
import { edwardsKeyUsage } from './edwards-key-usage.ts';
import { emailAddressRule } from './email-address.ts';
import { extendedKeyUsageRule } from './extended-key-usage.ts';
import { extendedKeyUsageOfCa } from './extended-key-usage-of-ca.ts';
import { extendedKeyUsageOfCaPresent } from './extended-key-usage-of-ca-present.ts';
import { extendedKeyUsageOfRoot } from './extended-key-usage-of-root.ts';
import { extendedKeyUsageOnlyMail } from './extended-key-usage-only-mail.ts';
import { extendedKeyUsageStrict } from './extended-key-usage-strict.ts';
import { individualValidatedSubject } from './individual-validated-subject.ts';
import { issuerAddress } from './issuer-address.ts';
import { keyAlgorithm } from './key-algorithm.ts';
import { keyAlgorithmBeforePostQuantum } from './key-algorithm-before-post-quantum.ts';
import { keyUsageOfCa } from './key-usage-of-ca.ts';
import { keyUsagePresent } from './key-usage-present.ts';
import { legacyGeneration } from './legacy-generation.ts';
import { legalEntityIdentifierAbsent } from './legal-entity-identifier-absent.ts';
import { legalEntityIdentifierNotCritical } from './legal-entity-identifier-not-critical.ts';
import { legalEntityIdentifier } from './legal-entity-identifier.ts';
import { legalEntityRoleAbsent } from './legal-entity-role-absent.ts';
import { mailboxInAlternativeNames } from './mailbox-in-alternative-names.ts';
import { mailboxValidatedSubject } from './mailbox-validated-subject.ts';
import { mlDsaKeyUsage } from './ml-dsa-key-usage.ts';
import { mlKemKeyUsage } from './ml-kem-key-usage.ts';
import { namesWithoutPseudonym } from './names-without-pseudonym.ts';
import { ocspResponderNoCheck } from './ocsp-responder-no-check.ts';
import { organizationIdentifierRule } from './organization-identifier.ts';
import { organizationIdentifierCountry } from './organization-identifier-country.ts';
import { organizationIdentifierEuid } from './organization-identifier-euid.ts';
import { organizationIdentifierType } from './organization-identifier-type.ts';
import { organizationValidatedSubject } from './organization-validated-subject.ts';
import { personNamed } from './person-named.ts';
import { placeWithCountry } from './place-with-country.ts';
import { policiesNotCritical } from './policies-not-critical.ts';
import { policiesPresent } from './policies-present.ts';
import { policyQualifiers } from './policy-qualifiers.ts';
import { qcStatementsNotCritical } from './qc-statements-not-critical.ts';
import { reservedPolicy } from './reserved-policy.ts';
import { rootCertificatePolicies } from './root-certificate-policies.ts';
import { rootPathLength } from './root-path-length.ts';
import { rsaExponent } from './rsa-exponent.ts';
import { rsaExponentRange } from './rsa-exponent-range.ts';
import { rsaKeySize } from './rsa-key-size.ts';
import { rsaKeySizeOctets } from './rsa-key-size-octets.ts';
import { rsaKeyUsage } from './rsa-key-usage.ts';
import { rsaKeyUsageStrict } from './rsa-key-usage-strict.ts';
import { rsaModulus } from './rsa-modulus.ts';
import { serialNumberEntropy } from './serial-number-entropy.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { signatureAlgorithmBeforePostQuantum } from './signature-algorithm-before-post-quantum.ts';
import { smimeCapabilitiesNotCritical } from './smime-capabilities-not-critical.ts';
import { sponsorValidatedSubject } from './sponsor-validated-subject.ts';
import { streetWithPlace } from './street-with-place.ts';
import { subjectDirectoryAttributesAbsent } from './subject-directory-attributes-absent.ts';
import { subjectKeyIdentifierPresent } from './subject-key-identifier-present.ts';
import { validity1185Days } from './validity-1185-days.ts';
import { validity825Days } from './validity-825-days.ts';
import { version3 } from './version-3.ts';

export const SMIME_RULES: readonly CertificateRule[] = [
  adobeExtensionsAbsent,
  adobeExtensionsNotCritical,
  alternativeNameKinds,
  alternativeNameOtherStrict,
  alternativeNamesMailbox,
  alternativeNamesNotCritical,
  alternativeNamesPresent,
  anyPolicyAbsent,
  attributeInformative,
  authorityInfoAccessHttp,
  authorityInfoAccessOnlyHttp,
  authorityKeyIdentifierRule,
  caDistributionPoints,
  caIssuerAddress,
  caPolicies,
  caPoliciesPresent,
  caRsaKeySize,
  caSubject,
  commonNameMailbox,
  commonNameOrganization,
  commonNamePseudonym,
  countryCode,
  distributionPointsHttp,
  distributionPointsNotCritical,
  distributionPointsOnlyHttp,
  distributionPointsPresent,
  ecKeyUsage,
  ecPoint,
  edwardsKeyUsage,
  emailAddressRule,
  extendedKeyUsageRule,
  extendedKeyUsageOfCa,
  extendedKeyUsageOfCaPresent,
  extendedKeyUsageOfRoot,
  extendedKeyUsageOnlyMail,
  extendedKeyUsageStrict,
  individualValidatedSubject,
  issuerAddress,
  keyAlgorithm,
  keyAlgorithmBeforePostQuantum,
  keyUsageOfCa,
  keyUsagePresent,
  legacyGeneration,
  legalEntityIdentifierAbsent,
  legalEntityIdentifierNotCritical,
  legalEntityIdentifier,
  legalEntityRoleAbsent,
  mailboxInAlternativeNames,
  mailboxValidatedSubject,
  mlDsaKeyUsage,
  mlKemKeyUsage,
  namesWithoutPseudonym,
  ocspResponderNoCheck,
  organizationIdentifierRule,
  organizationIdentifierCountry,
  organizationIdentifierEuid,
  organizationIdentifierType,
  organizationValidatedSubject,
  personNamed,
  placeWithCountry,
  policiesNotCritical,
  policiesPresent,
  policyQualifiers,
  qcStatementsNotCritical,
  reservedPolicy,
  rootCertificatePolicies,
  rootPathLength,
  rsaExponent,
  rsaExponentRange,
  rsaKeySize,
  rsaKeySizeOctets,
  rsaKeyUsage,
  rsaKeyUsageStrict,
  rsaModulus,
  serialNumberEntropy,
  signatureAlgorithm,
  signatureAlgorithmBeforePostQuantum,
  smimeCapabilitiesNotCritical,
  sponsorValidatedSubject,
  streetWithPlace,
  subjectDirectoryAttributesAbsent,
  subjectKeyIdentifierPresent,
  validity1185Days,
  validity825Days,
  version3,
];
