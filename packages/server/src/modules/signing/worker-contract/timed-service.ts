/** Timed services: workers that do periodic work. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';

/** The implementation of a timed service, made from its settings. */
export interface TimedService {
  /**
   * Does the work once. Failures are reported to `context.failed`, and the rest of the work continues.
   *
   * @returns the result for the audit log; undefined when nothing was changed
   */
  run(context: TimedContext): Promise<JsonObject | undefined>;
}

/** The context of one run. */
export interface TimedContext {
  /** Ends the run at its next step. */
  readonly signal: AbortSignal;
  /** @param what - subject of the failure, such as the name of a worker */
  readonly failed: (what: string, error: unknown) => void;
}
