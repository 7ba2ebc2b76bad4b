/** A PostgreSQL database as `DatabaseSync` is used: the calling thread waits while another one asks. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

type Row = Record<string, SQLOutputValue>;

/** A question to the thread. Without `parameters` there may be several statements. */
export interface Question {
  readonly url: string;
  readonly text: string;
  readonly parameters: readonly SQLInputValue[] | undefined;
}

export type Reply = { readonly rows: Row[] } | { readonly failure: string };

/** The port to the thread, and the signal that a reply is there. */
export interface Line {
  readonly port: MessageChannel['port1'];
  readonly replies: Int32Array;
}

export class SynchronousPostgres {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  exec(statements: string): void {
    ask({ url: this.#url, text: statements, parameters: undefined });
  }

  prepare(statement: string) {
    let parameter = 0;
    const text = statement.replaceAll('?', () => `$${++parameter}`);
    const all = (...parameters: SQLInputValue[]) => ask({ url: this.#url, text, parameters });
    return { all, get: (...parameters: SQLInputValue[]) => all(...parameters)[0], run: all };
  }
}

function ask(question: Question): Row[] {
  line ??= openLine();
  Atomics.store(line.replies, 0, 0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  line.port.postMessage(question);
  if (Atomics.wait(line.replies, 0, 0, PATIENCE_MS) === 'timed-out')
    throw new TypeError(`no reply after ${PATIENCE_MS} ms to ${question.text}`);
  const { message } = receiveMessageOnPort(line.port) as { message: Reply };
  if ('failure' in message) throw new TypeError(`${message.failure}: ${question.text}`);
  return message.rows;
}

let line: Line | undefined;

/** One thread for all; it does not keep the process. */
function openLine(): Line {
  const { port1, port2 } = new MessageChannel();
  const replies = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: Line = { port: port2, replies };
  new Worker(new URL('./synchronous-postgres-thread-entry.ts', import.meta.url), {
    workerData,
    transferList: [port2],
  }).unref();
  return { port: port1, replies };
}

const PATIENCE_MS = 60_000;
