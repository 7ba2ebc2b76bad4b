/** The entry of a reader thread: opens its own connection and runs tasks, step by step and in turn. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgresReads } from './postgres/index.ts';
import type { Reads } from './sql/index.ts';
import { openSqliteReader, sqliteReads } from './sqlite/index.ts';
import {
  CHUNKS_AHEAD,
  CommitActivity,
  type FromReader,
  type ReaderSource,
  type ReaderTasks,
  type ReaderThreadData,
  SearchSteps,
  steppedSearch,
  type ToReader,
} from './readers/index.ts';
import { standBack } from '../thread-priority.ts';

interface Source {
  readonly reads: Reads;
  readonly close: () => void | Promise<void>;
}

type RunMessage = Extract<ToReader, { type: 'run' }>;

/** A task that runs in this thread. */
interface RunningTask {
  cancelled: boolean;
  chunksAhead: number;
  /** Set while the task waits until its chunks have been dealt with. */
  resume: (() => void) | undefined;
}

const { source: where, tasks: tasksModule, commits } = workerData as ReaderThreadData;
const port = parentPort!;
const source = openSource(where);
const { readerTasks } = (await import(tasksModule)) as { readerTasks: ReaderTasks };
// Not before everything is loaded: on a busy machine that would take seconds.
standBack();
const running = new Map<number, RunningTask>();
const activity = new CommitActivity(commits);
const searchSteps = new SearchSteps({
  isStoring: () => activity.isBusy,
  // Statements of SQLite take this thread's own time, and those of PostgreSQL its server's.
  workedMs: where.kind === 'sqlite' ? threadMs : () => performance.now(),
  nowMs: () => performance.now(),
  pause: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
});

port.on('message', (message: ToReader) => {
  switch (message.type) {
    case 'run':
      void run(message);
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

async function run(message: RunMessage): Promise<void> {
  const { id } = message;
  const task: RunningTask = { cancelled: false, chunksAhead: 0, resume: undefined };
  running.set(id, task);
  send({ type: 'begun', id });
  try {
    const result = await runSteps(message, task);
    if (!task.cancelled) send({ type: 'result', id, result }, transferables(result));
  } catch (error) {
    if (!task.cancelled) send({ type: 'failed', id, error });
  } finally {
    running.delete(id);
  }
}

async function runSteps({ id, name, input, patience }: RunMessage, task: RunningTask): Promise<unknown> {
  const kind = readerTasks[name];
  if (kind === undefined) throw new TypeError(`there is no reader task '${name}'`);
  const steps = kind.run(source.reads, input);
  const search = patience && steppedSearch(patience, () => task.cancelled);
  while (!task.cancelled) {
    const step = await (search === undefined ? steps.next() : searchSteps.run(search, () => steps.next()));
    if (step === undefined) break;
    if (step.done === true) return step.value;
    if (step.value !== undefined) {
      task.chunksAhead++;
      send({ type: 'chunk', id, chunk: step.value }, transferable(step.value));
    }
    await pause(task);
  }
  await steps.return(undefined);
  return undefined;
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

/** Returns the processor time of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function openSource(where: ReaderSource): Source {
  if (where.kind === 'postgres') return openPostgresReads(where.url, where.timeouts, where.connections);
  const database = openSqliteReader(where.path);
  return { reads: sqliteReads(database), close: () => database.close() };
}
