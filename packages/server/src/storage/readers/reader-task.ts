/** Work for a reader thread: named, in bounded steps, with data in and data out. */
import type { Reads } from '../sql/index.ts';

/**
 * One kind of work.
 *
 * Its generator reads at most a few thousand rows, by key, and then yields: a chunk of what it makes, or undefined when there is
 * nothing to hand over yet. Between two yields it cannot be stopped, and no other task of the thread runs.
 *
 * Input, chunks and result are structured-cloneable. The buffer of a typed array that fills it is transferred, not copied, when it is a
 * chunk or a member of the result.
 */
export interface ReaderTask<Input = unknown, Chunk = unknown, Result = unknown> {
  run(reads: Reads, input: Input): AsyncGenerator<Chunk | undefined, Result, void>;
}

/** Tasks by name: what a module of tasks exports as `readerTasks`. */
export type ReaderTasks = Readonly<Record<string, ReaderTask>>;

export type TaskInput<T> = T extends { run(reads: Reads, input: infer I): unknown } ? I : never;
export type TaskChunk<T> = T extends { run(reads: Reads, input: never): AsyncGenerator<infer C> }
  ? Exclude<C, undefined>
  : never;
export type TaskResult<T> = T extends { run(reads: Reads, input: never): AsyncGenerator<unknown, infer R> } ? R : never;
