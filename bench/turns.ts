/**
 * Processor time of an act on two programs, in turns: `node bench/turns.ts [options]`.
 *
 *   --act NAME         enroll, plain or time-stamp (enroll)
 *   --other DIRECTORY  measures against the server of the checkout in DIRECTORY, which has its dependencies installed; without it, against the act's floor
 *   --pairs N          of pieces after the warm-up; in each pair each program goes first once (11)
 *   --count N          acts of a piece (1000 enrollments; 2500 plain signatures or time-stamps)
 *   --connections N    connections that send at once (64)
 *   --other-first      starts the other program first
 *
 * Both programs run all the time, so that faster and slower minutes of a machine weigh on both alike: rounds one after the other differ by more than most
 * changes are worth. Connections stay open, so no handshake is counted. What a program does between its pieces is counted. As it is idle for half of the
 * time, its memory is not that of a server under load.
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

/** The requests of one piece after the other, as they go to a program. */
type Pieces = (target: Target) => () => readonly Buffer[];

interface Act {
  readonly floor: 'enroll-floor' | 'sign-floor';
  readonly count: number;
  /** Until V8 has compiled both programs. */
  readonly warmUp: number;
  readonly prepare: (count: number, pieces: number) => Pieces | Promise<Pieces>;
}

const SIGNING = { floor: 'sign-floor', count: 2500, warmUp: 90_000 } as const;
const ACTS = new Map<string, Act>([
  ['enroll', { floor: 'enroll-floor', count: 1000, warmUp: 48_000, prepare: enrollmentsOnce }],
  ['plain', { ...SIGNING, prepare: (count) => repeated(plainSignatures, count) }],
  ['time-stamp', { ...SIGNING, prepare: (count) => repeated(timeStamps, count) }],
]);

const measured = ACTS.get(act);
if (measured === undefined) throw new TypeError(`--act takes one of: ${[...ACTS.keys()].join(', ')}`);
const count = Number(values.count ?? measured.count);
for (const [name, number] of Object.entries({ pairs, count, connections }))
  if (!Number.isInteger(number) || number < 1) throw new TypeError(`--${name} takes a positive whole number`);

interface Contender {
  readonly name: 'this' | 'other' | 'floor';
  readonly running: measuredProcess.MeasuredProcess;
  readonly nextPiece: () => readonly Buffer[];
  /** Microseconds of an act, by pair. */
  readonly each: number[];
}

const warmUpPairs = Math.ceil(measured.warmUp / count / 2);
process.stderr.write('making keys and requests ...\n');
const pieces = await measured.prepare(count, 2 * (warmUpPairs + pairs));
const homes: string[] = [];
const contenders: Contender[] = [];
const opened = new Map<Contender, readonly Connection[]>();
try {
  const own = () => begin('this', 'server', measuredProcess);
  const against = other === undefined ? () => beginFloor(measured.floor) : () => beginOther(other);
  for (const start of values['other-first'] ? [against, own] : [own, against]) await start();
  // Only now: a server closes connections that nothing comes over.
  for (const contender of contenders)
    opened.set(contender, await openConnections(contender.running.target, connections));
  for (let pair = 0; pair < warmUpPairs; pair++) await measurePair();
  for (const { each } of contenders) each.length = 0;
  for (let pair = 0; pair < pairs; pair++) await measurePair();
  for (const { name, each } of contenders)
    console.log(
      `${name.padEnd(6)} ${median(each).toFixed(0)} us each in the median, least ${Math.min(...each).toFixed(0)}`,
    );
  const [mine, theirs] = [true, false].map((isOwn) => contenders.find(({ name }) => (name === 'this') === isOwn)!.each);
  const ratios = mine!.map((each, pair) => each / theirs![pair]!);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  console.log(`ratio  ${median(ratios).toFixed(2)} in the median of the pairs (${least} to ${most})`);
} finally {
  for (const connection of [...opened.values()].flat()) connection.socket.destroy();
  for (const { running } of contenders) await running.stop();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
}

async function begin(
  name: Contender['name'],
  program: 'server' | Act['floor'],
  { startProcess }: Pick<typeof measuredProcess, 'startProcess'>,
  home = newHome(),
): Promise<void> {
  const running = await startProcess(program, home, undefined);
  contenders.push({ name, running, nextPiece: pieces(running.target), each: [] });
}

/** Starts the floor on a home directory that a server has made. */
async function beginFloor(floor: Act['floor']): Promise<void> {
  const home = newHome();
  const server = await measuredProcess.startProcess('server', home, undefined);
  await server.stop();
  await begin('floor', floor, measuredProcess, home);
}

/** Starts the server of another checkout, as its own benchmarks do. */
async function beginOther(directory: string): Promise<void> {
  const module = pathToFileURL(path.resolve(directory, 'bench/measured-process.ts')).href;
  await begin('other', 'server', (await import(module)) as typeof measuredProcess);
}

function newHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), 'bench-turns-'));
  homes.push(home);
  return home;
}

/**
 * Sends each program two pieces, one before the other program has its own and one after that, and notes what each has taken from the beginning to the end.
 * The program that is sent its piece first takes some percent more, so the ratio of single pieces would show the order.
 */
async function measurePair(): Promise<void> {
  const before = await secondsOfEach();
  for (const order of [contenders, contenders.toReversed()]) for (const contender of order) await sendPiece(contender);
  const after = await secondsOfEach();
  for (const [index, { each }] of contenders.entries())
    each.push(((after[index]! - before[index]!) / (2 * count)) * 1e6);
}

async function secondsOfEach(): Promise<number[]> {
  const observed = await Promise.all(contenders.map(async ({ running }) => running.observe()));
  return observed.map(({ cpuSeconds }) => cpuSeconds);
}

async function sendPiece(contender: Contender): Promise<void> {
  const { nextPiece, running } = contender;
  const load = await sendAll(running.target, nextPiece(), opened.get(contender)!);
  if (load.failed > 0)
    throw new RangeError(`${load.failed} requests failed; the first answer was: ${load.firstFailure}`);
}

/** Enrollments that are each sent once, the same to every program. */
async function enrollmentsOnce(each: number, number: number): Promise<Pieces> {
  const prepared = await prepareEnrollments('P-256', each * number, 'turns');
  return (target) => {
    let sent = 0;
    return () => enrollmentPosts(target, prepared.slice(sent, (sent += each)));
  };
}

/** Requests that are sent over and over. */
function repeated(make: (target: Target) => readonly Buffer[], each: number): Pieces {
  return (target) => {
    const requests = make(target);
    const piece = Array.from({ length: each }, (_, index) => requests[index % requests.length]!);
    return () => piece;
  };
}
