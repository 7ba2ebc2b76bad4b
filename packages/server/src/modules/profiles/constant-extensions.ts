/** The extensions that are the same in every certificate of a profile. */
import {
  type CertificatePolicy,
  certificatePolicies,
  type Extension,
  isOid,
  makeExtension,
  ocspNoCheck,
  oid,
  parseGeneralNames,
  PkiError,
  type PolicyQualifier,
  QC_TYPES,
  type QcStatement,
  qcStatements,
} from '@sealwright/pki';
import type { Static } from 'typebox';
import type { ReportProblem } from '../configuration/index.ts';
import type { certificateProfileSchema } from './certificate-profile-settings.ts';

type Settings = Static<typeof certificateProfileSchema>;

/** Makes them of the settings; what cannot be written is reported. */
export function constantExtensions(settings: Settings, report: ReportProblem): readonly Extension[] {
  const extensions: Extension[] = [];
  const add = (field: string, make: () => Extension) => {
    try {
      extensions.push(make());
    } catch (error) {
      // The encoders refuse values that the type cannot hold.
      if (!(error instanceof RangeError)) throw error;
      report(field, `cannot be written: ${error.message}`);
    }
  };
  if (settings.certificatePoliciesUsed) {
    const value = settings.certificatePolicies.flatMap((policy, index) => policyOf(policy, index, report));
    add('certificatePolicies', () =>
      makeExtension(certificatePolicies, mergePolicies(value), settings.certificatePoliciesCritical),
    );
  }
  if (settings.qcStatementUsed) {
    const value = statements(settings, report);
    add('qcStatementUsed', () => makeExtension(qcStatements, value, settings.qcStatementCritical));
  }
  if (settings.ocspNoCheck) extensions.push(makeExtension(ocspNoCheck, null, false));
  return extensions;
}

type PolicySettings = Settings['certificatePolicies'][number];

function policyOf(
  { policyId, qualifierId, qualifier }: PolicySettings,
  index: number,
  report: ReportProblem,
): CertificatePolicy[] {
  const field = `certificatePolicies[${index}]`;
  if (!isOid(policyId)) {
    report(`${field}.policyId`, `is '${policyId}' and has to be an object identifier such as 2.5.29.32.0`);
    return [];
  }
  if (qualifierId === '') return [{ policy: oid(policyId), qualifiers: [] }];
  const made = QUALIFIERS[qualifierId]?.(qualifier);
  if (made === undefined) {
    report(`${field}.qualifierId`, `is '${qualifierId}' and has to be ${CPS}, ${USER_NOTICE} or empty`);
    return [];
  }
  return [{ policy: oid(policyId), qualifiers: [made] }];
}

/** A policy has one entry in a certificate, with all of its qualifiers (RFC 5280 §4.2.1.4). */
function mergePolicies(policies: readonly CertificatePolicy[]): CertificatePolicy[] {
  const merged = new Map<string, CertificatePolicy>();
  for (const { policy, qualifiers } of policies) {
    const before = merged.get(policy)?.qualifiers ?? [];
    merged.set(policy, { policy, qualifiers: [...before, ...qualifiers] });
  }
  return [...merged.values()];
}

/** In the order of ETSI EN 319 412-5. */
function statements(settings: Settings, report: ReportProblem): QcStatement[] {
  const made: QcStatement[] = [];
  if (settings.pkixQcSyntaxV2Used) made.push({ type: 'qcSyntaxV2', ...semantics(settings, report) });
  if (settings.qcEtsiComplianceUsed) made.push({ type: 'qcCompliance' });
  if (settings.qcEtsiValueLimitUsed) {
    made.push({
      type: 'qcLimitValue',
      currency: settings.qcEtsiValueLimitCurrency,
      amount: BigInt(settings.qcEtsiValueLimit),
      exponent: BigInt(settings.qcEtsiValueLimitExponent),
    });
  }
  if (settings.qcEtsiRetentionPeriodUsed) {
    made.push({ type: 'qcRetentionPeriod', years: settings.qcEtsiRetentionPeriod });
  }
  if (settings.qcEtsiSignatureDeviceUsed) made.push({ type: 'qcSSCD' });
  if (settings.qcEtsiTypes.length > 0) {
    made.push({ type: 'qcType', types: settings.qcEtsiTypes.map((name) => QC_TYPES[name]) });
  }
  if (settings.qcEtsiPds.length > 0) made.push({ type: 'qcPDS', locations: settings.qcEtsiPds });
  if (settings.qcCountries.length > 0) made.push({ type: 'qcCClegislation', countries: settings.qcCountries });
  return made;
}

function semantics({ qcSemanticsId, qcStatementRaName }: Settings, report: ReportProblem) {
  if (qcSemanticsId !== '' && !isOid(qcSemanticsId)) {
    report('qcSemanticsId', `is '${qcSemanticsId}' and has to be an object identifier`);
    return {};
  }
  try {
    const authorities = parseGeneralNames(qcStatementRaName);
    return {
      ...(qcSemanticsId !== '' && { semanticsIdentifier: oid(qcSemanticsId) }),
      ...(authorities.length > 0 && { nameRegistrationAuthorities: authorities }),
    };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('qcStatementRaName', `is no list of general names: ${error.message}`);
    return {};
  }
}

const CPS = '1.3.6.1.5.5.7.2.1';
const USER_NOTICE = '1.3.6.1.5.5.7.2.2';
const QUALIFIERS: Readonly<Record<string, (text: string) => PolicyQualifier>> = {
  [CPS]: (uri) => ({ type: 'cps', uri }),
  [USER_NOTICE]: (text) => ({ type: 'userNotice', explicitText: { type: 'utf8String', text } }),
};
