import { appError } from '../../kernel/errors.ts';

/** A certificate that nothing can be encrypted for. */
export class UnusableRecipientError extends appError('malformed', 'configdump.recipient') {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The certificate cannot receive secrets: ${reason}.`, options);
  }
}

/** An entry of `include` or `exclude` that names no type or no item. */
export class ItemPatternError extends appError('malformed', 'configdump.item_pattern') {
  constructor(reason: string) {
    super(`The choice of items is wrong: ${reason}.`);
  }
}

/** An export with more files than an archive can have. */
export class TooManyFilesError extends appError('too-large', 'configdump.too_many_files') {
  constructor(files: number, most: number) {
    super(
      `The export would have ${files} files, and a ZIP archive has ${most} at most. Choose types with 'include', or export as JSON.`,
    );
  }
}
