/** The entry of the thread that carries an SQLite file's log over into the file. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Frames that a checkpoint leaves in the log. */
export interface CheckpointReport {
  readonly frames: number;
}

const port = parentPort!;
const database = new DatabaseSync(workerData as string, { timeout: 1000 });
database.exec('PRAGMA synchronous = FULL');
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  const report: CheckpointReport = { frames: checkpoint.get()!['log'] as number };
  port.postMessage(report);
});
