/** Forms in which operators are told how CAs stand. */
import type { ReadinessCheck } from '../http/index.ts';
import { labelText } from '../kernel/text/metric-label.ts';

/** CAs as the last run of a task found them; undefined before its first. */
export interface Noted<Needed> {
  readonly noted: readonly Needed[] | undefined;
}

/** Makes metrics of CAs. Before the first run there are none: no sample at all is better than a number that says that all is well. */
export function metricsOf<Needed>(
  source: Noted<Needed>,
  gauges: (noted: readonly Needed[]) => string,
): { expose(): string } {
  return { expose: () => (source.noted === undefined ? '' : gauges(source.noted)) };
}

/** Makes a check that blocks no request, and reports the first of the remarks on CAs. */
export function remarkingCheck<Needed>(
  name: string,
  source: Noted<Needed>,
  remarkOn: (one: Needed) => string | undefined,
): ReadinessCheck {
  return {
    name,
    problem: async () => undefined,
    note: async () => joinedRemarks((source.noted ?? []).map(remarkOn)),
  };
}

/** Makes a gauge of moments, seconds since 1970, for those CAs that have one: the earliest of them, since a list without end helps nobody. */
export function earliestOfCas(
  name: string,
  help: string,
  all: readonly { readonly ca: string; readonly moment: number | undefined }[],
): string {
  const samples = all
    .flatMap(({ ca, moment }) => (moment === undefined ? [] : [{ ca, moment }]))
    .toSorted((a, b) => a.moment - b.moment)
    .slice(0, MOST_SERIES)
    .map(({ ca, moment }) => `${name}{ca="${labelText(ca)}"} ${moment}\n`);
  return `# HELP ${name} ${help}; of the ${MOST_SERIES} CAs with the earliest.\n# TYPE ${name} gauge\n${samples.join('')}`;
}

export function countGauge(name: string, help: string, count: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${count}\n`;
}

/** Joins the first of the remarks on CAs, and says how many more there are; undefined when there is none. */
function joinedRemarks(all: readonly (string | undefined)[]): string | undefined {
  const remarks = all.filter((remark) => remark !== undefined);
  if (remarks.length === 0) return undefined;
  const further = remarks.length > MOST_REMARKS ? ` And ${remarks.length - MOST_REMARKS} more CAs.` : '';
  return `${remarks.slice(0, MOST_REMARKS).join(' ')}${further}`;
}

const MOST_SERIES = 1000;
const MOST_REMARKS = 10;
