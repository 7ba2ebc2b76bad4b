import type { DumpTable, FixedKey, ValueStyle } from '../codec/index.ts';
import { oneOrMore } from './styles.ts';

const token = (label: string) => ({ within: 'CA Token', label }) as const;
const ownOfToken = (label: string) => ({ ...token(label), own: true }) as const;
const own = { own: true } as const;

/** A switch there. Whether a key is in a device makes no difference there, so that choice has a word of its own. */
const prepared: ValueStyle = {
  toDump: (value) => (value === 'ALWAYS' ? true : value === 'NEVER' ? false : undefined),
  fromDump: (value) => (value === true ? 'ALWAYS' : value === false ? 'NEVER' : undefined),
};

/** Functions of a CA that are not there, or cannot be switched off. */
const FIXED: readonly FixedKey[] = [
  ...['Store responses on-demand', 'Pre-produce OCSP Responses Upon certificate issuance/revocation'].map((label) => ({
    label,
    value: false,
    otherwise: 'but OCSP responses are made in advance by a task alone here',
  })),
  {
    label: 'Microsoft CA Compatible Mode Used',
    value: false,
    otherwise: 'but there is no such mode here',
  },
  {
    label: 'Default Certificate Profile',
    value: 'Not used',
    otherwise: 'but CAs have no default certificate profile here',
  },
  { label: 'Use Append-Only Table', value: false, otherwise: 'but there is no such table here' },
  { label: 'Enforce key renewal', value: false, otherwise: 'but a renewal may keep the key here' },
  { label: 'User Storage', value: true, otherwise: 'but end entities are always stored here' },
  { label: 'Certificate Storage', value: true, otherwise: 'but certificates are always stored here' },
  {
    label: 'Use UTF-8 in Policy Notice Text',
    value: true,
    otherwise: 'but the text of policy notices is always UTF-8 here',
  },
  { label: 'LDAP DN Order', value: false, otherwise: 'but subjects always keep their order here' },
  {
    label: 'CA Healthcheck Enabled',
    value: true,
    // Left out by default since release 9.0 of EJBCA.
    ifDefaults: true,
    otherwise: 'but all CAs are in the health check here',
  },
  { label: 'Request Processor', value: null, otherwise: 'but there are no request processors here' },
  { label: 'Validators', otherwise: 'but CAs have no validators here' },
  {
    ...token('CRL Signing Key'),
    value: ({ cryptoToken, certSignKey }) => (cryptoToken === 'None' ? undefined : certSignKey),
    otherwise: 'but the key that signs certificates signs CRLs as well here',
  },
  {
    ...token('Encryption Algorithm'),
    value: ({ cryptoToken, signatureAlgorithm }) => (cryptoToken === 'None' ? undefined : signatureAlgorithm),
    accepts: ['SHA1WithRSA', 'SHA256WithRSA', 'SHA384WithRSA', 'SHA512WithRSA'],
    otherwise: 'but it is not used here',
  },
  { ...token('Default Key'), otherwise: 'but there is no default key here' },
  { ...token('Test Key'), otherwise: 'but no key is for tests alone here' },
];

/** `CA` in the dump. */
export const caTable: DumpTable = {
  type: 'CA',
  suppress: 'empty',
  members: {
    caType: { label: 'Type of CA' },
    serialNumberOctets: { label: 'Serial Number Octet Size' },
    subjectDn: { label: 'Subject DN' },
    subjectAlternativeName: {
      always: true,
      words: { None: '' },
      style: { toDump: (value) => (value === '' ? null : undefined), fromDump: (v) => (v === null ? '' : undefined) },
    },
    cryptoToken: { ...ownOfToken('Crypto Token') },
    certSignKey: token('Certificate Signing Key'),
    signKeySpec: ownOfToken('Certificate Signing Key Specification'),
    signatureAlgorithm: ownOfToken('Signature Algorithm'),
    keyEncryptKey: ownOfToken('Key Encryption Key'),
    keySequence: token('Key Sequence'),
    keySequenceFormat: token('Key Sequence Format'),
    alternativeSignatureAlgorithm: ownOfToken('Alternative Signature Algorithm'),
    alternativeCertSignKey: ownOfToken('Alternative Certificate Signing Key'),
    alternativeSignKeySpec: ownOfToken('Alternative Certificate Signing Key Specification'),
    enforceUniqueDistinguishedName: { label: 'Enforce Unique DN' },
    acceptRevocationsOfNonExistingEntries: { label: 'Accept Revocations for Non-Existing Entries' },
    crlAuthorityKeyIdentifier: { label: 'Authority Key Id Used' },
    crlNumber: { label: 'CRL Number Used' },
    crlAuthorityKeyIdentifierCritical: own,
    crlNumberCritical: own,
    crlDistributionPointOnCrl: own,
    crlDistributionPointOnCrlCritical: own,
    crlBaselineRequirements: own,
    recordBeforeSigning: own,
    ownCaIssuerUris: { label: 'CA Issuer URI' },
    ownCrlDistributionPoints: { label: 'CRL Distribution Point' },
    ownFreshestCrlUris: { label: 'Freshest CRL' },
    usePartitionedCrl: { label: 'Partitioned CRL Used' },
    crlPartitions: { label: 'CRL Partitions', own: true },
    suspendedCrlPartitions: { label: 'Suspended CRL Partitions', own: true },
    maximumCrlSize: { label: 'Maximum CRL Size', own: true },
    crlRetentionPeriod: { label: 'CRL Retention Period', own: true },
    keepExpiredCertificatesOnCrl: { label: 'Keep Expired Certificates on CRL', own: true },
    crlExpirePeriod: { label: 'CRL Expiration Period' },
    crlIssueInterval: { label: 'CRL Issue Interval' },
    crlOverlapTime: { label: 'CRL Overlap Time' },
    deltaCrlPeriod: { label: 'Delta CRL Period' },
    generateCrlUponRevocation: { label: 'Generate CRL Upon Revocation' },
    allowInvalidityDate: own,
    reserveNamesOfRoles: own,
    crlDistributionPoints: { label: 'Default CRL Distribution Point', style: oneOrMore },
    freshestCrlUris: { label: 'Freshest CRL URIs' },
    caIssuerUris: { label: 'AIA CA Issuer URIs' },
    ocspUris: { label: 'OCSP Service Default URI', style: oneOrMore },
    ocspPreparedAnswers: { label: 'Pre-produce OCSP Responses', style: prepared },
    caaDnssecRequired: own,
    approvals: own,
    crlPublishers: { label: 'CRL Publishers' },
  },
  fixed: FIXED,
  facts: ['CA Certificate Chain'],
  afterRead({ settings }, warn) {
    // Dumps made elsewhere name a key of the CA's here whether or not keys are kept for recovery.
    const { caType, keyEncryptKey, certSignKey } = settings;
    if (keyEncryptKey === undefined || keyEncryptKey === '') return;
    const isForX509 = caType === undefined || caType === 'X509';
    if (isForX509 && keyEncryptKey !== (certSignKey ?? 'signKey')) return;
    settings.keyEncryptKey = '';
    const which = isForX509 ? 'is the key that signs certificates' : 'is for CAs of X.509 alone';
    warn('CA Token / Key Encryption Key', `${which}; no keys are kept for recovery here`);
  },
  order: [
    'Type of CA',
    'Description',
    'Serial Number Octet Size',
    'Pre-produce OCSP Responses',
    'Store responses on-demand',
    'Pre-produce OCSP Responses Upon certificate issuance/revocation',
    'Microsoft CA Compatible Mode Used',
    'Certificate Profile',
    'Default Certificate Profile',
    'Use Append-Only Table',
    'CA Token',
    'Enforce Unique Public Keys',
    'Enforce key renewal',
    'Enforce Unique DN',
    'User Storage',
    'Certificate Storage',
    'Accept Revocations for Non-Existing Entries',
    'Subject DN',
    'Signed By',
    'Validity',
    'Subject Alternative Name',
    'Use UTF-8 in Policy Notice Text',
    'LDAP DN Order',
    'Authority Key Id Used',
    'CRL Number Used',
    'CA Issuer URI',
    'Partitioned CRL Used',
    'CRL Expiration Period',
    'CRL Issue Interval',
    'CRL Overlap Time',
    'Delta CRL Period',
    'Generate CRL Upon Revocation',
    'Allow Changing Revocation Reason',
    'Default CRL Distribution Point',
    'OCSP Service Default URI',
    'AIA CA Issuer URIs',
    'CRL Publishers',
    'Finish User',
    'CA Healthcheck Enabled',
    'Request Processor',
  ],
};
