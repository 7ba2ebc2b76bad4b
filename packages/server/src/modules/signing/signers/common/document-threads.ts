import { type Transferable, Worker } from 'node:worker_threads';
import type { AppError } from '../../../../kernel/errors.ts';
import { TaskThread, type ThreadLoss } from '../../../../kernel/tasks/task-thread.ts';
import { type DocumentLimits, MS_PER_MEBIBYTE } from '../../../../kernel/work-limits.ts';
import { DocumentTooLargeError } from '../../worker-contract/index.ts';

export interface DocumentThreadsDeps<Input> {
  readonly limits: DocumentLimits;
  readonly start: () => Worker;
  readonly sizeOf: (input: Input) => DocumentSize;
  /** Makes the error for a document for which there is no room, or no time. */
  readonly busy: () => AppError;
}

/** Octets of a document. */
export interface DocumentSize {
  readonly octets: number;
  /** Octets that are in memory while it waits. */
  readonly inMemory: number;
}

/**
 * Threads that read documents of one format, each of them one at a time, since a document is held with everything in it. Documents that wait are held,
 * too, and somebody waits for each of them: there is an end to both.
 */
export class DocumentThreads<Input, Output extends { readonly status: string }> {
  readonly #deps: DocumentThreadsDeps<Input>;
  readonly #threads: readonly DocumentThread<Input, Output>[];
  /** Octets of the documents that are in memory. */
  #octets = 0;

  constructor(deps: DocumentThreadsDeps<Input>) {
    const { limits, sizeOf, start } = deps;
    const running = (input: Input) => limits.documentMs + (MS_PER_MEBIBYTE * sizeOf(input).octets) / MEBIBYTE;
    this.#deps = deps;
    this.#threads = Array.from({ length: limits.documents }, () => ({
      thread: new TaskThread(start, { running, waiting: limits.documentWaitMs }),
      documents: 0,
    }));
  }

  /**
   * Has a document read.
   *
   * @param transfer - what is given away instead of copied
   * @throws {@link DocumentTooLargeError} for a document that takes more memory or time than one may
   * @throws what `busy` makes, when others take it
   */
  async run(input: Input, transfer: readonly Transferable[] = []): Promise<Output> {
    const { busy, limits, sizeOf } = this.#deps;
    const { inMemory } = sizeOf(input);
    const documents = this.#threads.reduce((sum, thread) => sum + thread.documents, 0);
    // One larger than all that may be held is read alone.
    const hasNoMemory = this.#octets > 0 && this.#octets + inMemory > limits.documentOctets;
    if (hasNoMemory || documents >= limits.documents + limits.waitingDocuments) throw busy();
    const least = this.#threads.reduce((one, other) => (other.documents < one.documents ? other : one));
    least.documents += 1;
    this.#octets += inMemory;
    try {
      return this.#orThrow(await least.thread.run(input, transfer));
    } finally {
      this.#octets -= inMemory;
      least.documents -= 1;
    }
  }

  #orThrow(output: Output | ThreadLoss): Output {
    if (!isLoss(output)) return output;
    if (output.reason === 'busy') throw this.#deps.busy();
    throw new DocumentTooLargeError(
      output.reason === 'time' ? 'The document takes too long to read' : 'The document takes too much memory',
    );
  }
}

/** Starts a thread that may take as much memory as the limits say. */
export function startDocumentThread(entry: string, name: string, { documentHeapOctets }: DocumentLimits): Worker {
  return new Worker(new URL(entry), {
    name,
    resourceLimits: { maxOldGenerationSizeMb: documentHeapOctets / MEBIBYTE },
  });
}

interface DocumentThread<Input, Output> {
  readonly thread: TaskThread<Input, Output>;
  /** Number of those that it reads or that wait for it. */
  documents: number;
}

function isLoss(output: { readonly status: string }): output is ThreadLoss {
  return output.status === 'lost';
}

const MEBIBYTE = 1024 * 1024;
