/**
 * Collects all garbage of a thread once in a while, and notes what is left. To be imported by each process (`NODE_OPTIONS=--import=FILE`); a file of its own
 * in the directory that HEAP_NOTES names has a line for each time.
 *
 * Resident memory alone does not tell a leak from garbage that V8 has not collected yet; what is left after a full collection does.
 */
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import process from 'node:process';
import { threadId } from 'node:worker_threads';

const directory = process.env['HEAP_NOTES']!;
const session = new Session();
session.connect();
setInterval(
  () => session.post('HeapProfiler.collectGarbage', note),
  Number(process.env['HEAP_SECONDS']) * 1000,
).unref();

function note(): void {
  const { rss, heapUsed, external } = process.memoryUsage();
  const line = { pid: process.pid, atMs: Date.now(), usedBytes: heapUsed + external, residentBytes: rss };
  appendFileSync(path.join(directory, `${process.pid}-${threadId}`), `${JSON.stringify(line)}\n`);
}
