/**
 * Processor time of enrollments on two states of the program, in turns: `node bench/enroll-turns.ts --other DIRECTORY [options]`.
 *
 *   --other DIRECTORY  a checkout of the other state, with its dependencies
 *   --pieces N         that each of the two is sent in turns after the warm-up (20)
 *   --count N          enrollments of a piece (2000)
 *   --connections N    connections that send at once (64)
 *   --other-first      starts the other one first: the one that is started first does worse by some percent
 *
 * Both servers run all the time, so that faster and slower minutes of a machine weigh on both alike: rounds one after the other differ by more than most
 * changes are worth. Each is idle while the other one is sent a piece, so its memory is not that of a server under load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { median, sendAll } from './http-load.ts';
import type * as measuredProcess from './measured-process.ts';
import { readOptions } from './options.ts';

const { other, pieces, count, connections, ...values } = readOptions({
  other: undefined,
  pieces: 20,
  count: 2000,
  connections: 64,
  'other-first': false,
});
if (other === undefined) throw new TypeError('--other takes the directory of a checkout');

interface Contender {
  readonly name: string;
  readonly home: string;
  readonly server: measuredProcess.MeasuredProcess;
  /** Microseconds of an enrollment, by piece. */
  readonly each: number[];
}

const WARM_UP = 36_000;
const contenders: Contender[] = [];
try {
  const checkouts = [
    { name: 'this', directory: path.dirname(import.meta.dirname) },
    { name: 'other', directory: path.resolve(other) },
  ];
  if (values['other-first']) checkouts.reverse();
  for (const checkout of checkouts) contenders.push(await begin(checkout));
  for (let piece = 0; piece < WARM_UP / count; piece++) await sendPiece(`warm-up-${piece}`, contenders);
  for (let piece = 0; piece < pieces; piece++)
    await sendPiece(`piece-${piece}`, piece % 2 === 0 ? contenders : contenders.toReversed(), (contender, each) =>
      contender.each.push(each),
    );
  for (const { name, each } of contenders)
    console.log(
      `${name.padEnd(6)} ${median(each).toFixed(0)} us each in the median, least ${Math.min(...each).toFixed(0)}`,
    );
  const [mine, theirs] = ['this', 'other'].map((name) => contenders.find((one) => one.name === name)!.each);
  console.log(
    `ratio  ${median(mine!.map((each, piece) => each / theirs![piece]!)).toFixed(2)} in the median of the pieces`,
  );
} finally {
  for (const { server, home } of contenders) {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Starts the server of a checkout, as its own benchmarks do. */
async function begin({ name, directory }: { readonly name: string; readonly directory: string }): Promise<Contender> {
  const module = pathToFileURL(path.join(directory, 'bench/measured-process.ts')).href;
  const { startProcess } = (await import(module)) as typeof measuredProcess;
  const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-turns-'));
  return { name, home, server: await startProcess('server', home, undefined), each: [] };
}

/** Sends the same requests to one after the other. */
async function sendPiece(
  name: string,
  to: readonly Contender[],
  note: (contender: Contender, each: number) => unknown = () => {},
): Promise<void> {
  const requests = await prepareEnrollments('P-256', count, name);
  for (const contender of to) {
    const { target } = contender.server;
    const before = await contender.server.observe();
    const load = await sendAll(target, enrollmentPosts(target, requests), connections);
    const after = await contender.server.observe();
    if (load.failed > 0)
      throw new RangeError(`${load.failed} enrollments failed; the first answer was: ${load.firstFailure}`);
    note(contender, ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6);
  }
}
