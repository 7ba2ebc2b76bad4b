/**
 * Processor time that each thread of a server takes of an enrollment, and how the memory grows: `node bench/enroll-pieces.ts [options]`. On Linux.
 *
 *   --pieces N       pieces that are measured one after the other, the first one right after the start (15)
 *   --count N        enrollments of each (4000)
 *   --connections N  connections that send at once (64)
 *   --floor          measures the floor in the same way afterwards
 *
 * Figures are microseconds of processor time. Threads have the names that the kernel knows, and those of one name are added up; one that ends during a piece
 * is left out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { sendAll } from './http-load.ts';
import { startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { pieces, count, connections, floor } = readOptions({ pieces: 15, count: 4000, connections: 64, floor: false });

process.stderr.write('making keys and requests ...\n');
const prepared: Awaited<ReturnType<typeof prepareEnrollments>>[] = [];
for (let piece = 0; piece < pieces; piece++) prepared.push(await prepareEnrollments('P-256', count, `piece-${piece}`));
const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-pieces-'));
try {
  await measure('server');
  if (floor) await measure('enroll-floor');
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function measure(program: 'server' | 'enroll-floor'): Promise<void> {
  const started = await startProcess(program, home, undefined);
  try {
    for (const [piece, requests] of prepared.entries()) {
      const posts = enrollmentPosts(started.target, requests);
      const before = { ...(await started.observe()), threads: readThreads(started.pid) };
      const { answered, failed, firstFailure, seconds } = await sendAll(started.target, posts, connections);
      const after = { ...(await started.observe()), threads: readThreads(started.pid) };
      if (failed > 0) throw new RangeError(`${failed} enrollments failed; the first answer was: ${firstFailure}`);
      const each = (taken: number) => (taken / answered) * 1e6;
      const byName = new Map<string, number>();
      for (const [tid, { name, seconds: taken }] of after.threads)
        byName.set(name, (byName.get(name) ?? 0) + each(taken - (before.threads.get(tid)?.seconds ?? 0)));
      const threads = [...byName].filter(([, us]) => us >= 1).toSorted(([, a], [, b]) => b - a);
      const figures = [
        `CPU ${each(after.cpuSeconds - before.cpuSeconds).toFixed(0)} us each`,
        `${(answered / seconds).toFixed(0)}/s`,
        `resident ${(after.residentBytes / 2 ** 20).toFixed(0)} MB`,
        `of the us: ${threads.map(([name, us]) => `${name} ${us.toFixed(0)}`).join(', ')}`,
      ];
      console.log(`${program.padEnd(12)} ${String((piece + 1) * count).padStart(7)}  ${figures.join(', ')}`);
    }
  } finally {
    await started.stop();
  }
}

interface Thread {
  readonly name: string;
  /** Processor time so far. */
  readonly seconds: number;
}

/** Reads the threads of a process by their numbers. Of the three figures in `schedstat` the first is processor time, in nanoseconds (proc(5)). */
function readThreads(pid: number): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    const thread = `/proc/${pid}/task/${tid}`;
    try {
      const name = tid === String(pid) ? 'main' : readFileSync(`${thread}/comm`, 'utf8').trim();
      const [nanoseconds] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ');
      threads.set(tid, { name, seconds: Number(nanoseconds) / 1e9 });
    } catch (error) {
      // It may have ended meanwhile.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return threads;
}
