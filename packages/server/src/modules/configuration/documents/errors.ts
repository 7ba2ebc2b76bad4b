import { AppError } from '../../../kernel/errors.ts';
import { didYouMean } from '../../../kernel/nearest-word.ts';
import { type Problem, shorten } from '../settings/index.ts';

/** No document of that type and name. */
export class DocumentNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'document.not_found';

  /** The kind of document, such as `certificate profile`. */
  readonly title: string;

  constructor(title: string, name: string | number) {
    super(`There is no ${title} '${shorten(String(name))}'.`);
    this.title = title;
  }
}

/** A type of document that this installation does not know. */
export class UnknownDocumentTypeError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'document.unknown_type';

  constructor(token: string, known: Iterable<string>) {
    const all = [...known];
    super(
      `There is no type of configuration '${shorten(token)}'${didYouMean(token, all)}. Known are ${all.join(', ')}.`,
    );
  }
}

/** A document of that type and name exists already, a built-in one perhaps. */
export class DocumentExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.exists';

  constructor(title: string, name: string) {
    super(`A ${title} '${shorten(name)}' exists already. Choose another name, or change that one.`);
  }
}

/** Another document of the type has that public id. */
export class PublicIdTakenError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.id_taken';

  constructor(title: string, publicId: number, holder: string) {
    super(`The id ${publicId} belongs to the ${title} '${shorten(holder)}'.`);
  }
}

/** The document was changed since the version that the caller saw. */
export class DocumentChangedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.changed';

  constructor(title: string, name: string, expected: number, actual: number) {
    super(
      `The ${title} '${shorten(name)}' was changed by somebody else: version ${expected} was expected and it is at ${actual}. ` +
        'Read it again and repeat the change.',
    );
  }
}

/** Others name the document, so that it cannot be removed. */
export class DocumentInUseError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.in_use';
  /** The documents that name it, in words: `certificate profile 'Web Server'`; the first ones only when there are many. */
  readonly users: readonly string[];

  constructor(title: string, name: string, users: readonly string[], more: boolean) {
    const told = users.length === 0 ? 'something that you may not see' : users.join(', ');
    super(`The ${title} '${shorten(name)}' is used by ${told}${more && users.length > 0 ? ' and others' : ''}.`);
    this.users = users;
  }
}

/** Others name the document in a text that a rename does not reach. */
export class DocumentNamedByOthersError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.named_by_others';

  constructor(title: string, name: string, users: readonly string[]) {
    const told = users.length === 0 ? 'something that you may not see' : users.join(', ');
    super(
      `The ${title} '${shorten(name)}' cannot get another name: ${told} would go on naming it '${shorten(name)}'. ` +
        'Make a second one, let them name it, and remove this one.',
    );
  }
}

/** The document is part of the program: it can be used and not changed. */
export class FixedDocumentError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'document.fixed';

  constructor(title: string, name: string) {
    super(`The ${title} '${shorten(name)}' is built in and cannot be changed, renamed or removed. Make a copy of it.`);
  }
}

/** A name that documents of the type cannot have. */
export class InvalidDocumentNameError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'document.invalid_name';

  constructor(title: string, name: string, message: string) {
    super(`The name '${shorten(name)}' of a ${title} ${message}.`);
  }
}

/** The settings are not what the type of document asks for. Nothing was stored. */
export class InvalidSettingsError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'document.invalid_settings';
  /** All that was found, at least one. */
  readonly problems: readonly Problem[];

  constructor(title: string, name: string, problems: readonly Problem[]) {
    super(`The ${title} '${shorten(name)}' ${problemText(problems)}`);
    this.problems = problems;
  }
}

/** The settings are more than a document may hold. */
export class DocumentTooLargeError extends AppError {
  override readonly kind = 'too-large';
  override readonly code = 'document.too_large';

  constructor(title: string, size: number, most: number) {
    super(`The settings of the ${title} take ${size} characters as JSON; ${most} are allowed.`);
  }
}

/** One request changes a document twice. */
export class DocumentChangedTwiceError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'document.changed_twice';

  constructor(title: string, name: string) {
    super(`The ${title} '${shorten(name)}' is given twice. Give it once.`);
  }
}

/** The document was stored although its checks fail, or no longer passes them: it cannot be used before it is corrected. */
export class DocumentUnusableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'document.unusable';
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
