/** The entry of the thread that asks PostgreSQL while the thread of the tests waits. */
import { workerData } from 'node:worker_threads';
import { Client, types } from 'pg';
import type { Line, Question, Reply } from './synchronous-postgres.ts';

const { port, replies } = workerData as Line;
types.setTypeParser(types.builtins.INT8, Number);

port.on('message', (question: Question) => void answer(question));

async function answer(question: Question): Promise<void> {
  port.postMessage(await replyTo(question));
  Atomics.store(replies, 0, 1);
  Atomics.notify(replies, 0);
}

async function replyTo({ url, text, parameters }: Question): Promise<Reply> {
  // The calling thread is the server's as well: it could not end a transaction that a statement of ours waits for.
  const client = new Client({ connectionString: url, lock_timeout: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query(text, parameters === undefined ? undefined : [...parameters]);
    return { rows };
  } catch (error) {
    return { failure: String(error) };
  } finally {
    await client.end();
  }
}
