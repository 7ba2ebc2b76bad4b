/** Rules of the CA/Browser Forum's Baseline Requirements for TLS, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { alternativeNameKinds } from './alternative-name-kinds.ts';
import { alternativeNamesCritical } from './alternative-names-critical.ts';
import { alternativeNamesPresent } from './alternative-names-present.ts';
import { anyPolicyAbsent } from './any-policy-absent.ts';
import { attributeInformative } from './attribute-informative.ts';
import { attributeLength } from './attribute-length.ts';
import { attributeMarkup } from './attribute-markup.ts';
import { attributeOrder } from './attribute-order.ts';
import { attributeType } from './attribute-type.ts';
import { attributesSingle } from './attributes-single.ts';
import { authorityInfoAccessAddresses } from './authority-info-access-addresses.ts';
import { authorityInfoAccessCritical } from './authority-info-access-critical.ts';
import { authorityInfoAccessPresent } from './authority-info-access-present.ts';
import { authorityInfoAccessUnique } from './authority-info-access-unique.ts';
import { authorityKeyIdentifierWithoutIssuer } from './authority-key-identifier-without-issuer.ts';
import { basicConstraintsCritical } from './basic-constraints-critical.ts';
import { caAttributeOrder } from './ca-attribute-order.ts';
import { caAuthorityInfoAccessPresent } from './ca-authority-info-access-present.ts';
import { caDistributionPointsPresent } from './ca-distribution-points-present.ts';
import { caExtendedKeyUsagePresent } from './ca-extended-key-usage-present.ts';
import { caKeyUsages } from './ca-key-usages.ts';
import { caPolicies } from './ca-policies.ts';
import { caPoliciesPresent } from './ca-policies-present.ts';
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
import { dnsArpa } from './dns-arpa.ts';
import { dnsArpaReserved } from './dns-arpa-reserved.ts';
import { dnsFullyQualified } from './dns-fully-qualified.ts';
import { dnsLabelUnderscore } from './dns-label-underscore.ts';
import { dnsReservedLabel } from './dns-reserved-label.ts';
import { domainValidatedSubject } from './domain-validated-subject.ts';
import { domainValidatedSubjectBefore2023 } from './domain-validated-subject-before-2023.ts';
import { ecCurve } from './ec-curve.ts';
import { ecKeyUsage } from './ec-key-usage.ts';
import { ecPoint } from './ec-point.ts';
import { extendedKeyUsageNotCritical } from './extended-key-usage-not-critical.ts';
import { extendedKeyUsageOfCa } from './extended-key-usage-of-ca.ts';
import { extendedKeyUsageOfRoot } from './extended-key-usage-of-root.ts';
import { extendedKeyUsagePresent } from './extended-key-usage-present.ts';
import { extendedKeyUsagePurposes } from './extended-key-usage-purposes.ts';
import { extendedKeyUsagePurposesBefore2023 } from './extended-key-usage-purposes-before-2023.ts';
import { identifiedSubject } from './identified-subject.ts';
import { individualValidatedSubject } from './individual-validated-subject.ts';
import { keyType } from './key-type.ts';
import { keyUsageCritical } from './key-usage-critical.ts';
import { keyUsageOfCa } from './key-usage-of-ca.ts';
import { ocspAddressPresent } from './ocsp-address-present.ts';
import { ocspResponderAccessMethods } from './ocsp-responder-access-methods.ts';
import { ocspResponderExtensions } from './ocsp-responder-extensions.ts';
import { ocspResponderKeyUsage } from './ocsp-responder-key-usage.ts';
import { ocspResponderNoCheck } from './ocsp-responder-no-check.ts';
import { ocspResponderPurposes } from './ocsp-responder-purposes.ts';
import { onionName } from './onion-name.ts';
import { organizationValidatedSubject } from './organization-validated-subject.ts';
import { organizationalUnitAbsent } from './organizational-unit-absent.ts';
import { organizationalUnitOfCa } from './organizational-unit-of-ca.ts';
import { organizationalUnitWithOrganization } from './organizational-unit-with-organization.ts';
import { personNeedsIndividualValidation } from './person-needs-individual-validation.ts';
import { placeCharacters } from './place-characters.ts';
import { policiesNotCritical } from './policies-not-critical.ts';
import { policiesPresent } from './policies-present.ts';
import { policyQualifiers } from './policy-qualifiers.ts';
import { precertificateSigningCa } from './precertificate-signing-ca.ts';
import { pssParameters } from './pss-parameters.ts';
import { rdnOneAttribute } from './rdn-one-attribute.ts';
import { reservedAddress } from './reserved-address.ts';
import { reservedAddressConstraint } from './reserved-address-constraint.ts';
import { reservedPolicy } from './reserved-policy.ts';
import { rootCertificatePolicies } from './root-certificate-policies.ts';
import { rootPathLength } from './root-path-length.ts';
import { rootValidity } from './root-validity.ts';
import { rsaExponent } from './rsa-exponent.ts';
import { rsaExponentRange } from './rsa-exponent-range.ts';
import { rsaKeySize } from './rsa-key-size.ts';
import { rsaKeySizeOctets } from './rsa-key-size-octets.ts';
import { rsaKeyUsage } from './rsa-key-usage.ts';
import { rsaModulus } from './rsa-modulus.ts';
import { sctListNotCritical } from './sct-list-not-critical.ts';
import { serialNumberEntropy } from './serial-number-entropy.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { signatureAlgorithmBefore2016 } from './signature-algorithm-before-2016.ts';
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
  anyPolicyAbsent,
  attributeInformative,
  attributeLength,
  attributeMarkup,
  attributeOrder,
  attributeType,
  attributesSingle,
  authorityInfoAccessAddresses,
  authorityInfoAccessCritical,
  authorityInfoAccessPresent,
  authorityInfoAccessUnique,
  authorityKeyIdentifierWithoutIssuer,
  basicConstraintsCritical,
  caAttributeOrder,
  caAuthorityInfoAccessPresent,
  caDistributionPointsPresent,
  caExtendedKeyUsagePresent,
  caKeyUsages,
  caPolicies,
  caPoliciesPresent,
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
  dnsArpa,
  dnsArpaReserved,
  dnsFullyQualified,
  dnsLabelUnderscore,
  dnsReservedLabel,
  domainValidatedSubject,
  domainValidatedSubjectBefore2023,
  ecCurve,
  ecKeyUsage,
  ecPoint,
  extendedKeyUsageNotCritical,
  extendedKeyUsageOfCa,
  extendedKeyUsageOfRoot,
  extendedKeyUsagePresent,
  extendedKeyUsagePurposes,
  extendedKeyUsagePurposesBefore2023,
  identifiedSubject,
  individualValidatedSubject,
  keyType,
  keyUsageCritical,
  keyUsageOfCa,
  ocspAddressPresent,
  ocspResponderAccessMethods,
  ocspResponderExtensions,
  ocspResponderKeyUsage,
  ocspResponderNoCheck,
  ocspResponderPurposes,
  onionName,
  organizationValidatedSubject,
  organizationalUnitAbsent,
  organizationalUnitOfCa,
  organizationalUnitWithOrganization,
  personNeedsIndividualValidation,
  placeCharacters,
  policiesNotCritical,
  policiesPresent,
  policyQualifiers,
  precertificateSigningCa,
  pssParameters,
  rdnOneAttribute,
  reservedAddress,
  reservedAddressConstraint,
  reservedPolicy,
  rootCertificatePolicies,
  rootPathLength,
  rootValidity,
  rsaExponent,
  rsaExponentRange,
  rsaKeySize,
  rsaKeySizeOctets,
  rsaKeyUsage,
  rsaModulus,
  sctListNotCritical,
  serialNumberEntropy,
  signatureAlgorithm,
  signatureAlgorithmBefore2016,
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
