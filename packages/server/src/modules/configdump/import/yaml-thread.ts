/** A thread that reads files of YAML, whose parser takes up to a second for one file. */
import { Worker } from 'node:worker_threads';
import { TaskThread, type ThreadLoss } from '../../../kernel/tasks/task-thread.ts';
import { UnreadableDumpError } from './errors.ts';

/** A file as it was found in a dump. */
export interface YamlFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Output of the thread; a refusal is an answer, since errors lose their class between threads. */
export type YamlOutput =
  /** The contents as JSON, in the order of the files: text is what crosses threads at the least cost. */
  | { readonly status: 'read'; readonly contents: readonly string[] }
  | { readonly status: 'refused'; readonly message: string };

/** The reading of YAML files off the main thread. All imports share one thread, which takes their files in turns. */
export class YamlThread {
  readonly #thread: TaskThread<readonly YamlFile[], YamlOutput>;

  /** @param start - for tests */
  constructor(start: () => Worker = startThread) {
    this.#thread = new TaskThread(start, { running: () => MAX_MILLISECONDS, idle: IDLE_MILLISECONDS });
  }

  /**
   * Reads files, each of which holds one item, and returns their contents as JSON.
   *
   * @throws {@link UnreadableDumpError}
   */
  async read(files: readonly YamlFile[]): Promise<readonly string[]> {
    const output: YamlOutput | ThreadLoss = await this.#thread.run(files);
    if (output.status === 'read') return output.contents;
    if (output.status === 'refused') throw new UnreadableDumpError(output.message);
    const [first, last] = [files[0]!.path, files.at(-1)!.path];
    const which = files.length === 1 ? `The file '${first}' takes` : `The files from '${first}' to '${last}' take`;
    throw new UnreadableDumpError(
      `${which} more ${output.reason === 'memory' ? 'memory' : 'time'} to read than there is.`,
    );
  }
}

function startThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#yaml-thread-entry')), {
    name: 'yaml',
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
}

/** Many times what a batch of files takes: the largest file that is read takes a second. */
const MAX_MILLISECONDS = 30_000;
/** The files of an import come within that time of each other. What follows takes memory of its own, and less where the thread has ended by then. */
const IDLE_MILLISECONDS = 500;
