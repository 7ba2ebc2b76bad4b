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
import { nameRulesMember } from './name-rules.ts';
import { certificatePolicySchema } from './policy-settings.ts';
import { sshProfileMembers } from './ssh-settings.ts';

const flag = (value: boolean, description: string, title?: string) =>
  Type.Boolean({ description, default: value, ...(title !== undefined && { title }) });
const text = (maxLength: number, description: string, title?: string) =>
  Type.String({ description, maxLength, default: '', ...(title !== undefined && { title }) });
const words = (maxItems: number, description: string, value: readonly string[] = []) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    description,
    maxItems,
    uniqueItems: true,
    default: [...value],
  });
const oids = (title: string, description: string) =>
  Type.Array(Type.String({ maxLength: 128 }), { title, description, maxItems: 100, default: [] });
const strict = { additionalProperties: false } as const;

const basic = {
  type: choice(
    { END_ENTITY: 'End Entity', SUB_CA: 'Sub CA', ROOT_CA: 'Root CA', SSH: 'SSH', ITS: 'ITS' },
    { description: 'What certificates of the profile are for. Nothing is issued under `ITS`.', default: 'END_ENTITY' },
  ),
  description: text(4096, 'Free text for administrators.'),
  availableCas: Type.Array(reference('CA', { words: ['Any CA'] }), {
    title: 'Available CAs',
    description: 'The CAs that may issue under the profile.',
    maxItems: 10_000,
    default: ['Any CA'],
  }),
  baselineRequirements: choice(
    {
      NONE: 'None',
      TLS: 'TLS Server Certificates',
      SMIME: 'S/MIME Certificates',
      CODE_SIGNING: 'Code Signing and Time-Stamping Certificates',
    },
    {
      description:
        'The Baseline Requirements of the CA/Browser Forum that certificates of the profile follow, and that lint checks before they are signed. `TLS` and `CODE_SIGNING`: the CA generates no keys for end entities (6.1.1.3 of the one, 6.2.7.4 of the other), so keystores are refused. `SMIME`: one of `certificatePolicies` names the kind of validation and the generation, such as `2.23.140.1.5.1.3` for mailbox-validated and strict.',
      default: 'NONE',
    },
  ),
  lintExceptions: words(
    100,
    'Rules of lint that only warn of certificates of the profile where they would refuse, such as `rfc5280/email-in-alternative-names`. `docs/design/lint.md` says what lint checks.',
  ),
  accountBindingNamespace: words(100, 'Namespaces of external accounts. Kept, and without effect.'),
};

const keys = {
  availableKeyAlgorithms: words(
    100,
    'The algorithms that a key may have. An empty list allows none.',
    keyAlgorithms.map(({ name }) => name),
  ),
  availableEllipticCurves: words(
    100,
    'The curves that an EC key may be on, by any of their names, or `ANY_EC_CURVE` for all of them.',
    ['ANY_EC_CURVE'],
  ),
  availableBitLengths: Type.Array(Type.Integer({ minimum: 1, maximum: 16_384 }), {
    description:
      'The sizes in bits that RSA and DSA keys may have. 1024 is possible and not in the default: NIST SP 800-131A disallows it since 2014.',
    maxItems: 100,
    uniqueItems: true,
    default: [2048, 3072, 4096, 6144, 8192],
  }),
  signatureAlgorithm: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
    description: 'The algorithm that certificates are signed with. `null`: the one of the issuing CA.',
    default: null,
  }),
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
  validity: durationText({
    description: 'How long a certificate is valid from its notBefore, or its end, such as `2035-12-31 23:59:59+00:00`.',
    default: '2y',
  }),
  validityOffsetUsed: flag(false, 'Uses `validityOffset`. Otherwise notBefore is ten minutes before the issuance.'),
  validityOffset: durationText({
    description: 'The time from the issuance to notBefore. Negative: notBefore is in the past.',
    default: '-10m',
  }),
  expirationRestrictionForWeekdaysUsed: flag(
    false,
    'Moves the end of a certificate away from the days in `expirationRestrictionWeekdays`.',
  ),
  expirationRestrictionWeekdays: Type.Array(choice(WEEKDAYS), {
    description: 'Days of the week (UTC) on which certificates do not expire.',
    uniqueItems: true,
    default: ['SUNDAY', 'MONDAY', 'FRIDAY', 'SATURDAY'],
  }),
  expirationRestrictionForWeekdaysBefore: flag(true, 'Moves the end to an earlier day. `false`: to a later one.'),
};

const overrides = {
  allowValidityOverride: flag(
    false,
    'Lets a request ask for a shorter validity within the one of the profile. Otherwise what it asks for is ignored, or refused with `Prefer: handling=strict`.',
  ),
  allowExtensionOverride: flag(false, 'Lets a request bring extensions of its own. The two lists below say which.'),
  overridableExtensionOids: oids(
    'Overridable Extension OIDs',
    'Object identifiers of the extensions that a request may bring or replace. Empty: any that the profile itself does not write.',
  ),
  nonOverridableExtensionOids: oids(
    'Non-overridable Extension OIDs',
    'Object identifiers of extensions that a request may never bring.',
  ),
  allowKeyUsageOverride: flag(false, 'Lets a request choose the key usage, in a profile that writes one.'),
  allowSubjectDnOverride: flag(
    false,
    'Would take the subject of the request instead of the one of the end entity. Kept, and without effect.',
    'Allow Subject DN Override',
  ),
  allowSubjectDnOverrideByEndEntityInformation: flag(
    false,
    'Would take the subject as the end entity has it, unchanged. Kept, and without effect.',
    'Allow Subject DN Override by End Entity Information',
  ),
  allowCertificateSerialNumberOverride: flag(
    false,
    'Lets an end entity have a serial number for its next certificate, where its end entity profile does, too.',
  ),
  allowBackdatedRevocation: flag(false, 'Lets a revocation of a certificate of the profile name a date in the past.'),
};

const storage = {
  useCertificateStorage: flag(true, 'Stores certificates. With `false` nothing is issued under the profile.'),
  storeCertificateData: flag(
    true,
    'Stores the octets of certificates. With `false` nothing is issued under the profile.',
  ),
  subjectAlternativeNameSearchable: flag(true, 'Stores alternative names as text beside the certificate.'),
};

const constraintsAndIds = {
  basicConstraintsUsed: flag(true, 'Writes basic constraints (RFC 5280 §4.2.1.9). Certificates of CAs need them.'),
  basicConstraintsCritical: flag(true, 'Marks basic constraints critical.'),
  pathLengthConstraintUsed: flag(false, 'Limits the path below a CA to `pathLengthConstraint`.'),
  pathLengthConstraint: Type.Integer({
    description: 'How many CAs may stand between the CA and an end entity.',
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  subjectKeyIdentifierUsed: flag(true, 'Writes the subject key identifier (RFC 5280 §4.2.1.2).'),
  authorityKeyIdentifierUsed: flag(true, 'Writes the authority key identifier (RFC 5280 §4.2.1.1).'),
};

const usages = {
  keyUsageUsed: flag(true, 'Writes the key usage (RFC 5280 §4.2.1.3).'),
  keyUsageCritical: flag(true, 'Marks the key usage critical.'),
  keyUsage: Type.Array(choice(KEY_USAGE_LABELS), {
    description: 'What the key may be used for. `keyCertSign` is for CAs, which need it.',
    uniqueItems: true,
    default: [],
  }),
  extendedKeyUsageUsed: flag(false, 'Writes the extended key usage (RFC 5280 §4.2.1.12).'),
  extendedKeyUsageCritical: flag(false, 'Marks the extended key usage critical.'),
  extendedKeyUsage: words(
    100,
    'Purposes of the key: object identifiers, names such as `serverAuth`, or labels such as `Server Authentication`.',
  ),
};

const names = {
  subjectAlternativeNameUsed: flag(true, 'Writes the alternative names of the end entity (RFC 5280 §4.2.1.6).'),
  subjectAlternativeNameCritical: flag(false, 'Marks alternative names critical.'),
  nameRules: nameRulesMember,
  caaCheck: choice(
    { NONE: 'None', WARN: 'Warn', REFUSE: 'Refuse' },
    {
      title: 'CAA Check',
      description:
        'What becomes of names whose CAA records (RFC 8659) do not permit the CA, or cannot be looked up with `--dns-resolver`. `NONE`: nothing is looked up. `WARN`: the certificate is issued, and what was found recorded.',
      default: 'NONE',
    },
  ),
  nameConstraintsUsed: flag(
    false,
    'Writes the name constraints of an end entity (RFC 5280 §4.2.1.10). For profiles of CAs. With `false` an end entity that has some is refused.',
  ),
  ldapDnOrder: flag(
    true,
    'Would write subjects in the order of LDAP. Kept, and without effect: a subject keeps its order.',
    'LDAP DN Order',
  ),
};

const locations = {
  crlDistributionPointUsed: flag(false, 'Writes where the CRL is (RFC 5280 §4.2.1.13).', 'CRL Distribution Point Used'),
  crlUseCaDefinedSettings: flag(
    false,
    'Takes the addresses from `crlDistributionPoints` of the issuing CA.',
    'CRL Use CA Defined Settings',
  ),
  crlDistributionPointCritical: flag(false, 'Marks the extension critical.', 'CRL Distribution Point Critical'),
  crlDistributionPointUri: text(
    4096,
    'Addresses of the CRL, separated by `;`, where the CA does not define them.',
    'CRL Distribution Point URI',
  ),
  freshestCrlUsed: flag(false, 'Writes where the delta CRL is (RFC 5280 §4.2.1.15).', 'Freshest CRL Used'),
  freshestCrlUseCaDefinedSettings: flag(
    false,
    'Takes the addresses from `freshestCrlUris` of the issuing CA.',
    'Freshest CRL Use CA Defined Settings',
  ),
  freshestCrlUri: text(
    4096,
    'Addresses of the delta CRL, separated by `;`, where the CA does not define them.',
    'Freshest CRL URI',
  ),
  authorityInformationAccessUsed: flag(
    false,
    'Writes where the OCSP responder and the certificate of the CA are (RFC 5280 §4.2.2.1).',
  ),
  ocspServiceLocatorUrlIsCaDefined: flag(
    false,
    'Takes the addresses of OCSP responders from `ocspUris` of the issuing CA.',
    'OCSP Service Locator URL Is CA Defined',
  ),
  ocspServiceLocatorUrl: text(
    2048,
    'The address of the OCSP responder, where the CA does not define it.',
    'OCSP Service Locator URL',
  ),
  ocspIssuerUrlIsCaDefined: flag(
    false,
    "Takes the addresses of the CA's certificate from `caIssuerUris` of the issuing CA.",
    'OCSP Issuer URL Is CA Defined',
  ),
  ocspIssuerUrls: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
    title: 'OCSP Issuer URLs',
    description: "Addresses of the CA's certificate, where the CA does not define them.",
    maxItems: 32,
    default: [],
  }),
};

const policies = {
  certificatePoliciesUsed: flag(false, 'Writes certificate policies (RFC 5280 §4.2.1.4).'),
  certificatePoliciesCritical: flag(false, 'Marks certificate policies critical.'),
  certificatePolicies: Type.Array(certificatePolicySchema, {
    description: 'The policies. One with two qualifiers stands twice.',
    maxItems: 100,
    default: [],
  }),
};

const qualified = {
  qcStatementUsed: flag(false, 'Writes QC statements (RFC 3739 §3.2.6, ETSI EN 319 412-5).', 'QC Statement Used'),
  qcStatementCritical: flag(false, 'Marks QC statements critical.', 'QC Statement Critical'),
  pkixQcSyntaxV2Used: flag(false, 'Writes id-qcs-pkixQCSyntax-v2 (RFC 3739 §3.2.6.1).', 'PKIX QCSyntax-v2 Used'),
  qcSemanticsId: text(128, 'The object identifier of the semantics of names, in that statement.', 'QC Semantics ID'),
  qcStatementRaName: text(
    1024,
    'The name registration authorities in that statement, as general names such as `rfc822Name=ra@example.com`.',
    'QC Statement RA Name',
  ),
  qcEtsiComplianceUsed: flag(false, 'Writes QcCompliance: an EU qualified certificate.', 'QC ETSI Compliance Used'),
  qcEtsiSignatureDeviceUsed: flag(
    false,
    'Writes QcSSCD: the key is in a qualified signature creation device.',
    'QC ETSI Signature Device Used',
  ),
  qcEtsiTypes: Type.Array(choice({ esign: 'esign', eseal: 'eseal', web: 'web' }), {
    title: 'QC ETSI Types',
    description: 'QcType: what a qualified certificate is for. Empty: not written.',
    uniqueItems: true,
    default: [],
  }),
  qcEtsiValueLimitUsed: flag(
    false,
    'Writes QcLimitValue: a limit on the value of transactions.',
    'QC ETSI Value Limit Used',
  ),
  qcEtsiValueLimit: Type.Integer({
    title: 'QC ETSI Value Limit',
    description: 'The limit, without its exponent.',
    minimum: 0,
    default: 0,
  }),
  qcEtsiValueLimitExponent: Type.Integer({
    title: 'QC ETSI Value Limit Exponent',
    description: 'The power of ten that the limit is multiplied with.',
    minimum: 0,
    maximum: 30,
    default: 0,
  }),
  qcEtsiValueLimitCurrency: text(
    3,
    'The currency of the limit, as three letters of ISO 4217.',
    'QC ETSI Value Limit Currency',
  ),
  qcEtsiRetentionPeriodUsed: flag(
    false,
    'Writes QcRetentionPeriod: how long information on the holder is kept.',
    'QC ETSI Retention Period Used',
  ),
  qcEtsiRetentionPeriod: Type.Integer({
    title: 'QC ETSI Retention Period',
    description: 'That time, in years after the certificate has ended.',
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  qcEtsiPds: Type.Array(
    Type.Object(
      {
        url: Type.String({ description: 'The address of the statement.', maxLength: 2048 }),
        language: Type.String({ description: 'Its language, as two letters of ISO 639-1.', maxLength: 2 }),
      },
      strict,
    ),
    {
      title: 'QC ETSI PDS',
      description: 'QcPDS: where PKI disclosure statements are. Empty: not written.',
      maxItems: 50,
      default: [],
    },
  ),
  qcCountries: words(
    300,
    'QcCClegislation: the countries under whose law the certificate is qualified, as two letters of ISO 3166-1. Empty: not written.',
  ),
  qcCustomStatements: Type.Array(
    Type.Object(
      {
        statementId: Type.String({ title: 'Statement ID', description: 'Its object identifier.', maxLength: 128 }),
        text: Type.String({
          description: 'Its value, as a UTF8String. Empty: it has none.',
          maxLength: 1024,
          default: '',
        }),
      },
      strict,
    ),
    {
      title: 'QC Custom Statements',
      description: 'Further statements. None of those that other settings write.',
      maxItems: 20,
      default: [],
    },
  ),
};

const keyPeriod = {
  privateKeyUsagePeriodNotBeforeUsed: flag(
    false,
    'Writes the beginning of the private key usage period (RFC 3280 §4.2.1.4).',
  ),
  privateKeyUsagePeriodStartOffset: durationText({
    description: "The time from the certificate's notBefore to that beginning.",
    default: '0s',
  }),
  privateKeyUsagePeriodNotAfterUsed: flag(false, 'Writes the end of the private key usage period.'),
  privateKeyUsagePeriodLength: durationText({
    description: 'The time from its beginning to that end.',
    default: '730d',
  }),
};

const further = {
  microsoftTemplate: text(
    255,
    'The name of a template of Active Directory Certificate Services (1.3.6.1.4.1.311.20.2), such as `DomainController`. Empty: not written.',
  ),
  customExtensions: Type.Array(
    Type.Object(
      {
        oid: Type.String({ title: 'OID', description: 'Its object identifier.', maxLength: 128 }),
        critical: flag(false, 'Marks it critical.'),
        value: Type.String({
          description: 'Its value: one element of DER, in hexadecimal.',
          minLength: 4,
          maxLength: 8192,
        }),
      },
      strict,
    ),
    {
      description:
        'Further extensions that are the same in every certificate, such as TLS features (1.3.6.1.5.5.7.1.24) or document types. None of those that other settings write.',
      maxItems: 20,
      default: [],
    },
  ),
  ocspNoCheck: flag(false, 'Writes id-pkix-ocsp-nocheck (RFC 6960 §4.2.2.2.1), for OCSP responders.', 'OCSP No Check'),
  singleActiveCertificateConstraint: flag(
    false,
    'Revokes the former certificates of an end entity as superseded when it gets a new one.',
  ),
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
