/** Failures of commands, and their exit codes. */

/** The closed list of outcomes that are not success; each has an exit code of its own. */
export type FailureKind =
  /** the server understood and said no, or has no such thing; or lint found errors */
  | 'refused'
  /** the command line is not one that can be run */
  | 'usage'
  /** no server, none that is trusted, or none that answers in time */
  | 'connection'
  /** a local file that cannot be read, written or used */
  | 'file'
  /** an answer that is not what was asked for */
  | 'unexpected-answer'
  /** not a failure: a command for monitors found what it looks for */
  | 'found'
  /** not a failure: the server took the request and waits for the approval of others */
  | 'pending-approval';

/** The exit code of each outcome. 0 is success, and 70 (`EX_SOFTWARE`) a bug in this program. */
export const EXIT_CODES: Readonly<Record<FailureKind | 'success' | 'bug', number>> = {
  success: 0,
  refused: 1,
  usage: 2,
  connection: 3,
  file: 4,
  'unexpected-answer': 5,
  'pending-approval': 6,
  found: 6,
  bug: 70,
};

/** Explanations of exit codes in `--help`. */
export const EXIT_CODE_MEANINGS: Readonly<Record<FailureKind | 'success' | 'bug', string>> = {
  success: 'done',
  refused: 'the server refused, or failed; lint found errors',
  usage: 'the command line is wrong',
  connection: 'no connection: unreachable, not trusted (TLS), or no answer in time',
  file: 'a local file cannot be read, written or used',
  'unexpected-answer': 'the answer is not what was asked for',
  'pending-approval': 'accepted, and waits for approval: nothing was done yet',
  found: 'of "cert expiring": there are certificates that end soon',
  bug: 'a bug in this program',
};

/** The base of every failure that a command expects. `message` is one line, safe to show, without any secret. */
export abstract class CliError extends Error {
  abstract readonly kind: FailureKind;
  /** Stable, dotted. */
  abstract readonly code: string;
  /** The HTTP status, where one was answered. */
  readonly status: number | undefined = undefined;
  /** File that keeps the private key of a request whose outcome is open. */
  keptKeyFile: string | undefined;
  /** Work that was done before, and how to go on. */
  left: string | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Returns the base of the failures of one kind that have one code. */
function cliError<Kind extends FailureKind, Code extends string>(kind: Kind, code: Code) {
  abstract class CodedError extends CliError {
    override readonly kind = kind;
    override readonly code = code;
  }
  return CodedError;
}

/** Runs a step that follows one that stays: a failure tells what that has left and how to go on. */
export async function afterMaking<T>(left: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CliError) error.left = left;
    throw error;
  }
}

/** The command line, or a variable of the environment in its place, is not one that can be run. */
export class UsageError extends cliError('usage', 'cli.usage') {}

/** Error for a destructive command that was not confirmed, so that nothing was done. */
export class NotConfirmedError extends cliError('usage', 'cli.not_confirmed') {}

/** Problems with a file. */
export type FileErrorCode =
  | 'cli.file_unreadable'
  | 'cli.file_unwritable'
  /** it exists, and `--force` was not given */
  | 'cli.file_exists'
  /** it was read, and is not what it has to be */
  | 'cli.file_unusable';

/** A local file that cannot be read, written or used. */
export class FileError extends CliError {
  override readonly kind = 'file';
  override readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Why there is no connection. */
export type ConnectionErrorCode = 'cli.unreachable' | 'cli.tls' | 'cli.timeout';

/** No server, none that is trusted, or none that answers in time. */
export class ConnectionError extends CliError {
  override readonly kind = 'connection';
  override readonly code: ConnectionErrorCode;
  /** True when the server may have received the request, and acted on it. */
  readonly mayHaveArrived: boolean;

  constructor(
    code: ConnectionErrorCode,
    message: string,
    options: ErrorOptions & { readonly mayHaveArrived: boolean },
  ) {
    super(message, options);
    this.code = code;
    this.mayHaveArrived = options.mayHaveArrived;
  }
}

/** The server said no. */
export class RefusedError extends cliError('refused', 'cli.refused') {
  override readonly status: number;
  /** True when the server says that what was asked for was not done. */
  readonly notDone: boolean;

  constructor(status: number, message: string, { notDone = false }: { readonly notDone?: boolean } = {}) {
    super(message);
    this.status = status;
    this.notDone = notDone;
  }
}

/** There is no CA of that name among those that the server lists. */
export class CaNotFoundError extends cliError('refused', 'cli.ca_not_found') {}

/** A profile has the name already that a new pair was to get. */
export class ProfileExistsError extends cliError('refused', 'cli.profile_exists') {
  constructor(type: string, name: string) {
    super(`the ${type} '${name}' exists already and is left as it is; choose another name`);
  }
}

/** The server would refuse one of the profiles that were to be made. Nothing was made. */
export class ProfilesRefusedError extends cliError('refused', 'cli.profiles_refused') {}

/** There is no end entity of that username among those that the server shows. */
export class EndEntityNotFoundError extends cliError('refused', 'cli.end_entity_not_found') {}

/** No certificate that the server shows fits. */
export class CertificateNotFoundError extends cliError('refused', 'cli.certificate_not_found') {}

/** An import of which nothing comes: it ended early. */
export class SenselessImportError extends cliError('refused', 'cli.import_refused') {}

/** A worker has no such rule. */
export class RuleNotFoundError extends cliError('refused', 'cli.rule_not_found') {
  constructor(rule: string) {
    super(`the worker has no rule ${rule}`);
  }
}

/** The server's answer is not what the interface, or the request, asks for. */
export class UnexpectedAnswerError extends cliError('unexpected-answer', 'cli.unexpected_answer') {}
