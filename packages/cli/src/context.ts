/** View that a command has of its process. Only `main.ts` makes one of the real process. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home directory of the user. */
  readonly userHome: string;
  /** True when a person looks at standard error: progress is shown only then. */
  readonly interactive: boolean;
  /** All of standard input, of at most 1 MiB. */
  readInput(): Promise<Uint8Array>;
  /** Asks a person for a secret and shows nothing of it; undefined when nobody is there to be asked, or nothing was said. */
  askSecret(prompt: string): Promise<string | undefined>;
  /** Asks a person a question; undefined when nobody is there to be asked, or nothing was said. */
  askQuestion(prompt: string): Promise<string | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
  writeOut(text: string): void;
  /** As {@link writeOut}, of a piece of much. @returns once it is taken; false when nobody reads any further */
  streamOut(text: string): Promise<boolean>;
  writeError(text: string): void;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}
