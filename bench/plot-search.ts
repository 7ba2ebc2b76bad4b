/**
 * Draws how searches grow with the number of certificates: `node bench/plot-search.ts LOG... > docs/search-growth.svg`.
 *
 * Each log is what `bench/search.ts` has written for one database. The drawing has processor time by number of certificates, both axes logarithmic.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

interface Point {
  readonly certificates: number;
  readonly milliseconds: number;
}

const SHOWN = [
  'CA',
  'subject contains, 1 of 1,000 found',
  'expires within 30 days, in order',
  'page 1,000 of everything',
  'count of everything',
];
const COLORS = ['#1f6feb', '#d1242f', '#2da44e', '#8250df', '#bf8700'];
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [860, 420, 60, 300, 20, 50];
const [LEAST_MS, MOST_MS] = [1, 10_000];

const logs = process.argv.slice(2).map(readLog);
const counts = [...new Set(logs.map((one) => one.certificates))].toSorted((a, b) => a - b);
const [first, last] = [counts[0]!, counts.at(-1)!];
const series = [...new Set(logs.map((one) => one.database))].flatMap((database) =>
  SHOWN.map((name, at) => ({
    name: `${database}: ${name}`,
    color: COLORS[at]!,
    dashed: database !== 'sqlite',
    points: logs
      .filter((one) => one.database === database && one.times.has(name))
      .map((one): Point => ({ certificates: one.certificates, milliseconds: one.times.get(name)! }))
      .toSorted((a, b) => a.certificates - b.certificates),
  })),
);
process.stdout.write(drawing());

function readLog(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const [, database, certificates] = /^(\w+), (\d+) certificates/m.exec(lines.join('\n'))!;
  const times = new Map<string, number>();
  for (const line of lines) {
    const [, name, milliseconds] = /^all: (.*?) {2,}.*processor +([\d.]+) ms/.exec(line) ?? [];
    if (name !== undefined) times.set(name, Number(milliseconds));
  }
  return { database: database!, certificates: Number(certificates), times };
}

function drawing(): string {
  const rows = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>Processor time of searches by the number of certificates</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...[1, 10, 100, 1000, 10_000].map(
      (ms) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
    ),
    ...counts.map(
      (count) =>
        `<line x1="${x(count)}" x2="${x(count)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#ddd"/><text x="${x(count)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${count.toLocaleString('en')}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">certificates</text>`,
    ...series.flatMap(({ name, color, dashed, points }, at) => {
      const path = points.map((point) => `${x(point.certificates)},${y(point.milliseconds)}`).join(' ');
      const style = `stroke="${color}"${dashed ? ' stroke-dasharray="5 4"' : ''}`;
      const row = TOP + 10 + at * 18;
      return [
        `<polyline points="${path}" fill="none" stroke-width="2" ${style}/>`,
        ...points.map(
          (point) => `<circle cx="${x(point.certificates)}" cy="${y(point.milliseconds)}" r="3" fill="${color}"/>`,
        ),
        `<line x1="${WIDTH - RIGHT + 20}" x2="${WIDTH - RIGHT + 44}" y1="${row}" y2="${row}" stroke-width="2" ${style}/><text x="${WIDTH - RIGHT + 50}" y="${row + 4}">${name}</text>`,
      ];
    }),
    '</svg>',
  ];
  return `${rows.join('\n')}\n`;
}

function x(certificates: number): number {
  const part = last === first ? 0.5 : Math.log(certificates / first) / Math.log(last / first);
  return Math.round(LEFT + 30 + part * (WIDTH - LEFT - RIGHT - 60));
}

function y(milliseconds: number): number {
  const part = Math.log(Math.max(milliseconds, LEAST_MS) / LEAST_MS) / Math.log(MOST_MS / LEAST_MS);
  return Math.round(HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM));
}
