/** Warnings about a certificate, as shown to the approvers of its enrollment. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { type FindingOfLint, shownFindings } from '../../../ca/index.ts';
import type { CaaReport } from '../../caa/index.ts';

/** Findings about an enrollment before its approval. */
export interface EnrollmentWarnings {
  /** Undefined if the profile requires no check. */
  readonly caa: CaaReport | undefined;
  readonly findings: readonly FindingOfLint[];
}

/** Returns the CAA findings and the lint findings, at most 20 lines each, without empty members. */
export function shownWarnings({ caa = [], findings }: EnrollmentWarnings): JsonObject {
  return {
    ...(caa.length === 0 ? {} : { caa_records: [...caa] }),
    ...(findings.length === 0 ? {} : { lint_findings: [...shownFindings(findings)] }),
  };
}
