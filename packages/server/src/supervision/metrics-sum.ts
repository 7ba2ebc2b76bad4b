/** Sums of metrics of several processes, in the Prometheus text format 0.0.4. */

/**
 * Adds up what several processes expose: a value of the same name and labels is one value of all of them. Gauges are added up as well,
 * except for those of a longest time.
 */
export function addUp(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) for (const family of familiesIn(text)) addTo(families, family);
  return [...families.values()].map(textOf).join('');
}

/** Keeps what only grows: the counters and histograms of a process that has ended. */
export function countersOf(text: string): string {
  return [...familiesIn(text)]
    .filter(({ type }) => GROWING.has(type))
    .map(textOf)
    .join('');
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** By name and labels. */
  readonly values: Map<string, number>;
}

function* familiesIn(text: string): Generator<Family> {
  let family: Family | undefined;
  let help = '';
  for (const line of text.split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === 'HELP') help = rest;
    if (kind === 'TYPE') {
      if (family !== undefined) yield family;
      family = { name, help, type: rest, values: new Map() };
    }
    const end = line.lastIndexOf(' ');
    if (kind === undefined && end > 0) family?.values.set(line.slice(0, end), Number(line.slice(end + 1)));
  }
  if (family !== undefined) yield family;
}

function addTo(families: Map<string, Family>, { name, help, type, values }: Family): void {
  const sum = families.get(name) ?? { name, help, type, values: new Map<string, number>() };
  families.set(name, sum);
  for (const [key, value] of values) {
    const before = sum.values.get(key) ?? 0;
    sum.values.set(key, name.includes('_longest_') ? Math.max(before, value) : before + value);
  }
}

function textOf({ name, help, type, values }: Family): string {
  const lines = [...values].map(([key, value]) => `${key} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);
