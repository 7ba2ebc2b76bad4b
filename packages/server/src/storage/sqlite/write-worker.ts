/** The entry of the thread that writes to an SQLite file. */
import { parentPort, workerData } from 'node:worker_threads';
import { unavailableReason } from '../engine/index.ts';
import { openSqlite } from './sqlite-connection.ts';
import { SqliteUnitWriter } from './sqlite-unit-writer.ts';
import { answerFrames } from './writer-frames.ts';
import type { FromWriter, ToWriter, WriteWorkerData } from './write-messages.ts';

const { file, statements } = workerData as WriteWorkerData;
const port = parentPort!;
const database = openSqlite(file);
const writer = new SqliteUnitWriter(database, statements);

port.on('message', (message: ToWriter) => {
  if (message.type === 'close') {
    database.close();
    port.close();
    return;
  }
  port.postMessage(answer(message));
});

function answer(message: Exclude<ToWriter, { type: 'close' }>): FromWriter {
  try {
    switch (message.type) {
      case 'units':
        return { type: 'outcomes', outcomes: writer.write(message.units) };
      case 'statement':
        return { type: 'rows', rows: writer.run(message.sql, message.values) };
      case 'frames':
        break;
    }
    return { type: 'answers', answers: answerFrames(writer, message.frames) };
  } catch (error) {
    return { type: 'failed', error, reason: unavailableReason(error) };
  }
}
