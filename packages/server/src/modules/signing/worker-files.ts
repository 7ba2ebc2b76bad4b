import type { Content } from '../../kernel/content.ts';

/** Files of the host that workers read and write, in the directories alone that the operator has named. Paths are absolute. */
export interface WorkerFiles {
  /** @throws {@link WorkerFileError} when it is in none of the directories, cannot be read, or is larger than that */
  read(file: string, maxOctets: number): Promise<Uint8Array>;
  /**
   * Makes a file, with the directories above it, for its owner alone. On return it is durable and complete.
   *
   * @throws {@link WorkerFileError} when it is in none of the directories, exists already, or cannot be written
   */
  create(file: string, content: Content): Promise<void>;
  /** The same, in the place of what may have been there. */
  replace(file: string, content: Content): Promise<void>;
  /** Adds a line to a file, which is made for its owner alone when there is none. Lines come in the order of the calls. */
  append(file: string, line: string): Promise<void>;
  /** Takes away what {@link create} has made. */
  remove(file: string): Promise<void>;
}
