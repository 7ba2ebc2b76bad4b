/** The settings of a CVC CA beside those that all CAs have: how its subject names it. */
import { HolderReference, PkiError, type SignatureAlgorithm, terminalAuthenticationOf } from '@sealwright/pki';
import type { ReportProblem } from '../../configuration/index.ts';
import type { CommonCaSettings } from './common-authority.ts';
import { referenceOf } from './cvc-subject.ts';

/** Settings that only CVC CAs have, checked. */
export interface CvcNameSettings {
  /** Reference of its first key; those of later keys count on from its sequence number. */
  readonly firstReference: HolderReference;
}

/** Reads what the subject and the keys of a CVC CA come to; what cannot be is reported. */
export function cvcNameSettings(common: CommonCaSettings, report: ReportProblem): CvcNameSettings {
  const { subject, firstKeySequence, signatureAlgorithm, alternative } = common;
  if (signatureAlgorithm !== undefined) requireTerminalAuthentication(signatureAlgorithm, report);
  if (alternative !== undefined) {
    report('alternativeSignatureAlgorithm', 'is set; card verifiable certificates have one signature');
  }
  if (common.certificate.extensions.length > 0) {
    report('certificatePolicies', 'or name constraints are set; card verifiable certificates have neither');
  }
  return { firstReference: firstReference(subject, firstKeySequence, report) };
}

function firstReference(
  subject: CommonCaSettings['subject'],
  keySequence: string,
  report: ReportProblem,
): HolderReference {
  try {
    return referenceOf(subject, keySequence);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('subjectDn', `cannot name a CVC CA, as C=SE,CN=CVCA or with SN=00001 does: ${error.message}`);
    return new HolderReference('ZZ', 'NOBODY', '00000');
  }
}

function requireTerminalAuthentication(algorithm: SignatureAlgorithm, report: ReportProblem): void {
  try {
    terminalAuthenticationOf(algorithm);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('signatureAlgorithm', `cannot be used: ${error.message}; SHA256withECDSA can`);
  }
}
