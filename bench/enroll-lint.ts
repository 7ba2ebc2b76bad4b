/**
 * Processor time that enrollments take with and without the lint of their certificates, its witness included:
 * `node bench/enroll-lint.ts [options]`.
 *
 *   --rounds N       rounds of each server (60)
 *   --count N        enrollments of a round (400)
 *   --connections N  connections that send at once (64)
 *
 * Two servers run from their sources, one of them without that lint, and get the same requests under a profile whose certificates have fifteen
 * extensions. They take turns, in the order with, without, without, with, so that what else the machine does is the same for both. A pair of neighboring rounds
 * gives one ratio. Which of two servers starts first makes some percent of difference by itself, so both start anew in the other order for the second half. It
 * prints the medians, and the lower quartiles: what else the host of a virtual machine does makes rounds dearer, never cheaper.
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
import { medianText, percentile } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { rounds, count, connections } = readOptions({ rounds: 60, count: 400, connections: 64 });

const WARM_UP = 6000;

const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-lint-'));
try {
  const { warmUp, measured } = await prepareRounds({ warmUp: WARM_UP, rounds, count });
  const half = Math.ceil(rounds / 2);
  const pairs: Pair[] = [];
  const microsecondsOfLint: number[] = [];
  for (const [first, enrollments] of [
    ['linted', measured.slice(0, half)],
    ['unlinted', measured.slice(half)],
  ] as const) {
    const timeOfLint = path.join(home, `time-of-lint-${first}`);
    process.env['BENCH_LINT'] = timeOfLint;
    process.env['BENCH_LINT_AFTER'] = String(WARM_UP);
    pairs.push(...(await compare(first, warmUp, enrollments)));
    microsecondsOfLint.push(Number(readFileSync(timeOfLint, 'utf8')));
  }
  report(pairs, mean(microsecondsOfLint));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Processor time of an enrollment in two neighboring rounds, in microseconds. */
interface Pair {
  readonly linted: number;
  readonly unlinted: number;
}

/** @param first - which of both servers starts first */
async function compare(
  first: 'linted' | 'unlinted',
  warmUp: readonly PreparedEnrollment[],
  measured: readonly (readonly PreparedEnrollment[])[],
): Promise<Pair[]> {
  const kinds = first === 'linted' ? (['linted', 'unlinted'] as const) : (['unlinted', 'linted'] as const);
  const servers: Partial<Record<keyof Pair, MeasuredProcess>> = {};
  try {
    for (const kind of kinds)
      servers[kind] = await startProcess(`${kind}-server`, path.join(home, `${kind}-${first}`), undefined);
    for (const kind of kinds) {
      await createFifteenExtensions(servers[kind]!.target);
      await microsecondsOfEach(servers[kind]!, warmUp, connections);
    }
    const pairs: Pair[] = [];
    for (const [round, enrollments] of measured.entries()) {
      const pair = { linted: 0, unlinted: 0 };
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed())
        pair[kind] = await microsecondsOfEach(servers[kind]!, enrollments, connections);
      pairs.push(pair);
    }
    return pairs;
  } finally {
    for (const kind of kinds) await servers[kind]?.stop();
  }
}

function report(pairs: readonly Pair[], lint: number): void {
  console.log(`medians of ${pairs.length} rounds, load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`);
  const withLint = pairs.map(({ linted }) => linted);
  const without = pairs.map(({ unlinted }) => unlinted);
  show('with lint', withLint, 'us each');
  show('without', without, 'us each');
  show(
    'lint costs',
    pairs.map(({ linted, unlinted }) => (linted / unlinted - 1) * 100),
    '% more',
  );
  const [some, less] = [lowerQuartile(withLint), lowerQuartile(without)];
  console.log(
    `lower quartiles ${some.toFixed(1)} and ${less.toFixed(1)} us: ${((some / less - 1) * 100).toFixed(1)} % more`,
  );
  const whole = mean(withLint);
  const share = (lint / (whole - lint)) * 100;
  console.log(`lint itself  ${lint.toFixed(1)} us each, ${share.toFixed(1)} % of the rest of ${whole.toFixed(1)} us`);
}

function lowerQuartile(numbers: readonly number[]): number {
  return percentile(Float64Array.from(numbers).toSorted(), 0.25);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function show(name: string, figures: readonly number[], unit: string): void {
  console.log(`${name.padEnd(12)} ${medianText(figures, unit)}`);
}
