/** Extensions that are the same in every certificate of a profile. */
import {
  certificatePolicies,
  type Extension,
  isOid,
  makeExtension,
  microsoftTemplateName,
  ocspNoCheck,
  oid,
  parseGeneralNames,
  PkiError,
  QC_TYPES,
  type QcStatement,
  qcStatements,
  writeDer,
} from '@sealwright/pki';
import type { Static } from 'typebox';
import type { ReportProblem } from '../../configuration/index.ts';
import type { CertificateProfile, ConstantExtension } from './certificate-profile.ts';
import type { certificateProfileSchema } from './settings/certificate-profile-schema.ts';
import { customExtensions } from './custom-extensions.ts';
import { policiesOf } from './settings/policy-settings.ts';

type Settings = Static<typeof certificateProfileSchema>;

/** Makes the extensions from the settings, and reports problems. */
export function constantExtensions(
  settings: Settings,
  qualified: CertificateProfile['qualified'],
  report: ReportProblem,
): readonly ConstantExtension[] {
  const extensions: ConstantExtension[] = [];
  const add = (field: string, setting: string, make: () => Extension) => {
    try {
      extensions.push({ ...make(), setting });
    } catch (error) {
      // The encoders refuse values that the type cannot represent.
      if (!(error instanceof RangeError)) throw error;
      report(field, `cannot be written: ${error.message}`);
    }
  };
  if (settings.certificatePoliciesUsed) {
    const value = policiesOf(settings.certificatePolicies, report);
    add('certificatePolicies', 'certificatePoliciesUsed', () =>
      makeExtension(certificatePolicies, value, settings.certificatePoliciesCritical),
    );
  }
  // Where only end entities have a statement, there is no extension of the profile.
  if (qualified !== undefined && (qualified.statements.length > 0 || !settings.qcEtsiPsd2Used)) {
    const { statements: value, critical } = qualified;
    add('qcStatementUsed', 'qcStatementUsed', () => makeExtension(qcStatements, value, critical));
  }
  if (settings.ocspNoCheck) extensions.push({ ...makeExtension(ocspNoCheck, null, false), setting: 'ocspNoCheck' });
  const { microsoftTemplate } = settings;
  if (microsoftTemplate !== '')
    add('microsoftTemplate', 'microsoftTemplate', () => makeExtension(microsoftTemplateName, microsoftTemplate, false));
  return [...extensions, ...customExtensions(settings, report)];
}

/** Reads the settings for QC statements; undefined where there are to be none. */
export function qualifiedRules(settings: Settings, report: ReportProblem): CertificateProfile['qualified'] {
  if (!settings.qcStatementUsed) return undefined;
  return { critical: settings.qcStatementCritical, statements: statements(settings, report) };
}

/** Makes the QC statements in the order of ETSI EN 319 412-5. */
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
  return [...made, ...customStatements(settings, report)];
}

function customStatements({ qcCustomStatements }: Settings, report: ReportProblem): QcStatement[] {
  return qcCustomStatements.flatMap(({ statementId, text }, index): QcStatement[] => {
    if (isOid(statementId)) {
      const value = text === '' ? {} : { statementInfo: writeDer((writer) => writer.utf8String(text)) };
      return [{ type: 'other', statementId: oid(statementId), ...value }];
    }
    report(`qcCustomStatements[${index}].statementId`, `is '${statementId}' and has to be an object identifier`);
    return [];
  });
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
    report('qcStatementRaName', `is not a list of general names: ${error.message}`);
    return {};
  }
}
