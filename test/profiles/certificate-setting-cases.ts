/** Changes that each setting of a certificate profile makes to a certificate, or to whether there is one. */
import {
  authorityInfoAccess,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  DistinguishedName,
  type Extension,
  type ExtensionType,
  extendedKeyUsage,
  freshestCrl,
  issuerAltName,
  keyUsage,
  makeExtension,
  microsoftTemplateName,
  parseGeneralNames,
  privateKeyUsagePeriod,
  type QcStatement,
  qcStatements,
} from '@sealwright/pki';
import type { CertificateOrder } from '../../packages/server/src/modules/ca/index.ts';
import { newKey, NOW, type Issued } from './issuing.ts';

/** Two certificates whose profiles differ in one setting. */
export interface SettingCase {
  /** As the reference calls it: `certificatePolicies[].policyId`. */
  readonly setting: string;
  /** Settings of both profiles. */
  readonly base?: object;
  /** The value in the first profile; its default unless given. */
  readonly from?: unknown;
  /** The value in the second profile. */
  readonly to: unknown;
  readonly order?: Partial<CertificateOrder>;
  /** Returns what the setting is about. */
  readonly sees: (issued: Issued) => unknown;
  /** The value seen under each of the two; text for a refusal, which has it in its message. */
  readonly shows: readonly [unknown, unknown];
}

const DAY = 86_400;
const RSA = newKey('RSA-2048');
const UNKNOWN: Extension = { oid: '1.2.3.4.5' as Extension['oid'], critical: false, value: Uint8Array.of(5, 0) };
const ASKED: Partial<CertificateOrder> = { requestedExtensions: [UNKNOWN] };
const NAMED: Partial<CertificateOrder> = { alternativeNames: parseGeneralNames('dNSName=a.example') };
const CA = { type: 'SUB_CA', keyUsage: ['keyCertSign'] };
const QUALIFIED = { qcStatementUsed: true, qcEtsiComplianceUsed: true };

const extension =
  ({ oid }: { readonly oid: string }) =>
  ({ certificate }: Issued) => {
    const found = certificate.extensions.find((each) => each.oid === oid);
    return found && (found.critical ? 'critical' : 'not critical');
  };
const decoded =
  <T>(type: ExtensionType<T>) =>
  ({ certificate }: Issued) =>
    certificate.extension(type);
const hasUnknown = extension(UNKNOWN);
const keyUsages = ({ certificate }: Issued) => [...(certificate.extension(keyUsage) ?? [])];
const purposes = ({ certificate }: Issued) => certificate.extension(extendedKeyUsage)?.length;
const end = ({ certificate }: Issued) => day(certificate.notAfter);
const begins = ({ certificate }: Issued) => certificate.notBefore - NOW;
const crlUris = ({ certificate }: Issued) =>
  certificate
    .extension(crlDistributionPoints)
    ?.flatMap(({ distributionPoint: name }) => (name?.type === 'fullName' ? name.names.map(uriOf) : []));
const accessUris = ({ certificate }: Issued) =>
  certificate.extension(authorityInfoAccess)?.map(({ accessLocation }) => uriOf(accessLocation));
const statement =
  (type: QcStatement['type']) =>
  ({ certificate }: Issued) =>
    certificate.extension(qcStatements)?.find((each) => each.type === type);
const policies = ({ certificate }: Issued) =>
  certificate.extension(certificatePolicies)?.map(({ policy, qualifiers }) => [policy, ...qualifiers.map(textOf)]);

const custom = ({ certificate }: Issued) =>
  certificate.extensions
    .filter(({ oid }) => oid === UNKNOWN.oid)
    .map(({ oid, critical, value }) => [oid, critical, value.toHex()])[0];
const freshestUris = ({ certificate }: Issued) =>
  certificate
    .extension(freshestCrl)
    ?.flatMap(({ distributionPoint: name }) => (name?.type === 'fullName' ? name.names.map(uriOf) : []));

const CUSTOM = { oid: '1.2.3.4.5', value: '0500' };
const STATEMENT = { statementId: '1.2.3', text: 'text' };
const POLICY = { certificatePoliciesUsed: true };
const ADDRESS = { policyId: '1.2.3', qualifierId: '1.3.6.1.5.5.7.2.1', qualifier: 'https://a.example/cps' };
const LIMIT = {
  ...QUALIFIED,
  qcEtsiValueLimitUsed: true,
  qcEtsiValueLimit: 5,
  qcEtsiValueLimitExponent: 3,
  qcEtsiValueLimitCurrency: 'EUR',
};
const LIMITED = { type: 'qcLimitValue', currency: 'EUR', amount: 5n, exponent: 3n };
const SYNTAX = { ...QUALIFIED, pkixQcSyntaxV2Used: true };
const PDS = { url: 'https://a.example/pds', language: 'en' };
const POINT = { crlDistributionPointUsed: true, crlDistributionPointUri: 'http://p.example/crl' };
const ACCESS = { authorityInformationAccessUsed: true, ocspServiceLocatorUrl: 'http://p.example/ocsp' };
/** The end of two years is a Thursday. */
const NO_THURSDAYS = { expirationRestrictionWeekdays: ['THURSDAY'] };

export const CERTIFICATE_SETTING_CASES: readonly SettingCase[] = [
  {
    setting: 'type',
    base: { keyUsageUsed: false, lintExceptions: ['rfc5280/key-usage-of-ca'] },
    to: 'SUB_CA',
    sees: ({ certificate }) => certificate.extension(basicConstraints)?.ca,
    shows: [false, true],
  },
  {
    setting: 'baselineRequirements',
    to: 'TLS',
    sees: () => 'issued',
    shows: ['issued', /tls\//],
  },
  {
    setting: 'lintExceptions',
    order: { subject: DistinguishedName.parse('CN=a,E=a@a.example') },
    to: ['rfc5280/email-in-alternative-names'],
    sees: () => 'issued',
    shows: [/email-in-alternative-names/, 'issued'],
  },
  { setting: 'availableKeyAlgorithms', to: ['RSA'], sees: () => 'issued', shows: ['issued', /one of RSA/] },
  { setting: 'availableEllipticCurves', to: ['P-384'], sees: () => 'issued', shows: ['issued', /than P-384/] },
  {
    setting: 'availableBitLengths',
    order: { publicKey: RSA },
    to: [3072],
    sees: () => 'issued',
    shows: ['issued', /it has 3072/],
  },
  {
    setting: 'signatureAlgorithm',
    to: 'SHA384withECDSA',
    sees: ({ certificate }) => certificate.signatureAlgorithm.name,
    shows: ['SHA256withECDSA', 'SHA384withECDSA'],
  },
  {
    setting: 'validity',
    to: '1y',
    sees: ({ certificate }) => (certificate.notAfter - certificate.notBefore + 1) / DAY,
    shows: [730, 365],
  },
  { setting: 'validityOffsetUsed', base: { validityOffset: '-1h' }, to: true, sees: begins, shows: [-600, -3600] },
  { setting: 'validityOffset', base: { validityOffsetUsed: true }, to: '1d', sees: begins, shows: [-600, DAY] },
  {
    setting: 'expirationRestrictionForWeekdaysUsed',
    base: NO_THURSDAYS,
    to: true,
    sees: end,
    shows: ['2032-01-01', '2031-12-31'],
  },
  {
    setting: 'expirationRestrictionWeekdays',
    base: { expirationRestrictionForWeekdaysUsed: true },
    to: ['WEDNESDAY', 'THURSDAY'],
    sees: end,
    shows: ['2032-01-01', '2031-12-30'],
  },
  {
    setting: 'expirationRestrictionForWeekdaysBefore',
    base: { ...NO_THURSDAYS, expirationRestrictionForWeekdaysUsed: true },
    to: false,
    sees: end,
    shows: ['2031-12-31', '2032-01-02'],
  },
  {
    setting: 'allowValidityOverride',
    order: { requestedNotAfter: NOW + DAY },
    to: true,
    sees: end,
    shows: ['2032-01-01', '2030-01-02'],
  },
  { setting: 'allowExtensionOverride', order: ASKED, to: true, sees: hasUnknown, shows: [undefined, 'not critical'] },
  {
    setting: 'overridableExtensionOids',
    base: { allowExtensionOverride: true },
    order: ASKED,
    to: ['1.2.3.4.6'],
    sees: hasUnknown,
    shows: ['not critical', undefined],
  },
  {
    setting: 'nonOverridableExtensionOids',
    base: { allowExtensionOverride: true },
    order: ASKED,
    to: ['1.2.3.4.5'],
    sees: hasUnknown,
    shows: ['not critical', undefined],
  },
  {
    setting: 'allowKeyUsageOverride',
    order: { requestedExtensions: [makeExtension(keyUsage, new Set(['keyAgreement'] as const), true)] },
    to: true,
    sees: keyUsages,
    shows: [['digitalSignature'], ['keyAgreement']],
  },
  {
    setting: 'subjectAlternativeNameSearchable',
    order: NAMED,
    to: false,
    sees: ({ write }) => write.certificate.subjectAltName,
    shows: ['dNSName=a.example', undefined],
  },
  { setting: 'basicConstraintsUsed', to: false, sees: extension(basicConstraints), shows: ['critical', undefined] },
  {
    setting: 'basicConstraintsCritical',
    to: false,
    sees: extension(basicConstraints),
    shows: ['critical', 'not critical'],
  },
  {
    setting: 'pathLengthConstraintUsed',
    base: CA,
    to: true,
    sees: decoded(basicConstraints),
    shows: [{ ca: true }, { ca: true, pathLength: 0 }],
  },
  {
    setting: 'pathLengthConstraint',
    base: { ...CA, pathLengthConstraintUsed: true },
    to: 3,
    sees: decoded(basicConstraints),
    shows: [
      { ca: true, pathLength: 0 },
      { ca: true, pathLength: 3 },
    ],
  },
  {
    setting: 'subjectKeyIdentifierUsed',
    to: false,
    sees: extension({ oid: '2.5.29.14' }),
    shows: ['not critical', undefined],
  },
  {
    setting: 'authorityKeyIdentifierUsed',
    base: { lintExceptions: ['rfc5280/authority-key-identifier-present'] },
    to: false,
    sees: extension({ oid: '2.5.29.35' }),
    shows: ['not critical', undefined],
  },
  { setting: 'keyUsageUsed', to: false, sees: extension(keyUsage), shows: ['critical', undefined] },
  { setting: 'keyUsageCritical', to: false, sees: extension(keyUsage), shows: ['critical', 'not critical'] },
  {
    setting: 'keyUsage',
    to: ['nonRepudiation'],
    sees: keyUsages,
    shows: [['digitalSignature'], ['nonRepudiation']],
  },
  {
    setting: 'extendedKeyUsageUsed',
    base: { extendedKeyUsage: ['clientAuth'] },
    to: true,
    sees: purposes,
    shows: [undefined, 1],
  },
  {
    setting: 'extendedKeyUsageCritical',
    base: { extendedKeyUsageUsed: true, extendedKeyUsage: ['clientAuth'] },
    to: true,
    sees: extension(extendedKeyUsage),
    shows: ['not critical', 'critical'],
  },
  {
    setting: 'extendedKeyUsage',
    base: { extendedKeyUsageUsed: true },
    from: ['clientAuth'],
    to: ['clientAuth', 'Server Authentication'],
    sees: purposes,
    shows: [1, 2],
  },
  {
    setting: 'subjectAlternativeNameUsed',
    order: NAMED,
    to: false,
    sees: extension({ oid: '2.5.29.17' }),
    shows: ['not critical', undefined],
  },
  {
    setting: 'subjectAlternativeNameCritical',
    order: NAMED,
    to: true,
    sees: extension({ oid: '2.5.29.17' }),
    shows: ['not critical', 'critical'],
  },
  {
    setting: 'issuerAlternativeNameUsed',
    to: true,
    sees: ({ certificate }) => certificate.extension(issuerAltName)?.map(uriOf),
    shows: [undefined, ['https://ca.example']],
  },
  {
    setting: 'crlDistributionPointUsed',
    base: { crlDistributionPointUri: 'http://p.example/crl' },
    to: true,
    sees: crlUris,
    shows: [undefined, ['http://p.example/crl']],
  },
  {
    setting: 'crlUseCaDefinedSettings',
    base: POINT,
    to: true,
    sees: crlUris,
    shows: [['http://p.example/crl'], ['http://ca.example/base.crl']],
  },
  {
    setting: 'crlDistributionPointCritical',
    base: POINT,
    to: true,
    sees: extension(crlDistributionPoints),
    shows: ['not critical', 'critical'],
  },
  {
    setting: 'crlDistributionPointUri',
    base: { crlDistributionPointUsed: true },
    from: 'http://p.example/crl',
    to: 'http://p.example/crl;http://q.example/crl',
    sees: crlUris,
    shows: [['http://p.example/crl'], ['http://p.example/crl', 'http://q.example/crl']],
  },
  {
    setting: 'freshestCrlUsed',
    base: { freshestCrlUri: 'http://p.example/delta' },
    to: true,
    sees: freshestUris,
    shows: [undefined, ['http://p.example/delta']],
  },
  {
    setting: 'freshestCrlUseCaDefinedSettings',
    base: { freshestCrlUsed: true, freshestCrlUri: 'http://p.example/delta' },
    to: true,
    sees: freshestUris,
    shows: [['http://p.example/delta'], ['http://ca.example/delta.crl']],
  },
  {
    setting: 'freshestCrlUri',
    base: { freshestCrlUsed: true },
    to: 'http://p.example/delta;http://q.example/delta',
    sees: freshestUris,
    shows: [undefined, ['http://p.example/delta', 'http://q.example/delta']],
  },
  {
    setting: 'microsoftTemplate',
    to: 'DomainController',
    sees: decoded(microsoftTemplateName),
    shows: [undefined, 'DomainController'],
  },
  {
    setting: 'customExtensions',
    to: [CUSTOM],
    sees: custom,
    shows: [undefined, ['1.2.3.4.5', false, '0500']],
  },
  ...(
    [
      ['oid', '1.2.3.4.6', undefined],
      ['critical', true, ['1.2.3.4.5', true, '0500']],
      ['value', '0101ff', ['1.2.3.4.5', false, '0101ff']],
    ] as const
  ).map(([member, value, shown]) => ({
    setting: `customExtensions[].${member}`,
    from: [CUSTOM],
    to: [{ ...CUSTOM, [member]: value }],
    sees: custom,
    shows: [['1.2.3.4.5', false, '0500'], shown] as const,
  })),
  {
    setting: 'authorityInformationAccessUsed',
    base: { ocspServiceLocatorUrl: 'http://p.example/ocsp' },
    to: true,
    sees: accessUris,
    shows: [undefined, ['http://p.example/ocsp']],
  },
  {
    setting: 'ocspServiceLocatorUrlIsCaDefined',
    base: ACCESS,
    to: true,
    sees: accessUris,
    shows: [['http://p.example/ocsp'], ['http://ca.example/ocsp']],
  },
  {
    setting: 'ocspServiceLocatorUrl',
    base: { authorityInformationAccessUsed: true },
    to: 'http://q.example/ocsp',
    sees: accessUris,
    shows: [undefined, ['http://q.example/ocsp']],
  },
  {
    setting: 'ocspIssuerUrlIsCaDefined',
    base: ACCESS,
    to: true,
    sees: accessUris,
    shows: [['http://p.example/ocsp'], ['http://p.example/ocsp', 'http://ca.example/ca.cer']],
  },
  {
    setting: 'ocspIssuerUrls',
    base: ACCESS,
    to: ['http://p.example/ca.cer'],
    sees: accessUris,
    shows: [['http://p.example/ocsp'], ['http://p.example/ocsp', 'http://p.example/ca.cer']],
  },
  {
    setting: 'certificatePoliciesUsed',
    base: { certificatePolicies: [{ policyId: '1.2.3' }] },
    to: true,
    sees: policies,
    shows: [undefined, [['1.2.3']]],
  },
  {
    setting: 'certificatePoliciesCritical',
    base: { ...POLICY, certificatePolicies: [{ policyId: '1.2.3' }] },
    to: true,
    sees: extension(certificatePolicies),
    shows: ['not critical', 'critical'],
  },
  {
    setting: 'certificatePolicies',
    base: POLICY,
    from: [{ policyId: '1.2.3' }],
    to: [{ policyId: '1.2.3' }, { policyId: '1.2.4' }],
    sees: policies,
    shows: [[['1.2.3']], [['1.2.3'], ['1.2.4']]],
  },
  ...(
    [
      ['policyId', '1.2.4', ['1.2.4', 'cps https://a.example/cps']],
      ['qualifierId', '1.3.6.1.5.5.7.2.2', ['1.2.3', 'userNotice https://a.example/cps']],
      ['qualifier', 'https://b.example/cps', ['1.2.3', 'cps https://b.example/cps']],
    ] as const
  ).map(([member, value, shown]) => ({
    setting: `certificatePolicies[].${member}`,
    base: POLICY,
    from: [ADDRESS],
    to: [{ ...ADDRESS, [member]: value }],
    sees: policies,
    shows: [[['1.2.3', 'cps https://a.example/cps']], [shown]] as const,
  })),
  {
    setting: 'qcStatementUsed',
    base: { qcEtsiComplianceUsed: true },
    to: true,
    sees: extension(qcStatements),
    shows: [undefined, 'not critical'],
  },
  {
    setting: 'qcStatementCritical',
    base: QUALIFIED,
    to: true,
    sees: extension(qcStatements),
    shows: ['not critical', 'critical'],
  },
  {
    setting: 'pkixQcSyntaxV2Used',
    base: QUALIFIED,
    to: true,
    sees: statement('qcSyntaxV2'),
    shows: [undefined, { type: 'qcSyntaxV2' }],
  },
  {
    setting: 'qcSemanticsId',
    base: SYNTAX,
    to: '1.2.3',
    sees: statement('qcSyntaxV2'),
    shows: [{ type: 'qcSyntaxV2' }, { type: 'qcSyntaxV2', semanticsIdentifier: '1.2.3' }],
  },
  {
    setting: 'qcStatementRaName',
    base: SYNTAX,
    to: 'rfc822Name=ra@a.example',
    sees: statement('qcSyntaxV2'),
    shows: [
      { type: 'qcSyntaxV2' },
      { type: 'qcSyntaxV2', nameRegistrationAuthorities: parseGeneralNames('rfc822Name=ra@a.example') },
    ],
  },
  {
    setting: 'qcEtsiComplianceUsed',
    base: { qcStatementUsed: true, qcEtsiSignatureDeviceUsed: true },
    to: true,
    sees: statement('qcCompliance'),
    shows: [undefined, { type: 'qcCompliance' }],
  },
  {
    setting: 'qcEtsiSignatureDeviceUsed',
    base: QUALIFIED,
    to: true,
    sees: statement('qcSSCD'),
    shows: [undefined, { type: 'qcSSCD' }],
  },
  {
    setting: 'qcEtsiTypes',
    base: QUALIFIED,
    to: ['eseal'],
    sees: statement('qcType'),
    shows: [undefined, { type: 'qcType', types: ['0.4.0.1862.1.6.2'] }],
  },
  {
    setting: 'qcEtsiValueLimitUsed',
    base: { ...LIMIT, qcEtsiValueLimitUsed: false },
    from: false,
    to: true,
    sees: statement('qcLimitValue'),
    shows: [undefined, LIMITED],
  },
  {
    setting: 'qcEtsiValueLimit',
    base: LIMIT,
    from: 5,
    to: 6,
    sees: statement('qcLimitValue'),
    shows: [LIMITED, { ...LIMITED, amount: 6n }],
  },
  {
    setting: 'qcEtsiValueLimitExponent',
    base: LIMIT,
    from: 3,
    to: 2,
    sees: statement('qcLimitValue'),
    shows: [LIMITED, { ...LIMITED, exponent: 2n }],
  },
  {
    setting: 'qcEtsiValueLimitCurrency',
    base: LIMIT,
    from: 'EUR',
    to: 'SEK',
    sees: statement('qcLimitValue'),
    shows: [LIMITED, { ...LIMITED, currency: 'SEK' }],
  },
  {
    setting: 'qcEtsiRetentionPeriodUsed',
    base: { ...QUALIFIED, qcEtsiRetentionPeriod: 15 },
    to: true,
    sees: statement('qcRetentionPeriod'),
    shows: [undefined, { type: 'qcRetentionPeriod', years: 15 }],
  },
  {
    setting: 'qcEtsiRetentionPeriod',
    base: { ...QUALIFIED, qcEtsiRetentionPeriodUsed: true },
    to: 10,
    sees: statement('qcRetentionPeriod'),
    shows: [
      { type: 'qcRetentionPeriod', years: 0 },
      { type: 'qcRetentionPeriod', years: 10 },
    ],
  },
  {
    setting: 'qcEtsiPds',
    base: QUALIFIED,
    to: [PDS],
    sees: statement('qcPDS'),
    shows: [undefined, { type: 'qcPDS', locations: [PDS] }],
  },
  ...(
    [
      ['url', 'https://b.example/pds'],
      ['language', 'sv'],
    ] as const
  ).map(([member, value]) => ({
    setting: `qcEtsiPds[].${member}`,
    base: QUALIFIED,
    from: [PDS],
    to: [{ ...PDS, [member]: value }],
    sees: statement('qcPDS'),
    shows: [
      { type: 'qcPDS', locations: [PDS] },
      { type: 'qcPDS', locations: [{ ...PDS, [member]: value }] },
    ] as const,
  })),
  {
    setting: 'qcCountries',
    base: QUALIFIED,
    to: ['SE'],
    sees: statement('qcCClegislation'),
    shows: [undefined, { type: 'qcCClegislation', countries: ['SE'] }],
  },
  {
    setting: 'qcCustomStatements',
    base: QUALIFIED,
    to: [STATEMENT],
    sees: statement('other'),
    shows: [undefined, otherStatement('1.2.3', 'text')],
  },
  ...(
    [
      ['statementId', '1.2.4', otherStatement('1.2.4', 'text')],
      ['text', 'another', otherStatement('1.2.3', 'another')],
    ] as const
  ).map(([member, value, shown]) => ({
    setting: `qcCustomStatements[].${member}`,
    base: QUALIFIED,
    from: [STATEMENT],
    to: [{ ...STATEMENT, [member]: value }],
    sees: statement('other'),
    shows: [otherStatement('1.2.3', 'text'), shown] as const,
  })),
  {
    setting: 'privateKeyUsagePeriodNotBeforeUsed',
    to: true,
    sees: decoded(privateKeyUsagePeriod),
    shows: [undefined, { notBefore: NOW - 600 }],
  },
  {
    setting: 'privateKeyUsagePeriodStartOffset',
    base: { privateKeyUsagePeriodNotBeforeUsed: true },
    to: '1d',
    sees: decoded(privateKeyUsagePeriod),
    shows: [{ notBefore: NOW - 600 }, { notBefore: NOW - 600 + DAY }],
  },
  {
    setting: 'privateKeyUsagePeriodNotAfterUsed',
    base: { privateKeyUsagePeriodLength: '1d' },
    to: true,
    sees: decoded(privateKeyUsagePeriod),
    shows: [undefined, { notAfter: NOW - 600 + DAY }],
  },
  {
    setting: 'privateKeyUsagePeriodLength',
    base: { privateKeyUsagePeriodNotAfterUsed: true },
    from: '1d',
    to: '2d',
    sees: decoded(privateKeyUsagePeriod),
    shows: [{ notAfter: NOW - 600 + DAY }, { notAfter: NOW - 600 + 2 * DAY }],
  },
  {
    setting: 'ocspNoCheck',
    base: { extendedKeyUsageUsed: true, extendedKeyUsage: ['OCSPSigning'] },
    to: true,
    sees: extension({ oid: '1.3.6.1.5.5.7.48.1.5' }),
    shows: [undefined, 'not critical'],
  },
  ...(
    [
      ['unusualHostName', 'CN=my_host.a.example', 'dNSName=my_host.a.example'],
      ['unrepeatedCommonName', 'CN=a.example', 'dNSName=b.example'],
      ['publicSuffix', 'CN=*.co.uk', 'dNSName=*.co.uk'],
      ['internalName', 'CN=a.corp', 'dNSName=a.corp'],
      ['misplacedWildcard', 'CN=f*.a.example', 'dNSName=f.a.example'],
    ] as const
  ).map(([rule, subject, names]) => ({
    setting: `nameRules.${rule}`,
    from: {},
    to: { [rule]: 'REFUSE' },
    order: { subject: DistinguishedName.parse(subject), alternativeNames: parseGeneralNames(names) },
    sees: () => 'issued',
    shows: ['issued', new RegExp(`\\(nameRules\\.${rule}\\)`)] as const,
  })),
];

function otherStatement(statementId: string, text: string) {
  const octets = new TextEncoder().encode(text);
  return { type: 'other', statementId, statementInfo: Uint8Array.of(0x0c, octets.length, ...octets) };
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function uriOf(name: { readonly type: string; readonly value?: unknown }): unknown {
  return name.value;
}

function textOf(qualifier: {
  readonly type: string;
  readonly uri?: string;
  readonly explicitText?: { readonly text: string } | undefined;
}) {
  return `${qualifier.type} ${qualifier.uri ?? qualifier.explicitText?.text}`;
}
