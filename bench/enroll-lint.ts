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
 *
 * Where other work on the machine makes rounds differ by more than what is looked for, the last line says more: the processor time of the thread within lint
 * and witness, as the server itself notes it, beside the rest of an enrollment in the same rounds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { PreparedEnrollment } from './enrollment-requests.ts';
import { createFifteenExtensions, microsecondsOfEach, prepareRounds } from './fifteen-extensions.ts';
import { medianText } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { rounds, count, connections } = readOptions({ rounds: 12, count: 1500, connections: 64 });

const WARM_UP = 6000;

const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-lint-'));
try {
  const { warmUp, measured } = await prepareRounds({ warmUp: WARM_UP, rounds, count });
  const timeOfLint = path.join(home, 'time-of-lint');
  process.env['BENCH_LINT'] = timeOfLint;
  process.env['BENCH_LINT_AFTER'] = String(WARM_UP);
  let whole: number;
  const linted = await startProcess('linted-server', path.join(home, 'linted'), undefined);
  try {
    const unlinted = await startProcess('unlinted-server', path.join(home, 'unlinted'), undefined);
    try {
      for (const server of [linted, unlinted]) {
        await createFifteenExtensions(server.target);
        await microsecondsOfEach(server, warmUp, connections);
      }
      whole = await compare(linted, unlinted, measured);
    } finally {
      await unlinted.stop();
    }
  } finally {
    await linted.stop();
  }
  const itself = Number(readFileSync(timeOfLint, 'utf8'));
  const share = (itself / (whole - itself)) * 100;
  console.log(`lint itself  ${itself.toFixed(1)} us each, ${share.toFixed(1)} % of the rest of ${whole.toFixed(1)} us`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** @returns the mean processor time of an enrollment with lint, in microseconds */
async function compare(
  linted: MeasuredProcess,
  unlinted: MeasuredProcess,
  measured: readonly (readonly PreparedEnrollment[])[],
): Promise<number> {
  const withLint: number[] = [];
  const without: number[] = [];
  for (const [round, enrollments] of measured.entries()) {
    const first = async () => withLint.push(await microsecondsOfEach(linted, enrollments, connections));
    const second = async () => without.push(await microsecondsOfEach(unlinted, enrollments, connections));
    for (const turn of round % 2 === 0 ? [first, second] : [second, first]) await turn();
  }
  console.log(
    `medians of ${measured.length} rounds, load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
  );
  show('with lint', withLint, 'us each');
  show('without', without, 'us each');
  const more = withLint.map((time, round) => (time / without[round]! - 1) * 100);
  show('lint costs', more, '% more');
  return withLint.reduce((sum, time) => sum + time, 0) / withLint.length;
}

function show(name: string, figures: readonly number[], unit: string): void {
  console.log(`${name.padEnd(12)} ${medianText(figures, unit)}`);
}
