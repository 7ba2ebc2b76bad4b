import type { Content } from '../../../kernel/content.ts';

/** Files of the host that workers read and write, only in directories that the operator allows. Paths are absolute. */
export interface WorkerFiles {
  /** Returns the reason why workers may not use a file, completing "the file ..."; undefined when they may, whether it exists or not. */
  refusal(file: string): Promise<string | undefined>;
  /** @throws {@link WorkerFileError} when it is in none of the directories, cannot be read, or is larger than `maxOctets` */
  read(file: string, maxOctets: number): Promise<Uint8Array>;
  /**
   * Creates a file that only its owner can access, with its parent directories. On return it is complete and durable. Until {@link complete}
   * it exists under the name of a draft as well, which tells a file left by a crash from other files.
   *
   * @param draft - a unique name
   * @throws {@link WorkerFileError} when it is in none of the directories, exists already, or cannot be written
   */
  create(file: string, content: Content, draft: string): Promise<void>;
  /** Removes the draft of a file that stays. No error when there is none. */
  complete(file: string, draft: string): Promise<void>;
  /** Removes a file that {@link create} has made or was about to make. A file of that name from elsewhere stays. */
  remove(file: string, draft: string): Promise<void>;
  /**
   * Writes as {@link create} does, but replaces an existing file, and needs no draft.
   *
   * @param isFormer - tells by its beginning, 4 KiB at most, whether an existing file may be replaced
   * @throws {@link WorkerFileError} also for a file that may not
   */
  replace(file: string, content: Content, isFormer: (beginning: Uint8Array) => boolean): Promise<void>;
  /** Appends a line to a file, which is created for its owner alone if it does not exist. Lines come in the order of the calls. */
  append(file: string, line: string): Promise<void>;
}
