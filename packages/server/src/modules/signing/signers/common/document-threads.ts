import { type Transferable, Worker } from 'node:worker_threads';
import type { AppError } from '../../../../kernel/errors.ts';
import { TaskThread, type ThreadLoss } from '../../../../kernel/tasks/task-thread.ts';
import { type DocumentLimits, MS_PER_MEBIBYTE } from '../../../../kernel/work-limits.ts';
import { DocumentTooLargeError } from '../../worker-contract/index.ts';

export interface DocumentThreadsDeps<Input> {
  readonly limits: DocumentLimits;
  readonly start: () => Worker;
  /** Size of the document, for which a thread gets its time. */
  readonly octetsOf: (input: Input) => number;
  /** Makes the error for a document for which there is no room, or no time. */
  readonly busy: () => AppError;
}

/** The input of a thread. */
export interface DocumentTask<Input> {
  readonly input: Input;
  /** Buffers of it that are given away instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/**
 * Threads that read documents of one format, each of them one at a time, since a document is held with everything in it. The first one that is free takes
 * the document that has waited longest. Documents that wait are held, too, and somebody waits for each of them: there is an end to both.
 */
export class DocumentThreads<Input, Output extends { readonly status: string }> {
  readonly #deps: DocumentThreadsDeps<Input>;
  readonly #free: TaskThread<Input, Output>[];
  /** In the order in which they came. */
  readonly #waiting = new Set<(thread: TaskThread<Input, Output>) => void>();
  /** Octets of the documents that are in memory. */
  #octets = 0;

  constructor(deps: DocumentThreadsDeps<Input>) {
    const { limits, octetsOf, start } = deps;
    const running = (input: Input) => limits.documentMs + (MS_PER_MEBIBYTE * octetsOf(input)) / MEBIBYTE;
    this.#deps = deps;
    this.#free = Array.from({ length: limits.documents }, () => new TaskThread(start, { running }));
  }

  /**
   * Has a document read.
   *
   * @param inMemory - octets that are in memory while it waits
   * @param begin - called when a thread is free, and not at all for a document that is refused
   * @throws {@link DocumentTooLargeError} for a document that takes more memory or time than one may
   * @throws what `busy` makes, when others take it
   */
  async run(inMemory: number, begin: () => DocumentTask<Input>): Promise<Output> {
    const { busy, limits } = this.#deps;
    // One larger than all that may be held is read alone.
    const hasNoMemory = this.#octets > 0 && this.#octets + inMemory > limits.documentOctets;
    const isFull = this.#free.length === 0 && this.#waiting.size >= limits.waitingDocuments;
    if (hasNoMemory || isFull) throw busy();
    this.#octets += inMemory;
    try {
      const thread = this.#free.pop() ?? (await this.#nextFree());
      try {
        const { input, transfer } = begin();
        return requireRead(await thread.run(input, transfer));
      } finally {
        this.#handOn(thread);
      }
    } finally {
      this.#octets -= inMemory;
    }
  }

  /** @throws what `busy` makes, when a document has waited for as long as it may */
  #nextFree(): Promise<TaskThread<Input, Output>> {
    const { busy, limits } = this.#deps;
    const { promise, resolve, reject } = Promise.withResolvers<TaskThread<Input, Output>>();
    const giveUp = () => {
      this.#waiting.delete(take);
      reject(busy());
    };
    const timer = setTimeout(giveUp, limits.documentWaitMs);
    const take = (thread: TaskThread<Input, Output>) => {
      clearTimeout(timer);
      resolve(thread);
    };
    this.#waiting.add(take);
    return promise;
  }

  #handOn(thread: TaskThread<Input, Output>): void {
    const [take] = this.#waiting;
    if (take === undefined) {
      this.#free.push(thread);
      return;
    }
    this.#waiting.delete(take);
    take(thread);
  }
}

/** Starts a thread that may take as much memory as the limits say. */
export function startDocumentThread(entry: string, name: string, { documentHeapOctets }: DocumentLimits): Worker {
  return new Worker(new URL(entry), {
    name,
    resourceLimits: { maxOldGenerationSizeMb: documentHeapOctets / MEBIBYTE },
  });
}

/** @throws {@link DocumentTooLargeError} */
function requireRead<Output extends { readonly status: string }>(output: Output | ThreadLoss): Output {
  if (!isLoss(output)) return output;
  throw new DocumentTooLargeError(
    output.reason === 'time' ? 'The document takes too long to read' : 'The document takes too much memory',
  );
}

function isLoss(output: { readonly status: string }): output is ThreadLoss {
  return output.status === 'lost';
}

const MEBIBYTE = 1024 * 1024;
