import { AppError } from '../../../kernel/errors.ts';

/** The archive has no such entry. */
export class NotArchivedError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'signing.not_archived';

  constructor(archiveId: string) {
    super(`There is no such document in the archive: ${archiveId}`);
  }
}

/** Files with signed content are kept, since it is unknown whether their signatures were recorded. */
export class SavedFileKeptError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.saved_file_kept';

  constructor(files: readonly string[]) {
    super('A signed document stays on the disk: the database did not say whether its signature was recorded.', {
      context: { files },
    });
  }
}
