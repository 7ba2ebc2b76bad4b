/** Rules of the CA/Browser Forum's Baseline Requirements for TLS, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { alternativeNameKinds } from './alternative-name-kinds.ts';
import { alternativeNamesCritical } from './alternative-names-critical.ts';
import { alternativeNamesPresent } from './alternative-names-present.ts';
import { attributeInformative } from './attribute-informative.ts';
import { attributeOrder } from './attribute-order.ts';
import { attributeType } from './attribute-type.ts';
import { attributesSingle } from './attributes-single.ts';
import { authorityInfoAccessAddresses } from './authority-info-access-addresses.ts';
import { authorityInfoAccessCritical } from './authority-info-access-critical.ts';
import { authorityInfoAccessPresent } from './authority-info-access-present.ts';
import { authorityInfoAccessUnique } from './authority-info-access-unique.ts';
import { basicConstraintsCritical } from './basic-constraints-critical.ts';
import { caAuthorityInfoAccessPresent } from './ca-authority-info-access-present.ts';
import { caDistributionPointsPresent } from './ca-distribution-points-present.ts';
import { caPoliciesPresent } from './ca-policies-present.ts';
import { caPolicies } from './ca-policies.ts';
import { caSubject } from './ca-subject.ts';
import { caWithoutKeyCertSign } from './ca-without-key-cert-sign.ts';
import { commonNameExactlyFromAlternativeNames } from './common-name-exactly-from-alternative-names.ts';
import { commonNameFromAlternativeNames } from './common-name-from-alternative-names.ts';
import { commonNameNotRecommended } from './common-name-not-recommended.ts';
import { countryCode } from './country-code.ts';
import { distributionPointWithoutIssuer } from './distribution-point-without-issuer.ts';
import { distributionPointWithoutReasons } from './distribution-point-without-reasons.ts';
import { distributionPointsHttp } from './distribution-points-http.ts';
import { distributionPointsNotCritical } from './distribution-points-not-critical.ts';
import { distributionPointsOnlyHttp } from './distribution-points-only-http.ts';
import { distributionPointsPresent } from './distribution-points-present.ts';
import { dnsArpaReserved } from './dns-arpa-reserved.ts';
import { dnsArpa } from './dns-arpa.ts';
import { dnsFullyQualified } from './dns-fully-qualified.ts';
import { dnsLabelUnderscore } from './dns-label-underscore.ts';
import { dnsReservedLabel } from './dns-reserved-label.ts';
import { domainValidatedSubjectBefore2023 } from './domain-validated-subject-before-2023.ts';
import { domainValidatedSubject } from './domain-validated-subject.ts';
import { ecCurve } from './ec-curve.ts';
import { ecKeyUsage } from './ec-key-usage.ts';
import { extendedKeyUsageNotCritical } from './extended-key-usage-not-critical.ts';
import { extendedKeyUsageOfCa } from './extended-key-usage-of-ca.ts';
import { extendedKeyUsageOfRoot } from './extended-key-usage-of-root.ts';
import { extendedKeyUsagePresent } from './extended-key-usage-present.ts';
import { extendedKeyUsagePurposesBefore2023 } from './extended-key-usage-purposes-before-2023.ts';
import { extendedKeyUsagePurposes } from './extended-key-usage-purposes.ts';
import { identifiedSubject } from './identified-subject.ts';
import { individualValidatedSubject } from './individual-validated-subject.ts';
import { keyType } from './key-type.ts';
import { keyUsageOfCa } from './key-usage-of-ca.ts';
import { ocspAddressPresent } from './ocsp-address-present.ts';
import { ocspResponderExtensions } from './ocsp-responder-extensions.ts';
import { ocspResponderKeyUsage } from './ocsp-responder-key-usage.ts';
import { ocspResponderNoCheck } from './ocsp-responder-no-check.ts';
import { onionName } from './onion-name.ts';
import { organizationValidatedSubject } from './organization-validated-subject.ts';
import { organizationalUnitAbsent } from './organizational-unit-absent.ts';
import { organizationalUnitOfCa } from './organizational-unit-of-ca.ts';
import { organizationalUnitWithOrganization } from './organizational-unit-with-organization.ts';
import { personNeedsIndividualValidation } from './person-needs-individual-validation.ts';
import { placeCharacters } from './place-characters.ts';
import { policiesPresent } from './policies-present.ts';
import { policyQualifiers } from './policy-qualifiers.ts';
import { pssParameters } from './pss-parameters.ts';
import { reservedAddressConstraint } from './reserved-address-constraint.ts';
import { reservedAddress } from './reserved-address.ts';
import { reservedPolicy } from './reserved-policy.ts';
import { rootCertificatePolicies } from './root-certificate-policies.ts';
import { rootPathLength } from './root-path-length.ts';
import { rsaExponentRange } from './rsa-exponent-range.ts';
import { rsaExponent } from './rsa-exponent.ts';
import { rsaKeySizeOctets } from './rsa-key-size-octets.ts';
import { rsaKeySize } from './rsa-key-size.ts';
import { rsaKeyUsage } from './rsa-key-usage.ts';
import { rsaModulus } from './rsa-modulus.ts';
import { serialNumberEntropy } from './serial-number-entropy.ts';
import { signatureAlgorithmBefore2016 } from './signature-algorithm-before-2016.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { subscriberKeyUsage } from './subscriber-key-usage.ts';
import { validity100Days } from './validity-100-days.ts';
import { validity200Days } from './validity-200-days.ts';
import { validity39Months } from './validity-39-months.ts';
import { validity398Days } from './validity-398-days.ts';
import { validity47Days } from './validity-47-days.ts';
import { validity825Days } from './validity-825-days.ts';
import { version3 } from './version-3.ts';
import { wildcardPlace } from './wildcard-place.ts';

export const TLS_RULES: readonly CertificateRule[] = [
  alternativeNameKinds,
  alternativeNamesCritical,
  alternativeNamesPresent,
  attributeInformative,
  attributeOrder,
  attributeType,
  attributesSingle,
  authorityInfoAccessAddresses,
  authorityInfoAccessCritical,
  authorityInfoAccessPresent,
  authorityInfoAccessUnique,
  basicConstraintsCritical,
  caAuthorityInfoAccessPresent,
  caDistributionPointsPresent,
  caPoliciesPresent,
  caPolicies,
  caSubject,
  caWithoutKeyCertSign,
  commonNameExactlyFromAlternativeNames,
  commonNameFromAlternativeNames,
  commonNameNotRecommended,
  countryCode,
  distributionPointWithoutIssuer,
  distributionPointWithoutReasons,
  distributionPointsHttp,
  distributionPointsNotCritical,
  distributionPointsOnlyHttp,
  distributionPointsPresent,
  dnsArpaReserved,
  dnsArpa,
  dnsFullyQualified,
  dnsLabelUnderscore,
  dnsReservedLabel,
  domainValidatedSubjectBefore2023,
  domainValidatedSubject,
  ecCurve,
  ecKeyUsage,
  extendedKeyUsageNotCritical,
  extendedKeyUsageOfCa,
  extendedKeyUsageOfRoot,
  extendedKeyUsagePresent,
  extendedKeyUsagePurposesBefore2023,
  extendedKeyUsagePurposes,
  identifiedSubject,
  individualValidatedSubject,
  keyType,
  keyUsageOfCa,
  ocspAddressPresent,
  ocspResponderExtensions,
  ocspResponderKeyUsage,
  ocspResponderNoCheck,
  onionName,
  organizationValidatedSubject,
  organizationalUnitAbsent,
  organizationalUnitOfCa,
  organizationalUnitWithOrganization,
  personNeedsIndividualValidation,
  placeCharacters,
  policiesPresent,
  policyQualifiers,
  pssParameters,
  reservedAddressConstraint,
  reservedAddress,
  reservedPolicy,
  rootCertificatePolicies,
  rootPathLength,
  rsaExponentRange,
  rsaExponent,
  rsaKeySizeOctets,
  rsaKeySize,
  rsaKeyUsage,
  rsaModulus,
  serialNumberEntropy,
  signatureAlgorithmBefore2016,
  signatureAlgorithm,
  subscriberKeyUsage,
  validity100Days,
  validity200Days,
  validity39Months,
  validity398Days,
  validity47Days,
  validity825Days,
  version3,
  wildcardPlace,
];
