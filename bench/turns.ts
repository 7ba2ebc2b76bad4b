/**
 * Processor time of an act on two programs, in turns: `node bench/turns.ts [options]`.
 *
 *   --act NAME         enroll, plain or time-stamp (enroll)
 *   --other DIRECTORY  the other program is the server of this checkout, which has its dependencies; without it, the floor of the act
 *   --pairs N          of pieces that each of the two is sent after the warm-up, once before the other one and once after it (11)
 *   --count N          acts of a piece (2000; signatures 5000)
 *   --connections N    connections that send at once (64)
 *   --other-first      starts the other one first, in case it matters
 *
 * Both programs run all the time, so that faster and slower minutes of a machine weigh on both alike: rounds one after the other differ by more than most
 * changes are worth. Each is idle while the other one is sent a piece, so its memory is not that of a server under load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { type Connection, median, openConnections, sendAll, type Target } from './http-load.ts';
import * as measuredProcess from './measured-process.ts';
import { readOptions } from './options.ts';
import { plainSignatures, timeStamps } from './signing-requests.ts';

const { act, other, pairs, connections, ...values } = readOptions({
  act: 'enroll',
  other: undefined,
  pairs: 11,
  count: undefined,
  connections: 64,
  'other-first': false,
});

/** Makes the requests of a piece as they go to a program, each time the same. */
type Piece = (target: Target) => readonly Buffer[];

interface Act {
  readonly floor: 'enroll-floor' | 'sign-floor';
  readonly count: number;
  /** Until V8 has compiled both programs. */
  readonly warmUp: number;
  readonly prepare: (count: number, name: string) => Piece | Promise<Piece>;
}

const SIGNING = { floor: 'sign-floor', count: 5000, warmUp: 90_000 } as const;
const ACTS: Readonly<Record<string, Act>> = {
  enroll: {
    floor: 'enroll-floor',
    count: 2000,
    warmUp: 36_000,
    prepare: async (count, name) => {
      const prepared = await prepareEnrollments('P-256', count, name);
      return (target) => enrollmentPosts(target, prepared);
    },
  },
  plain: { ...SIGNING, prepare: (count) => (target) => repeated(plainSignatures(target), count) },
  'time-stamp': { ...SIGNING, prepare: (count) => (target) => repeated(timeStamps(target), count) },
};

const measured = ACTS[act];
if (measured === undefined) throw new TypeError(`--act takes one of: ${Object.keys(ACTS).join(', ')}`);
const count = Number(values.count ?? measured.count);

interface Contender {
  readonly name: 'this' | 'other' | 'floor';
  readonly home: string;
  readonly running: measuredProcess.MeasuredProcess;
  readonly open: readonly Connection[];
  /** Microseconds of an act, by piece. */
  readonly each: number[];
}

const contenders: Contender[] = [];
try {
  const own = () => begin('this', 'server', measuredProcess);
  const against = other === undefined ? () => beginFloor(measured.floor) : () => beginOther(other);
  for (const start of values['other-first'] ? [against, own] : [own, against]) contenders.push(await start());
  for (let piece = 0; piece < measured.warmUp / count; piece++) await sendPiece(`warm-up-${piece}`, contenders);
  for (let pair = 0; pair < pairs; pair++)
    for (const order of [contenders, contenders.toReversed()])
      await sendPiece(`pair-${pair}-${order[0]!.name}`, order, (contender, each) => contender.each.push(each));
  for (const { name, each } of contenders)
    console.log(
      `${name.padEnd(6)} ${median(each).toFixed(0)} us each in the median, least ${Math.min(...each).toFixed(0)}`,
    );
  const [mine, theirs] = [true, false].map((isOwn) => contenders.find(({ name }) => (name === 'this') === isOwn)!.each);
  const ratios = pairsOf(mine!).map((each, pair) => each / pairsOf(theirs!)[pair]!);
  console.log(`ratio  ${median(ratios).toFixed(2)} in the median of the pairs`);
} finally {
  for (const { running, open, home } of contenders) {
    for (const { socket } of open) socket.destroy();
    await running.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function begin(
  name: Contender['name'],
  program: 'server' | Act['floor'],
  { startProcess }: Pick<typeof measuredProcess, 'startProcess'>,
  home = mkdtempSync(path.join(tmpdir(), 'bench-turns-')),
): Promise<Contender> {
  const running = await startProcess(program, home, undefined);
  return { name, home, running, open: await openConnections(running.target, connections), each: [] };
}

/** Starts the floor on a home directory that a server has made. */
async function beginFloor(floor: Act['floor']): Promise<Contender> {
  const { home, open, running } = await begin('floor', 'server', measuredProcess);
  for (const { socket } of open) socket.destroy();
  await running.stop();
  return begin('floor', floor, measuredProcess, home);
}

/** Starts the server of another checkout, as its own benchmarks do. */
async function beginOther(directory: string): Promise<Contender> {
  const module = pathToFileURL(path.resolve(directory, 'bench/measured-process.ts')).href;
  return begin('other', 'server', (await import(module)) as typeof measuredProcess);
}

/** Sends the same requests to one after the other. */
async function sendPiece(
  name: string,
  to: readonly Contender[],
  note: (contender: Contender, each: number) => unknown = () => {},
): Promise<void> {
  const piece = await measured!.prepare(count, name);
  for (const contender of to) {
    const { target } = contender.running;
    const before = await contender.running.observe();
    const load = await sendAll(target, piece(target), contender.open);
    const after = await contender.running.observe();
    if (load.failed > 0)
      throw new RangeError(`${load.failed} requests failed; the first answer was: ${load.firstFailure}`);
    note(contender, ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6);
  }
}

/** The sums of each two. The one that is sent its piece first takes more by some percent, so single pieces would tell the order. */
function pairsOf(each: readonly number[]): number[] {
  return Array.from({ length: each.length / 2 }, (_, pair) => each[2 * pair]! + each[2 * pair + 1]!);
}

function repeated(requests: readonly Buffer[], times: number): Buffer[] {
  return Array.from({ length: times }, (_, index) => requests[index % requests.length]!);
}
