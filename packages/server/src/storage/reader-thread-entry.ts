/** The entry of a reader thread: opens its own connection and runs tasks, step by step and in turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgresReads } from './postgres/index.ts';
import type { Reads } from './sql/index.ts';
import { openSqliteReader, sqliteReads } from './sqlite/index.ts';
import {
  CHUNKS_AHEAD,
  type FromReader,
  type ReaderSource,
  type ReaderTasks,
  type ReaderThreadData,
  type ToReader,
} from './readers/index.ts';
import { standBack } from '../thread-priority.ts';

interface Source {
  readonly reads: Reads;
  readonly close: () => void | Promise<void>;
}

/** A task that runs in this thread. */
interface RunningTask {
  cancelled: boolean;
  chunksAhead: number;
  /** Set while the task waits until its chunks have been dealt with. */
  resume: (() => void) | undefined;
}

const { source: where, tasks: tasksModule } = workerData as ReaderThreadData;
const port = parentPort!;
const source = openSource(where);
const { readerTasks } = (await import(tasksModule)) as { readerTasks: ReaderTasks };
// Not before everything is loaded: on a busy machine that would take seconds.
standBack();
const running = new Map<number, RunningTask>();

port.on('message', (message: ToReader) => {
  switch (message.type) {
    case 'run':
      void run(message.id, message.name, message.input);
      return;
    case 'cancel':
      wake(message.id, (task) => (task.cancelled = true));
      return;
    case 'more':
      wake(message.id, (task) => task.chunksAhead--);
      return;
    case 'close':
      void close();
      return;
  }
});

async function run(id: number, name: string, input: unknown): Promise<void> {
  const task: RunningTask = { cancelled: false, chunksAhead: 0, resume: undefined };
  running.set(id, task);
  send({ type: 'begun', id });
  try {
    const result = await runSteps(id, task, name, input);
    if (!task.cancelled) send({ type: 'result', id, result }, transferables(result));
  } catch (error) {
    if (!task.cancelled) send({ type: 'failed', id, error });
  } finally {
    running.delete(id);
  }
}

async function runSteps(id: number, task: RunningTask, name: string, input: unknown): Promise<unknown> {
  const kind = readerTasks[name];
  if (kind === undefined) throw new TypeError(`there is no reader task '${name}'`);
  const steps = kind.run(source.reads, input);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) {
      task.chunksAhead++;
      send({ type: 'chunk', id, chunk: step.value }, transferable(step.value));
    }
    await pause(task);
    if (task.cancelled) {
      await steps.return(undefined);
      return undefined;
    }
  }
}

/** Lets messages and other tasks in, and waits while too many chunks are on their way. */
async function pause(task: RunningTask): Promise<void> {
  await nextTurn();
  while (task.chunksAhead >= CHUNKS_AHEAD && !task.cancelled) {
    await new Promise<void>((resolve) => {
      task.resume = resolve;
    });
  }
}

function wake(id: number, change: (task: RunningTask) => void): void {
  const task = running.get(id);
  if (task === undefined) return;
  change(task);
  task.resume?.();
  task.resume = undefined;
}

async function close(): Promise<void> {
  port.close();
  for (const id of running.keys()) wake(id, (task) => (task.cancelled = true));
  await source.close();
}

function send(message: FromReader, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

/** The buffer of octets or numbers that have it to themselves. */
function transferable(value: unknown): ArrayBuffer[] {
  if (!ArrayBuffer.isView(value) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}

/** The same of a result's members. */
function transferables(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((member) => transferable(member));
}

function openSource(where: ReaderSource): Source {
  if (where.kind === 'postgres') return openPostgresReads(where.url, where.timeouts, where.connections);
  const database = openSqliteReader(where.path);
  return { reads: sqliteReads(database), close: () => database.close() };
}
