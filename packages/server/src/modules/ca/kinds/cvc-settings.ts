/** Settings that only CVC CAs have: the holder reference that follows from the subject. */
import { HolderReference, PkiError, type SignatureAlgorithm, terminalAuthenticationOf } from '@sealwright/pki';
import type { ReportProblem } from '../../configuration/index.ts';
import type { CommonCaSettings } from './common-authority.ts';
import { referenceOf } from './cvc-subject.ts';

/** Validated settings that only CVC CAs have. */
export interface CvcNameSettings {
  /** Holder reference of its first key. The sequence numbers of later keys count up from it. */
  readonly firstReference: HolderReference;
}

/** Derives the settings from the subject and the keys of a CVC CA, and reports problems. */
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
