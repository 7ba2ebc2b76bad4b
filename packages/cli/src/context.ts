/** What a command sees of the process it runs in. Only `main.ts` makes one of the real process. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home directory of the user. */
  readonly userHome: string;
  /** Whether a person looks at standard error: progress is shown only then. */
  readonly interactive: boolean;
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Returns `count` random octets. */
  random(count: number): Uint8Array;
}
