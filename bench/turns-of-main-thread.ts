/**
 * Preloaded into a server: writes how much processor time each long turn of its main thread takes, in milliseconds, into the file `BENCH_TURNS`. On a
 * busy machine the clock says as much about the others.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const LONG_MILLISECONDS = 5;

const file = process.env['BENCH_TURNS'];
if (isMainThread && file !== undefined) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const milliseconds = (user + system) / 1000;
    if (milliseconds > LONG_MILLISECONDS) appendFileSync(file, `${milliseconds.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  }, 1).unref();
}
