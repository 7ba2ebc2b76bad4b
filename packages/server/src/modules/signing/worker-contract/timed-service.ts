/** Timed services: work that a worker does by itself, again and again. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';

/** The implementation of a timed service, made of its settings. */
export interface TimedService {
  /**
   * Does the work once. What fails is told to `context.failed`, and the rest is done.
   *
   * @returns what it came to, for the audit log; undefined when nothing was changed
   */
  run(context: TimedContext): Promise<JsonObject | undefined>;
}

/** The context of one run. */
export interface TimedContext {
  /** Ends the run at its next step. */
  readonly signal: AbortSignal;
  /** @param what - what could not be done, such as the name of a worker */
  readonly failed: (what: string, error: unknown) => void;
}
