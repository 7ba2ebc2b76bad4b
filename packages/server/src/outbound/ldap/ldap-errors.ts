/** Failures of a directory, and what they say of other objects. */
import { inOneLine } from '../../kernel/text/shortened.ts';
import { PublishingError, type PublishingScope } from '../../modules/publishers/index.ts';

/** A connection failed, or could not be made. The message completes "the directory ...". It stays within this room: see {@link publishingError}. */
export class LdapConnectionError extends PublishingError {
  constructor(problem: string, options: ErrorOptions = {}) {
    super(`The directory ${problem}.`, { ...options, scope: 'publisher' });
  }
}

/** Result codes of a directory (RFC 4511 appendix A) that decide something. */
export const LdapResult = {
  noSuchAttribute: 16,
  inappropriateMatching: 18,
  attributeOrValueExists: 20,
  noSuchObject: 32,
  objectClassViolation: 65,
  entryAlreadyExists: 68,
} as const;

/** Returns the result code of an error of ldapts; undefined of another error. */
export function resultCodeOf(error: unknown): number | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/**
 * Returns the error to throw for a failed act.
 *
 * @param act - completes "the directory refuses to ...": with the name of the entry
 */
export function publishingError(error: unknown, act: string): unknown {
  if (error instanceof PublishingError || error instanceof TypeError || error instanceof RangeError) return error;
  const code = resultCodeOf(error);
  const reason = inOneLine((error as Error).message, MAX_REASON);
  if (code === undefined) return new LdapConnectionError(`gave no answer: ${reason}`);
  const [scope, advice] = MEANINGS.get(code) ?? ['publisher'];
  const message = `The directory refuses to ${act}: ${reason}${advice === undefined ? '' : ` ${advice}`}`;
  return new PublishingError(message, { scope, cause: error });
}

const SCHEMA = 'Its schema does not allow it: look at the object classes of the entry and of this publisher.';
const LOGIN = 'Check loginDn and loginPassword.';

/** Meanings of result codes. A code that is missing says that the directory serves nobody now. */
const MEANINGS: ReadonlyMap<number, readonly [scope: PublishingScope, advice?: string]> = new Map([
  [7, ['publisher', 'It does not know this way to log in.']],
  [8, ['publisher', 'It wants a login, or a stronger one.']],
  [10, ['publisher', 'This server sends writers to another one: name that one.']],
  [13, ['publisher', 'It wants TLS: set security to LDAPS or STARTTLS.']],
  [17, ['final', SCHEMA]],
  [19, ['final', SCHEMA]],
  [21, ['final', SCHEMA]],
  [32, ['object', 'There is no entry of that name, or none above it.']],
  [34, ['final']],
  [48, ['publisher', LOGIN]],
  [49, ['publisher', LOGIN]],
  [50, ['object', 'The login has no right to write there.']],
  [64, ['final', SCHEMA]],
  [65, ['final', SCHEMA]],
  [69, ['final', SCHEMA]],
] as const);
const MAX_REASON = 300;
