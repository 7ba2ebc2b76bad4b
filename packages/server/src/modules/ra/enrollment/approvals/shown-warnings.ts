/** Warnings about what is to be issued, as those who decide about its enrollment are shown them. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { type FindingOfLint, shownFindings } from '../../../ca/index.ts';
import type { CaaReport } from '../../caa/index.ts';

/** Findings on an enrollment before it is approved. */
export interface EnrollmentWarnings {
  /** Undefined where the profile does not ask. */
  readonly caa: CaaReport | undefined;
  readonly findings: readonly FindingOfLint[];
}

/** Returns what CAA records say and what lint finds, where there is something; of each at most 20 lines. */
export function shownWarnings({ caa = [], findings }: EnrollmentWarnings): JsonObject {
  return {
    ...(caa.length === 0 ? {} : { caa_records: [...caa] }),
    ...(findings.length === 0 ? {} : { lint_findings: [...shownFindings(findings)] }),
  };
}
