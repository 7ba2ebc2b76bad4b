/**
 * How much processor time enrollments take with and without the lint of their certificates, its witness included:
 * `node bench/enroll-lint.ts [options]`.
 *
 *   --rounds N       rounds of each server (12)
 *   --count N        enrollments of a round (1500)
 *   --connections N  connections that send at once (64)
 *
 * Two servers run from their sources, one of them without that lint, and get the same requests under a profile whose certificates have fifteen
 * extensions. They take turns, in the order with, without, without, with, so that what else the machine does is the same for both. A pair of neighboring rounds
 * gives one ratio. It prints the medians.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { enrollmentPosts, prepareEnrollments, type PreparedEnrollment } from './enrollment-requests.ts';
import { createFifteenExtensions, FIFTEEN_EXTENSIONS, REQUESTED_EXTENSIONS } from './fifteen-extensions.ts';
import { percentile, sendAll } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    count: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '64' },
  },
});
const rounds = Number(values.rounds);
const count = Number(values.count);
const connections = Number(values.connections);

const WARM_UP = 6000;

const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-lint-'));
try {
  process.stderr.write('making keys and requests ...\n');
  const warmUp = await prepareEnrollments('P-256', WARM_UP, 'warm-up', REQUESTED_EXTENSIONS);
  const measured: PreparedEnrollment[][] = [];
  for (let round = 0; round < rounds; round++)
    measured.push(await prepareEnrollments('P-256', count, `round-${round}`, REQUESTED_EXTENSIONS));
  const linted = await startProcess('linted-server', path.join(home, 'linted'), undefined);
  try {
    const unlinted = await startProcess('unlinted-server', path.join(home, 'unlinted'), undefined);
    try {
      for (const server of [linted, unlinted]) {
        await createFifteenExtensions(server.target);
        await microsecondsOfEach(server, warmUp);
      }
      await compare(linted, unlinted, measured);
    } finally {
      await unlinted.stop();
    }
  } finally {
    await linted.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function compare(
  linted: MeasuredProcess,
  unlinted: MeasuredProcess,
  measured: readonly (readonly PreparedEnrollment[])[],
): Promise<void> {
  const withLint: number[] = [];
  const without: number[] = [];
  for (const [round, enrollments] of measured.entries()) {
    const first = async () => withLint.push(await microsecondsOfEach(linted, enrollments));
    const second = async () => without.push(await microsecondsOfEach(unlinted, enrollments));
    for (const turn of round % 2 === 0 ? [first, second] : [second, first]) await turn();
  }
  console.log(
    `medians of ${measured.length} rounds, load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
  );
  show('with lint', withLint, 'us each');
  show('without', without, 'us each');
  const more = withLint.map((time, round) => (time / without[round]! - 1) * 100);
  show('lint costs', more, '% more');
}

/** Returns the processor time of one enrollment, all threads of the server included. */
async function microsecondsOfEach(
  server: MeasuredProcess,
  enrollments: readonly PreparedEnrollment[],
): Promise<number> {
  const { target } = server;
  const posts = enrollmentPosts(target, enrollments, FIFTEEN_EXTENSIONS);
  const before = await server.observe();
  const load = await sendAll(target, posts, connections);
  const after = await server.observe();
  assert.equal(load.failed, 0, load.firstFailure ?? '');
  return ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6;
}

function show(name: string, figures: readonly number[], unit: string): void {
  const ascending = Float64Array.from(figures).toSorted();
  const shown = (figure: number) => figure.toFixed(1);
  const median = shown(percentile(ascending, 0.5));
  console.log(`${name.padEnd(12)} ${median} ${unit} (${shown(ascending[0]!)} to ${shown(ascending.at(-1)!)})`);
}
