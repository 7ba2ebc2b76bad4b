/** State of the CRLs of all CAs, for operators: metrics, and a note in `/ready`. */
import type { ReadinessCheck } from '../http/index.ts';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { NeededCrls } from '../modules/ca/index.ts';

/** The CAs as the last run of the task found them. */
interface Noted {
  readonly noted: readonly NeededCrls[] | undefined;
}

/** Returns the metrics: when the CRLs of each CA end, the earliest first, and how many CAs lack one. */
export function crlMetrics(crlEnds: Noted): { expose(): string } {
  return {
    expose() {
      const { noted } = crlEnds;
      // No sample at all is better than a number that says that all is well.
      if (noted === undefined) return '';
      const ends = noted
        .flatMap(({ authority, nextUpdate }) => (nextUpdate === undefined ? [] : [{ authority, nextUpdate }]))
        .toSorted((a, b) => a.nextUpdate - b.nextUpdate)
        .slice(0, MOST_SERIES)
        .map(({ authority, nextUpdate }) => `${END}{ca="${escaped(authority.name)}"} ${nextUpdate}\n`);
      const missing = noted.filter((one) => one.missing > 0).length;
      return (
        `# HELP ${END} When the first of the newest base CRLs of a CA ends; of the ${MOST_SERIES} CAs whose CRLs end first.\n# TYPE ${END} gauge\n` +
        `${ends.join('')}# HELP ${MISSING} CAs that lack a CRL.\n# TYPE ${MISSING} gauge\n${MISSING} ${missing}\n`
      );
    },
  };
}

/** Returns the check. It blocks no request; it reports CRLs that have ended, are missing, or will not be replaced in time. */
export function crlCheck(crlEnds: Noted, clock: Clock): ReadinessCheck {
  return {
    name: 'CRLs',
    problem: async () => undefined,
    async note() {
      const now = nowSeconds(clock);
      const remarks = (crlEnds.noted ?? []).map((one) => remarkOn(one, now)).filter((remark) => remark !== undefined);
      if (remarks.length === 0) return undefined;
      const further = remarks.length > MOST_REMARKS ? ` And ${remarks.length - MOST_REMARKS} more CAs.` : '';
      return `${remarks.slice(0, MOST_REMARKS).join(' ')}${further}`;
    },
  };
}

function remarkOn({ authority: { name, status }, missing, nextUpdate }: NeededCrls, now: number): string | undefined {
  if (missing > 0) return `CA '${name}' lacks ${missing === 1 ? 'a CRL' : `${missing} CRLs`}.`;
  if (nextUpdate === undefined) return undefined;
  const end = new Date(nextUpdate * 1000).toISOString().replace('.000Z', 'Z');
  if (nextUpdate < now) return `The CRL of CA '${name}' has ended at ${end}.`;
  if (status !== 'OFFLINE' || nextUpdate - now > SOON_SECONDS) return undefined;
  return `The CRL of CA '${name}' ends at ${end}, and the CA is off line.`;
}

function escaped(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

const END = 'sealwright_crl_next_update_timestamp_seconds';
const MISSING = 'sealwright_cas_without_crl';
const MOST_SERIES = 1000;
const MOST_REMARKS = 10;
const SOON_SECONDS = 30 * 86_400;
