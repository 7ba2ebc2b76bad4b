import { AppError } from '../../../kernel/errors.ts';

/** A dump that cannot be read at all, or holds more than may be read. Nothing was stored. */
export class UnreadableDumpError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'configdump.unreadable';
}

/** The configuration has moved since the plan that is to be applied was made. Nothing was stored. */
export class ImportPlanMovedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'configdump.plan_moved';

  constructor(expected: string, actual: string) {
    super(
      `The plan ${expected} is not what the import would come to now: the configuration or the dump has changed since. ` +
        `Nothing was stored. Plan again; the plan is ${actual} now.`,
    );
  }
}
