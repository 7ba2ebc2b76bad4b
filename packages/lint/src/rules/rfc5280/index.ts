/** Rules of RFC 5280 and the RFCs that it names, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { addressForm } from './address-form.ts';
import { addressText } from './address-text.ts';
import { alternativeNameDnsSpace } from './alternative-name-dns-space.ts';
import { alternativeNameDnsText } from './alternative-name-dns-text.ts';
import { alternativeNameNotEmpty } from './alternative-name-not-empty.ts';
import { anyPolicyQualifiers } from './any-policy-qualifiers.ts';
import { attributeControlCharacters } from './attribute-control-characters.ts';
import { attributeLength } from './attribute-length.ts';
import { attributeNotEmpty } from './attribute-not-empty.ts';
import { attributeText } from './attribute-text.ts';
import { authorityInfoAccessLocation } from './authority-info-access-location.ts';
import { authorityInfoAccessNotCritical } from './authority-info-access-not-critical.ts';
import { authorityKeyIdentifierNotCritical } from './authority-key-identifier-not-critical.ts';
import { authorityKeyIdentifierPair } from './authority-key-identifier-pair.ts';
import { authorityKeyIdentifierPresent } from './authority-key-identifier-present.ts';
import { basicConstraintsCritical } from './basic-constraints-critical.ts';
import { booleanValue } from './boolean-value.ts';
import { caSubjectNotEmpty } from './ca-subject-not-empty.ts';
import { caWithoutKeyCertSign } from './ca-without-key-cert-sign.ts';
import { countryCodeLength } from './country-code-length.ts';
import { cpsUriType } from './cps-uri-type.ts';
import { defaultNotWritten } from './default-not-written.ts';
import { directoryNameNotEmpty } from './directory-name-not-empty.ts';
import { directoryStringAttribute } from './directory-string-attribute.ts';
import { distributionPointAddress } from './distribution-point-address.ts';
import { distributionPointComplete } from './distribution-point-complete.ts';
import { distributionPointsCritical } from './distribution-points-critical.ts';
import { dnsALabel } from './dns-a-label.ts';
import { dnsLabelCharacters } from './dns-label-characters.ts';
import { dnsLabelHyphens } from './dns-label-hyphens.ts';
import { dnsLabelLength } from './dns-label-length.ts';
import { dnsLabelNotEmpty } from './dns-label-not-empty.ts';
import { dnsLabelUnderscore } from './dns-label-underscore.ts';
import { dnsNameLength } from './dns-name-length.ts';
import { domainComponentForm } from './domain-component-form.ts';
import { dsaSignatureParameters } from './dsa-signature-parameters.ts';
import { ecKeyParameters } from './ec-key-parameters.ts';
import { ecKeyUsage } from './ec-key-usage.ts';
import { ecdsaSignatureParameters } from './ecdsa-signature-parameters.ts';
import { edwardsKeyUsage } from './edwards-key-usage.ts';
import { edwardsParameters } from './edwards-parameters.ts';
import { emailAttributeForm } from './email-attribute-form.ts';
import { emailInAlternativeNames } from './email-in-alternative-names.ts';
import { emptySubjectCriticalAlternativeName } from './empty-subject-critical-alternative-name.ts';
import { emptySubjectHasAlternativeName } from './empty-subject-has-alternative-name.ts';
import { encipherOnlyOrDecipherOnly } from './encipher-only-or-decipher-only.ts';
import { explicitTextCharacters } from './explicit-text-characters.ts';
import { explicitTextLength } from './explicit-text-length.ts';
import { explicitTextNormalForm } from './explicit-text-normal-form.ts';
import { explicitTextType } from './explicit-text-type.ts';
import { explicitTextUtf8 } from './explicit-text-utf8.ts';
import { extendedKeyUsageCritical } from './extended-key-usage-critical.ts';
import { extensionValue } from './extension-value.ts';
import { extensionsUnique } from './extensions-unique.ts';
import { freshestCrlNotCritical } from './freshest-crl-not-critical.ts';
import { ia5Attribute } from './ia5-attribute.ts';
import { inhibitAnyPolicyCritical } from './inhibit-any-policy-critical.ts';
import { ipAddressLength } from './ip-address-length.ts';
import { issuerAlternativeNameCritical } from './issuer-alternative-name-critical.ts';
import { issuerNotEmpty } from './issuer-not-empty.ts';
import { keyCertSignOfCa } from './key-cert-sign-of-ca.ts';
import { keyUsageBits } from './key-usage-bits.ts';
import { keyUsageCritical } from './key-usage-critical.ts';
import { keyUsageOfCa } from './key-usage-of-ca.ts';
import { keyUsageShortest } from './key-usage-shortest.ts';
import { keyUsagesConsistent } from './key-usages-consistent.ts';
import { minimalInteger } from './minimal-integer.ts';
import { minimalLength } from './minimal-length.ts';
import { montgomeryKeyUsage } from './montgomery-key-usage.ts';
import { nameConstraintsAddress } from './name-constraints-address.ts';
import { nameConstraintsCritical } from './name-constraints-critical.ts';
import { nameConstraintsHostBits } from './name-constraints-host-bits.ts';
import { nameConstraintsKinds } from './name-constraints-kinds.ts';
import { nameConstraintsMaximum } from './name-constraints-maximum.ts';
import { nameConstraintsMinimum } from './name-constraints-minimum.ts';
import { nameConstraintsNames } from './name-constraints-names.ts';
import { nameConstraintsNotEmpty } from './name-constraints-not-empty.ts';
import { nameConstraintsOfCa } from './name-constraints-of-ca.ts';
import { nameConstraintsUriHost } from './name-constraints-uri-host.ts';
import { noticeReference } from './notice-reference.ts';
import { pathLengthNotNegative } from './path-length-not-negative.ts';
import { pathLengthOfCa } from './path-length-of-ca.ts';
import { poisonCritical } from './poison-critical.ts';
import { policiesUnique } from './policies-unique.ts';
import { policyConstraintsCritical } from './policy-constraints-critical.ts';
import { policyConstraintsNotEmpty } from './policy-constraints-not-empty.ts';
import { policyExtensionsOfCa } from './policy-extensions-of-ca.ts';
import { policyMappingAnyPolicy } from './policy-mapping-any-policy.ts';
import { policyMappingsAsserted } from './policy-mappings-asserted.ts';
import { policyMappingsCritical } from './policy-mappings-critical.ts';
import { policyQualifiersNotEmpty } from './policy-qualifiers-not-empty.ts';
import { precertificateWithoutSctList } from './precertificate-without-sct-list.ts';
import { printableAttribute } from './printable-attribute.ts';
import { printableStringCharacters } from './printable-string-characters.ts';
import { qualifiedStatementVersion } from './qualified-statement-version.ts';
import { rdnNotEmpty } from './rdn-not-empty.ts';
import { rdnTypesDistinct } from './rdn-types-distinct.ts';
import { reasonsShortest } from './reasons-shortest.ts';
import { rfc822NameForm } from './rfc822-name-form.ts';
import { rsaCaKeyUsage } from './rsa-ca-key-usage.ts';
import { rsaKeyParameters } from './rsa-key-parameters.ts';
import { rsaKeyUsage } from './rsa-key-usage.ts';
import { rsaSignatureParameters } from './rsa-signature-parameters.ts';
import { sctListNotEmpty } from './sct-list-not-empty.ts';
import { sequenceNotEmpty } from './sequence-not-empty.ts';
import { serialNumberLength } from './serial-number-length.ts';
import { serialNumberPositive } from './serial-number-positive.ts';
import { setOrder } from './set-order.ts';
import { signatureAlgorithmsEqual } from './signature-algorithms-equal.ts';
import { smimeCapabilitiesNotCritical } from './smime-capabilities-not-critical.ts';
import { smtpUtf8Mailbox } from './smtp-utf8-mailbox.ts';
import { subjectDirectoryAttributesNotCritical } from './subject-directory-attributes-not-critical.ts';
import { subjectInfoAccessNotCritical } from './subject-info-access-not-critical.ts';
import { subjectKeyIdentifierNotCritical } from './subject-key-identifier-not-critical.ts';
import { subjectKeyIdentifierOfCa } from './subject-key-identifier-of-ca.ts';
import { timeForm } from './time-form.ts';
import { timeStampingAlone } from './time-stamping-alone.ts';
import { timeStampingCritical } from './time-stamping-critical.ts';
import { timeType } from './time-type.ts';
import { uniqueIdentifierAbsent } from './unique-identifier-absent.ts';
import { uriAbsolute } from './uri-absolute.ts';
import { uriForm } from './uri-form.ts';
import { uriHostRule } from './uri-host.ts';
import { uriText } from './uri-text.ts';
import { validityOrder } from './validity-order.ts';
import { version3WithExtensions } from './version-3-with-extensions.ts';

export const RFC5280_RULES: readonly CertificateRule[] = [
  addressForm,
  addressText,
  alternativeNameDnsSpace,
  alternativeNameDnsText,
  alternativeNameNotEmpty,
  anyPolicyQualifiers,
  attributeControlCharacters,
  attributeLength,
  attributeNotEmpty,
  attributeText,
  authorityInfoAccessLocation,
  authorityInfoAccessNotCritical,
  authorityKeyIdentifierNotCritical,
  authorityKeyIdentifierPair,
  authorityKeyIdentifierPresent,
  basicConstraintsCritical,
  booleanValue,
  caSubjectNotEmpty,
  caWithoutKeyCertSign,
  countryCodeLength,
  cpsUriType,
  defaultNotWritten,
  directoryNameNotEmpty,
  directoryStringAttribute,
  distributionPointAddress,
  distributionPointComplete,
  distributionPointsCritical,
  dnsALabel,
  dnsLabelCharacters,
  dnsLabelHyphens,
  dnsLabelLength,
  dnsLabelNotEmpty,
  dnsLabelUnderscore,
  dnsNameLength,
  domainComponentForm,
  dsaSignatureParameters,
  ecKeyParameters,
  ecKeyUsage,
  ecdsaSignatureParameters,
  edwardsKeyUsage,
  edwardsParameters,
  emailAttributeForm,
  emailInAlternativeNames,
  emptySubjectCriticalAlternativeName,
  emptySubjectHasAlternativeName,
  encipherOnlyOrDecipherOnly,
  explicitTextCharacters,
  explicitTextLength,
  explicitTextNormalForm,
  explicitTextType,
  explicitTextUtf8,
  extendedKeyUsageCritical,
  extensionValue,
  extensionsUnique,
  freshestCrlNotCritical,
  ia5Attribute,
  inhibitAnyPolicyCritical,
  ipAddressLength,
  issuerAlternativeNameCritical,
  issuerNotEmpty,
  keyCertSignOfCa,
  keyUsageBits,
  keyUsageCritical,
  keyUsageOfCa,
  keyUsageShortest,
  keyUsagesConsistent,
  minimalInteger,
  minimalLength,
  montgomeryKeyUsage,
  nameConstraintsAddress,
  nameConstraintsCritical,
  nameConstraintsHostBits,
  nameConstraintsKinds,
  nameConstraintsMaximum,
  nameConstraintsMinimum,
  nameConstraintsNames,
  nameConstraintsNotEmpty,
  nameConstraintsOfCa,
  nameConstraintsUriHost,
  noticeReference,
  pathLengthNotNegative,
  pathLengthOfCa,
  poisonCritical,
  policiesUnique,
  policyConstraintsCritical,
  policyConstraintsNotEmpty,
  policyExtensionsOfCa,
  policyMappingAnyPolicy,
  policyMappingsAsserted,
  policyMappingsCritical,
  policyQualifiersNotEmpty,
  precertificateWithoutSctList,
  printableAttribute,
  printableStringCharacters,
  qualifiedStatementVersion,
  rdnNotEmpty,
  rdnTypesDistinct,
  reasonsShortest,
  rfc822NameForm,
  rsaCaKeyUsage,
  rsaKeyParameters,
  rsaKeyUsage,
  rsaSignatureParameters,
  sctListNotEmpty,
  sequenceNotEmpty,
  serialNumberLength,
  serialNumberPositive,
  setOrder,
  signatureAlgorithmsEqual,
  smimeCapabilitiesNotCritical,
  smtpUtf8Mailbox,
  subjectDirectoryAttributesNotCritical,
  subjectInfoAccessNotCritical,
  subjectKeyIdentifierNotCritical,
  subjectKeyIdentifierOfCa,
  timeForm,
  timeStampingAlone,
  timeStampingCritical,
  timeType,
  uniqueIdentifierAbsent,
  uriAbsolute,
  uriForm,
  uriHostRule,
  uriText,
  validityOrder,
  version3WithExtensions,
];
