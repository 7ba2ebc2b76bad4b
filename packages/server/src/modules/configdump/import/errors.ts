import { type AppError, appError } from '../../../kernel/errors.ts';
import { CryptoTokenOfflineError } from '../../crypto-tokens/index.ts';

/** A dump that cannot be read at all, or holds more than may be read. Nothing was stored. */
export class UnreadableDumpError extends appError('malformed', 'configdump.unreadable') {}

/** The form of a dump in JSON, as a sentence of a refusal. */
export const DUMP_FORM = 'It has to be {"certificate-profiles": {"<name>": {...}}, ...}.';

/** A dump that is not JSON, where it has to be. */
export class DumpNotJsonError extends UnreadableDumpError {
  constructor() {
    super(`The dump is not JSON. Check the JSON format. ${DUMP_FORM}`);
  }
}

/** The configuration has moved since the plan that is to be applied was made. Nothing was stored. */
export class ImportPlanMovedError extends appError('conflict', 'configdump.plan_moved') {
  constructor(expected: string, actual: string) {
    super(
      `The plan ${expected} is not what the import would come to now: the configuration or the dump has changed since. ` +
        `Nothing was stored. Plan again; the plan is ${actual} now.`,
    );
  }
}

/** Says why an item cannot be imported, and what to do where the error itself does not. */
export function reasonOf(error: AppError): string {
  if (!(error instanceof CryptoTokenOfflineError)) return error.message;
  return `${error.message} A crypto token that the item needs is closed, or its device does not answer: 'sealwright token list' shows which, 'sealwright token activate' opens it. Then import again`;
}
