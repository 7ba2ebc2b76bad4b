import { appError } from '../../../kernel/errors.ts';
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { type Problem, shorten } from '../settings/index.ts';

/** A type and name that no document has. */
export class DocumentNotFoundError extends appError('not-found', 'document.not_found') {
  /** Title of the document type, such as `certificate profile`. */
  readonly title: string;

  constructor(title: string, name: string | number) {
    super(`There is no ${title} '${shorten(String(name))}'.`);
    this.title = title;
  }
}

/** An unknown document type. */
export class UnknownDocumentTypeError extends appError('not-found', 'document.unknown_type') {
  constructor(token: string, known: Iterable<string>) {
    const all = [...known];
    super(
      `There is no type of configuration '${shorten(token)}'${didYouMean(token, all)}. Known are ${all.join(', ')}.`,
    );
  }
}

/** A type and name that another document already has, possibly a built-in one. */
export class DocumentExistsError extends appError('conflict', 'document.exists') {
  constructor(title: string, name: string) {
    super(`A ${title} '${shorten(name)}' exists already. Choose another name, or change that one.`);
  }
}

/** A public id that another document of the type already has. */
export class PublicIdTakenError extends appError('conflict', 'document.id_taken') {
  constructor(title: string, publicId: number, holder: string) {
    super(`The id ${publicId} belongs to the ${title} '${shorten(holder)}'.`);
  }
}

/** A document that has changed since the version that the caller read. */
export class DocumentChangedError extends appError('conflict', 'document.changed') {
  constructor(title: string, name: string, expected: number, actual: number) {
    super(
      `The ${title} '${shorten(name)}' was changed by somebody else: version ${expected} was expected and it is at ${actual}. ` +
        'Read it again and repeat the change.',
    );
  }
}

/** A document that cannot be removed because others reference it. */
export class DocumentInUseError extends appError('conflict', 'document.in_use') {
  /** Documents that reference it, as text such as `certificate profile 'Web Server'`; limited in number. */
  readonly users: readonly string[];

  constructor(title: string, name: string, users: readonly string[], more: boolean) {
    const told = users.length === 0 ? 'something that you may not see' : users.join(', ');
    super(`The ${title} '${shorten(name)}' is used by ${told}${more && users.length > 0 ? ' and others' : ''}.`);
    this.users = users;
  }
}

/** A document that cannot be renamed because others contain its name as text. */
export class DocumentNamedByOthersError extends appError('conflict', 'document.named_by_others') {
  constructor(title: string, name: string, users: readonly string[]) {
    const told = users.length === 0 ? 'something that you may not see' : users.join(', ');
    super(
      `The ${title} '${shorten(name)}' cannot get another name: ${told} would go on naming it '${shorten(name)}'. ` +
        'Make a second one, let them name it, and remove this one.',
    );
  }
}

/** A built-in document, which can be used but not changed. */
export class FixedDocumentError extends appError('conflict', 'document.fixed') {
  constructor(title: string, name: string) {
    super(`The ${title} '${shorten(name)}' is built in and cannot be changed, renamed or removed. Make a copy of it.`);
  }
}

/** A name that documents of the type cannot have. */
export class InvalidDocumentNameError extends appError('malformed', 'document.invalid_name') {
  constructor(title: string, name: string, message: string) {
    super(`The name '${shorten(name)}' of a ${title} ${message}.`);
  }
}

/** Settings that fail validation. Nothing was stored. */
export class InvalidSettingsError extends appError('malformed', 'document.invalid_settings') {
  /** All problems found, at least one. */
  readonly problems: readonly Problem[];

  constructor(title: string, name: string, problems: readonly Problem[]) {
    super(`The ${title} '${shorten(name)}' ${problemText(problems)}`);
    this.problems = problems;
  }
}

/** Settings larger than the limit. */
export class DocumentTooLargeError extends appError('too-large', 'document.too_large') {
  constructor(title: string, size: number, most: number) {
    super(`The settings of the ${title} take ${size} characters as JSON; ${most} are allowed.`);
  }
}

/** A document that one request changes twice. */
export class DocumentChangedTwiceError extends appError('malformed', 'document.changed_twice') {
  constructor(title: string, name: string) {
    super(`The ${title} '${shorten(name)}' is given twice. Give it once.`);
  }
}

/** A document that was stored although validation failed, or that no longer passes it: it cannot be used until it is corrected. */
export class DocumentUnusableError extends appError('unavailable', 'document.unusable') {
  readonly problems: readonly Problem[];

  constructor(title: string, name: string, problems: readonly Problem[]) {
    super(`The ${title} '${shorten(name)}' cannot be used: it ${problemText(problems)}`);
    this.problems = problems;
  }
}

function problemText(problems: readonly Problem[]): string {
  const texts = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ field, message }) => (field === '' ? message : `has a setting '${shorten(field)}' that ${message}`));
  const more = problems.length - texts.length;
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more problems` : ''}.`;
}

const MAX_PROBLEMS = 10;
