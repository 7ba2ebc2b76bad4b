/** The values of extensions as text. */
import type { Oid } from '../der/index.ts';
import { readable } from '../errors.ts';
import {
  ACCESS_METHODS,
  type AccessDescription,
  altSignatureAlgorithm,
  altSignatureValue,
  ANY_POLICY,
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  type DistributionPoint,
  extendedKeyUsage,
  type ExtensionType,
  freshestCrl,
  type GeneralSubtree,
  inhibitAnyPolicy,
  issuerAltName,
  keyPurposeName,
  keyUsage,
  microsoftTemplate,
  microsoftTemplateName,
  nameConstraints,
  objectSid,
  ocspNoCheck,
  organizationIdentifier,
  policyConstraints,
  policyMappings,
  type PolicyQualifier,
  precertificatePoison,
  privateKeyUsagePeriod,
  type QcSemantics,
  QC_TYPES,
  type QcStatement,
  qcStatements,
  sctList,
  subjectAltName,
  subjectAltPublicKeyInfo,
  subjectInfoAccess,
  subjectKeyIdentifier,
  TLS_FEATURES,
  tlsFeature,
} from '../extension/index.ts';
import { formatGeneralNames, type GeneralName } from '../general-name/index.ts';
import { parsePublicKey } from '../public-key/index.ts';
import { algorithmName } from './algorithm-name.ts';
import { hexLines, hexText, momentText, printable } from './lines.ts';

/** Writes the value of an extension; in hexadecimal where the extension is not known, or its value is not what its type says. At least one line. */
export function extensionLines(oid: Oid, value: Uint8Array): readonly string[] {
  const lines = readable(() => WRITERS.get(oid)?.(value)) ?? hexLines(value);
  return lines.length === 0 ? ['(empty)'] : lines.map(printable);
}

function writer<T>(type: ExtensionType<T>, write: (value: T) => readonly string[]): [Oid, Writer] {
  return [type.oid, (der) => write(type.decode(der))];
}

type Writer = (der: Uint8Array) => readonly string[];

/** Each on a line of its own: a name can be long. */
function namesOf(names: readonly GeneralName[]): readonly string[] {
  return names.map((name) => formatGeneralNames([name]));
}

function pointsOf(points: readonly DistributionPoint[]): readonly string[] {
  return points.flatMap(({ distributionPoint, reasons, cRLIssuer }) => [
    ...(distributionPoint?.type === 'fullName' ? namesOf(distributionPoint.names) : []),
    ...(distributionPoint?.type === 'nameRelativeToCRLIssuer'
      ? [`relative to the issuer: ${distributionPoint.name.toString()}`]
      : []),
    ...(reasons === undefined ? [] : [`reasons: ${[...reasons].join(', ')}`]),
    ...(cRLIssuer === undefined ? [] : [`CRL issuer: ${formatGeneralNames(cRLIssuer)}`]),
  ]);
}

function accessesOf(descriptions: readonly AccessDescription[]): readonly string[] {
  return descriptions.map(
    ({ accessMethod, accessLocation }) =>
      `${METHOD_NAMES.get(accessMethod) ?? accessMethod}: ${formatGeneralNames([accessLocation])}`,
  );
}

function qualifierText(qualifier: PolicyQualifier): string {
  if (qualifier.type === 'cps') return `CPS: ${qualifier.uri}`;
  if (qualifier.type === 'other') return `${qualifier.qualifierId}: ${hexText(qualifier.value)}`;
  const { noticeRef, explicitText } = qualifier;
  const numbers = noticeRef && `${noticeRef.organization.text} ${noticeRef.noticeNumbers.join(', ')}`;
  return `user notice: ${[numbers, explicitText?.text].filter((text) => text !== undefined).join(': ')}`;
}

function subtreesOf(word: string, subtrees: readonly GeneralSubtree[] | undefined): readonly string[] {
  return (subtrees ?? []).map(({ base }) => `${word}: ${formatGeneralNames([base])}`);
}

function statementText(statement: QcStatement): string {
  const write = STATEMENT_WRITERS[statement.type] as (one: QcStatement) => string;
  return write(statement);
}

function semanticsText({
  type,
  semanticsIdentifier,
  nameRegistrationAuthorities: authorities,
}: QcSemantics & { readonly type: string }): string {
  const parts = [semanticsIdentifier, authorities && formatGeneralNames(authorities)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? type : `${type}: ${parts.join(', ')}`;
}

const STATEMENT_WRITERS: {
  readonly [T in QcStatement['type']]: (statement: Extract<QcStatement, { readonly type: T }>) => string;
} = {
  qcSyntaxV1: semanticsText,
  qcSyntaxV2: semanticsText,
  qcCompliance: ({ type }) => type,
  qcSSCD: ({ type }) => type,
  qcLimitValue: ({ amount, exponent, currency }) => `qcLimitValue: ${amount} * 10^${exponent} ${currency}`,
  qcRetentionPeriod: ({ years }) => `qcRetentionPeriod: ${years} years`,
  qcPDS: ({ locations }) => `qcPDS: ${locations.map(({ url, language }) => `${url} (${language})`).join(', ')}`,
  qcType: ({ types }) => `qcType: ${types.map((type) => QC_TYPE_NAMES.get(type) ?? type).join(', ')}`,
  qcCClegislation: ({ countries }) => `qcCClegislation: ${countries.join(', ')}`,
  psd2: ({ roles, ncaName, ncaId }) => `psd2: ${roles.map(({ name }) => name).join(', ')} of ${ncaName} (${ncaId})`,
  other: ({ statementId, statementInfo }) =>
    statementInfo === undefined ? statementId : `${statementId}: ${hexText(statementInfo)}`,
};

const present = (): readonly string[] => ['present'];

const METHOD_NAMES = new Map<Oid, string>(Object.entries(ACCESS_METHODS).map(([name, oid]) => [oid, name]));
const QC_TYPE_NAMES = new Map<Oid, string>(Object.entries(QC_TYPES).map(([name, oid]) => [oid, name]));
const FEATURE_NAMES = new Map<number, string>(Object.entries(TLS_FEATURES).map(([name, number]) => [number, name]));

const WRITERS: ReadonlyMap<Oid, Writer> = new Map([
  writer(authorityKeyIdentifier, ({ keyIdentifier, authorityCertIssuer, authorityCertSerialNumber }) => [
    ...(keyIdentifier === undefined ? [] : [hexText(keyIdentifier)]),
    ...(authorityCertIssuer === undefined ? [] : [`issuer: ${formatGeneralNames(authorityCertIssuer)}`]),
    ...(authorityCertSerialNumber === undefined ? [] : [`serial number: ${authorityCertSerialNumber.toString(16)}`]),
  ]),
  writer(subjectKeyIdentifier, (value) => [hexText(value)]),
  writer(keyUsage, (value) => [[...value].join(', ')]),
  writer(extendedKeyUsage, (value) => [value.map((purpose) => keyPurposeName(purpose) ?? purpose).join(', ')]),
  writer(basicConstraints, ({ ca, pathLength }) => [
    `${ca ? 'CA' : 'no CA'}${pathLength === undefined ? '' : `, path length ${pathLength}`}`,
  ]),
  writer(subjectAltName, namesOf),
  writer(issuerAltName, namesOf),
  writer(nameConstraints, ({ permittedSubtrees, excludedSubtrees }) => [
    ...subtreesOf('permitted', permittedSubtrees),
    ...subtreesOf('excluded', excludedSubtrees),
  ]),
  writer(crlDistributionPoints, pointsOf),
  writer(freshestCrl, pointsOf),
  writer(authorityInfoAccess, accessesOf),
  writer(subjectInfoAccess, accessesOf),
  writer(certificatePolicies, (policies) =>
    policies.flatMap(({ policy, qualifiers }) => [
      policy === ANY_POLICY ? 'anyPolicy' : policy,
      ...qualifiers.map((qualifier) => `    ${qualifierText(qualifier)}`),
    ]),
  ),
  writer(policyMappings, (mappings) =>
    mappings.map(({ issuerDomainPolicy, subjectDomainPolicy }) => `${issuerDomainPolicy} = ${subjectDomainPolicy}`),
  ),
  writer(policyConstraints, ({ requireExplicitPolicy, inhibitPolicyMapping }) => [
    ...(requireExplicitPolicy === undefined ? [] : [`explicit policy required after ${requireExplicitPolicy}`]),
    ...(inhibitPolicyMapping === undefined ? [] : [`no policy mapping after ${inhibitPolicyMapping}`]),
  ]),
  writer(inhibitAnyPolicy, (value) => [`after ${value}`]),
  writer(privateKeyUsagePeriod, ({ notBefore, notAfter }) => [
    ...(notBefore === undefined ? [] : [`not before: ${momentText(notBefore)}`]),
    ...(notAfter === undefined ? [] : [`not after: ${momentText(notAfter)}`]),
  ]),
  writer(ocspNoCheck, present),
  writer(precertificatePoison, present),
  writer(tlsFeature, (features) => [
    features.map((feature) => FEATURE_NAMES.get(feature) ?? String(feature)).join(', '),
  ]),
  writer(qcStatements, (statements) => statements.map(statementText)),
  writer(sctList, (timestamps) => [`${timestamps.length} timestamps`]),
  writer(organizationIdentifier, (value) => {
    const { registrationSchemeIdentifier: scheme, registrationCountry: country } = value;
    const state = value.registrationStateOrProvince === undefined ? '' : `+${value.registrationStateOrProvince}`;
    return [`${scheme}${country}${state}-${value.registrationReference}`];
  }),
  writer(microsoftTemplateName, (value) => [value]),
  writer(microsoftTemplate, ({ templateId, majorVersion, minorVersion }) => [
    [templateId, majorVersion, minorVersion].filter((part) => part !== undefined).join(' '),
  ]),
  writer(objectSid, (value) => [value]),
  writer(subjectAltPublicKeyInfo, (der) => {
    const { algorithm, specification } = parsePublicKey(der);
    return [algorithm.name === specification ? specification : `${algorithm.name} ${specification}`];
  }),
  writer(altSignatureAlgorithm, (der) => [algorithmName(der)]),
  writer(altSignatureValue, hexLines),
]);
