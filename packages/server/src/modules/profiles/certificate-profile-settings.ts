/**
 * The settings of a certificate profile, as administrators write them.
 *
 * Lengths of time are texts such as `2y` or `1y 2mo 3d 4h 5m 6s`: a year counts 365 days, a month 30.
 */
import { keyAlgorithms } from '@sealwright/pki';
import { Type } from 'typebox';
import { approvalsMember } from '../approvals/index.ts';
import { choice, durationText, reference } from '../configuration/index.ts';
import { KEY_USAGE_LABELS } from './certificate-words.ts';
import { cvcProfileMembers } from './cvc-settings.ts';
import { certificatePolicySchema } from './policy-settings.ts';
import { sshProfileMembers } from './ssh-settings.ts';

const flag = (value: boolean, title?: string) =>
  Type.Boolean({ default: value, ...(title !== undefined && { title }) });
const text = (maxLength: number, title?: string) =>
  Type.String({ maxLength, default: '', ...(title !== undefined && { title }) });
const words = (maxItems: number, value: readonly string[] = []) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems, uniqueItems: true, default: [...value] });
const strict = { additionalProperties: false } as const;

const basic = {
  type: choice(
    { END_ENTITY: 'End Entity', SUB_CA: 'Sub CA', ROOT_CA: 'Root CA', SSH: 'SSH', ITS: 'ITS' },
    { default: 'END_ENTITY' },
  ),
  description: text(4096),
  availableCas: Type.Array(reference('CA', { words: ['Any CA'] }), {
    title: 'Available CAs',
    maxItems: 10_000,
    default: ['Any CA'],
  }),
  accountBindingNamespace: words(100),
};

const keys = {
  availableKeyAlgorithms: words(
    100,
    keyAlgorithms.map(({ name }) => name),
  ),
  /** `ANY_EC_CURVE`, or curves by any of their names. */
  availableEllipticCurves: words(100, ['ANY_EC_CURVE']),
  /** Of RSA and DSA keys. 1024 bits are possible and not in the default: NIST SP 800-131A disallows them since 2014. */
  availableBitLengths: Type.Array(Type.Integer({ minimum: 1, maximum: 16_384 }), {
    maxItems: 100,
    uniqueItems: true,
    default: [2048, 3072, 4096, 6144, 8192],
  }),
  /** Null: as the issuing CA signs. */
  signatureAlgorithm: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], { default: null }),
};

const WEEKDAYS = {
  SUNDAY: 'Sunday',
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
} as const;

/** The days of the week, Sunday first. */
export const WEEKDAY_NAMES = Object.keys(WEEKDAYS);

const validity = {
  /** A length of time from notBefore, or a fixed end such as `2035-12-31 23:59:59+00:00`. */
  validity: durationText({ default: '2y' }),
  validityOffsetUsed: flag(false),
  /** From now to notBefore, used by `validityOffsetUsed`; ten minutes before now else. */
  validityOffset: durationText({ default: '-10m' }),
  expirationRestrictionForWeekdaysUsed: flag(false),
  /** Days on which certificates may not expire. */
  expirationRestrictionWeekdays: Type.Array(choice(WEEKDAYS), {
    uniqueItems: true,
    default: ['SUNDAY', 'MONDAY', 'FRIDAY', 'SATURDAY'],
  }),
  /** Whether such a certificate expires on an earlier day, else on a later one. */
  expirationRestrictionForWeekdaysBefore: flag(true),
};

const overrides = {
  allowValidityOverride: flag(false),
  allowExtensionOverride: flag(false),
  overridableExtensionOids: Type.Array(Type.String({ maxLength: 128 }), {
    title: 'Overridable Extension OIDs',
    maxItems: 100,
    default: [],
  }),
  nonOverridableExtensionOids: Type.Array(Type.String({ maxLength: 128 }), {
    title: 'Non-overridable Extension OIDs',
    maxItems: 100,
    default: [],
  }),
  allowKeyUsageOverride: flag(false),
  allowSubjectDnOverride: flag(false, 'Allow Subject DN Override'),
  allowSubjectDnOverrideByEndEntityInformation: flag(false, 'Allow Subject DN Override by End Entity Information'),
  allowCertificateSerialNumberOverride: flag(false),
  allowBackdatedRevocation: flag(false),
};

const storage = {
  useCertificateStorage: flag(true),
  storeCertificateData: flag(true),
  subjectAlternativeNameSearchable: flag(true),
};

const constraintsAndIds = {
  basicConstraintsUsed: flag(true),
  basicConstraintsCritical: flag(true),
  pathLengthConstraintUsed: flag(false),
  pathLengthConstraint: Type.Integer({ minimum: 0, maximum: 1000, default: 0 }),
  subjectKeyIdentifierUsed: flag(true),
  authorityKeyIdentifierUsed: flag(true),
};

const usages = {
  keyUsageUsed: flag(true),
  keyUsageCritical: flag(true),
  keyUsage: Type.Array(choice(KEY_USAGE_LABELS), { uniqueItems: true, default: [] }),
  extendedKeyUsageUsed: flag(false),
  extendedKeyUsageCritical: flag(false),
  /** Object identifiers, names such as `serverAuth`, or labels such as `Server Authentication`. */
  extendedKeyUsage: words(100),
};

const names = {
  subjectAlternativeNameUsed: flag(true),
  subjectAlternativeNameCritical: flag(false),
  ldapDnOrder: flag(true, 'LDAP DN Order'),
};

const locations = {
  crlDistributionPointUsed: flag(false, 'CRL Distribution Point Used'),
  crlUseCaDefinedSettings: flag(false, 'CRL Use CA Defined Settings'),
  crlDistributionPointCritical: flag(false, 'CRL Distribution Point Critical'),
  /** Several are separated by `;`. */
  crlDistributionPointUri: text(4096, 'CRL Distribution Point URI'),
  authorityInformationAccessUsed: flag(false),
  ocspServiceLocatorUrlIsCaDefined: flag(false, 'OCSP Service Locator URL Is CA Defined'),
  ocspServiceLocatorUrl: text(2048, 'OCSP Service Locator URL'),
  ocspIssuerUrlIsCaDefined: flag(false, 'OCSP Issuer URL Is CA Defined'),
  /** Where the CA's own certificate is fetched. */
  ocspIssuerUrls: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
    title: 'OCSP Issuer URLs',
    maxItems: 32,
    default: [],
  }),
};

/** One policy and at most one qualifier: the URI of a certification practice statement, or a text to show. */
const policies = {
  certificatePoliciesUsed: flag(false),
  certificatePoliciesCritical: flag(false),
  certificatePolicies: Type.Array(certificatePolicySchema, { maxItems: 100, default: [] }),
};

const qualified = {
  qcStatementUsed: flag(false, 'QC Statement Used'),
  qcStatementCritical: flag(false, 'QC Statement Critical'),
  pkixQcSyntaxV2Used: flag(false, 'PKIX QCSyntax-v2 Used'),
  qcSemanticsId: text(128, 'QC Semantics ID'),
  /** Name registration authorities as general names: `rfc822Name=ra@example.com`. */
  qcStatementRaName: text(1024, 'QC Statement RA Name'),
  qcEtsiComplianceUsed: flag(false, 'QC ETSI Compliance Used'),
  qcEtsiSignatureDeviceUsed: flag(false, 'QC ETSI Signature Device Used'),
  qcEtsiTypes: Type.Array(choice({ esign: 'esign', eseal: 'eseal', web: 'web' }), {
    title: 'QC ETSI Types',
    uniqueItems: true,
    default: [],
  }),
  qcEtsiValueLimitUsed: flag(false, 'QC ETSI Value Limit Used'),
  qcEtsiValueLimit: Type.Integer({ title: 'QC ETSI Value Limit', minimum: 0, default: 0 }),
  qcEtsiValueLimitExponent: Type.Integer({
    title: 'QC ETSI Value Limit Exponent',
    minimum: 0,
    maximum: 30,
    default: 0,
  }),
  qcEtsiValueLimitCurrency: text(3, 'QC ETSI Value Limit Currency'),
  qcEtsiRetentionPeriodUsed: flag(false, 'QC ETSI Retention Period Used'),
  /** In years. */
  qcEtsiRetentionPeriod: Type.Integer({ title: 'QC ETSI Retention Period', minimum: 0, maximum: 1000, default: 0 }),
  qcEtsiPds: Type.Array(
    Type.Object({ url: Type.String({ maxLength: 2048 }), language: Type.String({ maxLength: 2 }) }, strict),
    { title: 'QC ETSI PDS', maxItems: 50, default: [] },
  ),
  /** Two-letter codes. */
  qcCountries: words(300),
};

const keyPeriod = {
  privateKeyUsagePeriodNotBeforeUsed: flag(false),
  /** From the certificate's notBefore. */
  privateKeyUsagePeriodStartOffset: durationText({ default: '0s' }),
  privateKeyUsagePeriodNotAfterUsed: flag(false),
  privateKeyUsagePeriodLength: durationText({ default: '730d' }),
};

const further = {
  ocspNoCheck: flag(false, 'OCSP No Check'),
  /** A new certificate of an end entity revokes the ones before as superseded. */
  singleActiveCertificateConstraint: flag(false),
  /** Before those of the CA. */
  approvals: approvalsMember,
};

/** The schema of a certificate profile. */
export const certificateProfileSchema = Type.Object(
  {
    ...basic,
    ...keys,
    ...validity,
    ...overrides,
    ...storage,
    ...constraintsAndIds,
    ...usages,
    ...names,
    ...locations,
    ...policies,
    ...qualified,
    ...keyPeriod,
    ...further,
    ...sshProfileMembers,
    ...cvcProfileMembers,
  },
  strict,
);
