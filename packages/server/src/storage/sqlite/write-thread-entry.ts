/** The entry of the thread that writes to an SQLite file. */
import { parentPort, workerData } from 'node:worker_threads';
import { unavailableReason } from '../engine/index.ts';
import type { BoundUnit, BoundWrites } from './bound-writes.ts';
import { openSqlite } from './sqlite-connection.ts';
import { SqliteUnitWriter } from './sqlite-unit-writer.ts';
import { answerFrames } from './writer-frames.ts';
import type { FromWriter, ToWriter, WriteThreadData } from './write-messages.ts';

const { file, statements } = workerData as WriteThreadData;
const port = parentPort!;
const database = openSqlite(file);
const writer = new SqliteUnitWriter(database, statements);
let parts: BoundWrites[] = [];

port.on('message', (message: ToWriter) => {
  if (message.type === 'close') {
    database.close();
    port.close();
    return;
  }
  if (message.type === 'part') {
    if (message.isFirst) parts = [];
    parts.push(message.part);
    return;
  }
  port.postMessage(answer(message));
});

/** Returns the units of a message, with what was sent of them before. */
function unitsOf({ units, sentAhead }: Extract<ToWriter, { type: 'units' }>): readonly BoundUnit[] {
  if (sentAhead === undefined) return units;
  const [unit] = units;
  const ahead = parts;
  parts = [];
  // A thread that was started again has not seen what was sent to the one before.
  if (ahead.length !== sentAhead) throw new RangeError(`${ahead.length} of ${sentAhead} parts have come`);
  return [{ ...unit!, parts: [...ahead, ...unit!.parts] }];
}

function answer(message: Exclude<ToWriter, { type: 'close' | 'part' }>): FromWriter {
  try {
    switch (message.type) {
      case 'units':
        return { type: 'outcomes', outcomes: writer.write(unitsOf(message)) };
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
