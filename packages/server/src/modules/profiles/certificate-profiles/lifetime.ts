import { parseDuration, type ReportProblem } from '../../configuration/index.ts';
import { parseAbsoluteTime } from '../common/index.ts';
import type { CertificateLifetime } from './certificate-profile.ts';

/** Reads the setting `validity` of a profile or CA, a duration or a fixed end, and reports other texts. */
export function lifetimeOf(text: string, report: ReportProblem): CertificateLifetime {
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds > 0) return { kind: 'relative', seconds };
  const notAfter = parseAbsoluteTime(text);
  if (notAfter === undefined) {
    report('validity', `is '${text}' and has to be a length of time such as 2y, or a day such as 2035-12-31`);
  }
  return { kind: 'until', notAfter: notAfter ?? 0 };
}
