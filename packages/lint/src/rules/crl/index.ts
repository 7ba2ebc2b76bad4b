/** Rules of RFC 5280 on CRLs, a file each, and those on certificates that hold for CRLs as well. */
import type { CrlEntryExtensionRule, CrlEntryRule, CrlRule } from '../crl-rule.ts';
import { authorityInfoAccessNotCritical } from '../rfc5280/authority-info-access-not-critical.ts';
import { authorityKeyIdentifierNotCritical } from '../rfc5280/authority-key-identifier-not-critical.ts';
import { authorityKeyIdentifierPair } from '../rfc5280/authority-key-identifier-pair.ts';
import { booleanValue } from '../rfc5280/boolean-value.ts';
import { ecdsaSignatureParameters } from '../rfc5280/ecdsa-signature-parameters.ts';
import { extensionsUnique } from '../rfc5280/extensions-unique.ts';
import { freshestCrlNotCritical } from '../rfc5280/freshest-crl-not-critical.ts';
import { issuerAlternativeNameCritical } from '../rfc5280/issuer-alternative-name-critical.ts';
import { issuerNotEmpty } from '../rfc5280/issuer-not-empty.ts';
import { minimalInteger } from '../rfc5280/minimal-integer.ts';
import { minimalLength } from '../rfc5280/minimal-length.ts';
import { rsaSignatureParameters } from '../rfc5280/rsa-signature-parameters.ts';
import { signatureAlgorithmsEqual } from '../rfc5280/signature-algorithms-equal.ts';
import { authorityInfoAccessLocation } from './authority-info-access-location.ts';
import { authorityInfoAccessMethods } from './authority-info-access-methods.ts';
import { authorityKeyIdentifierPresent } from './authority-key-identifier-present.ts';
import { certificateIssuerCritical } from './certificate-issuer-critical.ts';
import { certificateIssuerInIndirect } from './certificate-issuer-in-indirect.ts';
import { certificateIssuerName } from './certificate-issuer-name.ts';
import { defaultNotWritten } from './default-not-written.ts';
import { deltaIndicatorCritical } from './delta-indicator-critical.ts';
import { deltaNumberOrder } from './delta-number-order.ts';
import { entriesNotEmpty } from './entries-not-empty.ts';
import { entriesUnique } from './entries-unique.ts';
import { entryDateForm } from './entry-date-form.ts';
import { entryDateNotAfterThisUpdate } from './entry-date-not-after-this-update.ts';
import { entryDatePlausible } from './entry-date-plausible.ts';
import { entryDateType } from './entry-date-type.ts';
import { entryDefaultNotWritten } from './entry-default-not-written.ts';
import { entryExtensionValue } from './entry-extension-value.ts';
import { entryExtensionsNotEmpty } from './entry-extensions-not-empty.ts';
import { entryExtensionsUnique } from './entry-extensions-unique.ts';
import { entrySerialNumberLength } from './entry-serial-number-length.ts';
import { entrySerialNumberPositive } from './entry-serial-number-positive.ts';
import { expiredCertsDate } from './expired-certs-date.ts';
import { expiredCertsNotCritical } from './expired-certs-not-critical.ts';
import { extensionValue } from './extension-value.ts';
import { extensionsNotEmpty } from './extensions-not-empty.ts';
import { freshestCrlNamesOnly } from './freshest-crl-names-only.ts';
import { freshestCrlNotInDelta } from './freshest-crl-not-in-delta.ts';
import { invalidityDateForm } from './invalidity-date-form.ts';
import { invalidityDateNotCritical } from './invalidity-date-not-critical.ts';
import { issuingDistributionPointAddress } from './issuing-distribution-point-address.ts';
import { issuingDistributionPointCritical } from './issuing-distribution-point-critical.ts';
import { issuingDistributionPointNotEmpty } from './issuing-distribution-point-not-empty.ts';
import { issuingDistributionPointScope } from './issuing-distribution-point-scope.ts';
import { nextUpdateOrder } from './next-update-order.ts';
import { nextUpdatePresent } from './next-update-present.ts';
import { numberNotCritical } from './number-not-critical.ts';
import { numberPresent } from './number-present.ts';
import { numberRange } from './number-range.ts';
import { reasonCodeNotCritical } from './reason-code-not-critical.ts';
import { reasonCodeUnspecified } from './reason-code-unspecified.ts';
import { reasonCodeValue } from './reason-code-value.ts';
import { removeFromCrlInDelta } from './remove-from-crl-in-delta.ts';
import { timeForm } from './time-form.ts';
import { timeType } from './time-type.ts';
import { version2 } from './version-2.ts';

export const CRL_RULES: readonly CrlRule[] = [
  authorityInfoAccessNotCritical,
  authorityKeyIdentifierNotCritical,
  authorityKeyIdentifierPair,
  booleanValue,
  ecdsaSignatureParameters,
  extensionsUnique,
  freshestCrlNotCritical,
  issuerAlternativeNameCritical,
  issuerNotEmpty,
  minimalInteger,
  minimalLength,
  rsaSignatureParameters,
  signatureAlgorithmsEqual,
  authorityInfoAccessLocation,
  authorityInfoAccessMethods,
  authorityKeyIdentifierPresent,
  certificateIssuerInIndirect,
  defaultNotWritten,
  deltaIndicatorCritical,
  deltaNumberOrder,
  entriesNotEmpty,
  entriesUnique,
  expiredCertsDate,
  expiredCertsNotCritical,
  extensionValue,
  extensionsNotEmpty,
  freshestCrlNamesOnly,
  freshestCrlNotInDelta,
  issuingDistributionPointAddress,
  issuingDistributionPointCritical,
  issuingDistributionPointNotEmpty,
  issuingDistributionPointScope,
  nextUpdateOrder,
  nextUpdatePresent,
  numberNotCritical,
  numberPresent,
  numberRange,
  removeFromCrlInDelta,
  timeForm,
  timeType,
  version2,
];

export const CRL_ENTRY_RULES: readonly CrlEntryRule[] = [
  entryDateForm,
  entryDateNotAfterThisUpdate,
  entryDatePlausible,
  entryDateType,
  entrySerialNumberLength,
  entrySerialNumberPositive,
];

export const CRL_ENTRY_EXTENSION_RULES: readonly CrlEntryExtensionRule[] = [
  certificateIssuerCritical,
  certificateIssuerName,
  entryDefaultNotWritten,
  entryExtensionValue,
  entryExtensionsNotEmpty,
  entryExtensionsUnique,
  invalidityDateForm,
  invalidityDateNotCritical,
  reasonCodeNotCritical,
  reasonCodeUnspecified,
  reasonCodeValue,
];
