import { AppError } from '../../kernel/errors.ts';

/** Problems that make the master key unusable. */
export type MasterKeyProblem = 'missing' | 'malformed' | 'exposed' | 'unreadable';

/** The installation's master key cannot be read or must not be used; nothing that it sealed can be opened. */
export class MasterKeyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code: `master_key.${MasterKeyProblem}`;

  /** @param message - says where the key was looked for, never what was found there */
  constructor(problem: MasterKeyProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = `master_key.${problem}`;
  }
}

/** Something sealed does not open. */
export class SealBrokenError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code: `seal.${'malformed' | 'unknown_key' | 'broken'}`;

  /**
   * @param problem - `malformed` when it was never sealed, `unknown_key` when under another master key, `broken` when it was changed or
   * belongs elsewhere
   * @param seal - what it was opened as
   */
  constructor(problem: 'malformed' | 'unknown_key' | 'broken', seal: string) {
    super(PROBLEMS[problem], { context: { seal } });
    this.code = `seal.${problem}`;
  }
}

const PROBLEMS = {
  malformed: 'A stored secret is damaged: it has not the form of something sealed.',
  unknown_key: 'A stored secret was sealed under another master key. Start with the master key of this installation.',
  broken: 'A stored secret is damaged: it was changed, or belongs to something else.',
} as const;
