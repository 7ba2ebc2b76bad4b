import type { Content } from '../../../kernel/content.ts';

/** Files of the host that workers read and write, in the directories alone that the operator has named. Paths are absolute. */
export interface WorkerFiles {
  /** Returns the reason why workers may not use a file of that name, completing "the file ..."; undefined when they may, if it exists or not. */
  refusal(file: string): Promise<string | undefined>;
  /** @throws {@link WorkerFileError} when it is in none of the directories, cannot be read, or is larger than that */
  read(file: string, maxOctets: number): Promise<Uint8Array>;
  /**
   * Makes a file, with the directories above it, for its owner alone. On return it is durable and complete, and there under the name of a
   * draft as well until {@link complete}: what a crash leaves is told from files of others by that.
   *
   * @param draft - a name of its own
   * @throws {@link WorkerFileError} when it is in none of the directories, exists already, or cannot be written
   */
  create(file: string, content: Content, draft: string): Promise<void>;
  /** Takes away the draft of a file that stays. No error when there is none. */
  complete(file: string, draft: string): Promise<void>;
  /** Takes away what {@link create} has made, or was about to make. A file of that name that it has not made stays. */
  remove(file: string, draft: string): Promise<void>;
  /**
   * Writes as {@link create} does, but replaces the file that may have been there, and needs no draft.
   *
   * @param isFormer - whether a file that begins like that, with 4 KiB at most, is one to be replaced
   * @throws {@link WorkerFileError} also for a file that is not
   */
  replace(file: string, content: Content, isFormer: (beginning: Uint8Array) => boolean): Promise<void>;
  /** Adds a line to a file, which is made for its owner alone when there is none. Lines come in the order of the calls. */
  append(file: string, line: string): Promise<void>;
}
