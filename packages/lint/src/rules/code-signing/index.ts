/** Rules of the CA/Browser Forum's Baseline Requirements for code signing, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { attributeInformative } from './attribute-informative.ts';
import { authorityInfoAccessRule } from './authority-info-access.ts';
import { authorityKeyIdentifierRule } from './authority-key-identifier.ts';
import { businessCategoryRule } from './business-category.ts';
import { caRsaKeySize } from './ca-rsa-key-size.ts';
import { countryCode } from './country-code.ts';
import { distributionPoints } from './distribution-points.ts';
import { domainComponentAbsent } from './domain-component-absent.ts';
import { dsaKeySize } from './dsa-key-size.ts';
import { ecCurve } from './ec-curve.ts';
import { ecPoint } from './ec-point.ts';
import { extendedKeyUsageOfCaOthers } from './extended-key-usage-of-ca-others.ts';
import { extendedKeyUsageOfCa } from './extended-key-usage-of-ca.ts';
import { extendedKeyUsageOfRoot } from './extended-key-usage-of-root.ts';
import { extendedKeyUsageOthers } from './extended-key-usage-others.ts';
import { extendedKeyUsageRule } from './extended-key-usage.ts';
import { extendedValidationSubject } from './extended-validation-subject.ts';
import { issuerAddress } from './issuer-address.ts';
import { jurisdictionCountry } from './jurisdiction-country.ts';
import { keyType } from './key-type.ts';
import { keyUsageOfCa } from './key-usage-of-ca.ts';
import { keyUsageOthers } from './key-usage-others.ts';
import { keyUsageRule } from './key-usage.ts';
import { ocspAddress } from './ocsp-address.ts';
import { ocspResponderNoCheck } from './ocsp-responder-no-check.ts';
import { placeRequired } from './place-required.ts';
import { policiesNotCritical } from './policies-not-critical.ts';
import { policiesPresent } from './policies-present.ts';
import { rootCertificatePolicies } from './root-certificate-policies.ts';
import { rootPathLength } from './root-path-length.ts';
import { rsaExponentRange } from './rsa-exponent-range.ts';
import { rsaExponent } from './rsa-exponent.ts';
import { rsaKeySize } from './rsa-key-size.ts';
import { rsaModulus } from './rsa-modulus.ts';
import { serialNumberEntropy } from './serial-number-entropy.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { subjectRequired } from './subject-required.ts';
import { timeStampingCritical } from './time-stamping-critical.ts';
import { timeStampingValidity135Months } from './time-stamping-validity-135-months.ts';
import { validity39Months } from './validity-39-months.ts';
import { validity460Days } from './validity-460-days.ts';
import { version3 } from './version-3.ts';

export const CODE_SIGNING_RULES: readonly CertificateRule[] = [
  attributeInformative,
  authorityInfoAccessRule,
  authorityKeyIdentifierRule,
  businessCategoryRule,
  caRsaKeySize,
  countryCode,
  distributionPoints,
  domainComponentAbsent,
  dsaKeySize,
  ecCurve,
  ecPoint,
  extendedKeyUsageOfCaOthers,
  extendedKeyUsageOfCa,
  extendedKeyUsageOfRoot,
  extendedKeyUsageOthers,
  extendedKeyUsageRule,
  extendedValidationSubject,
  issuerAddress,
  jurisdictionCountry,
  keyType,
  keyUsageOfCa,
  keyUsageOthers,
  keyUsageRule,
  ocspAddress,
  ocspResponderNoCheck,
  placeRequired,
  policiesNotCritical,
  policiesPresent,
  rootCertificatePolicies,
  rootPathLength,
  rsaExponentRange,
  rsaExponent,
  rsaKeySize,
  rsaModulus,
  serialNumberEntropy,
  signatureAlgorithm,
  subjectRequired,
  timeStampingCritical,
  timeStampingValidity135Months,
  validity39Months,
  validity460Days,
  version3,
];
