import { appError } from '../../../kernel/errors.ts';

/** The archive has no such entry. */
export class NotArchivedError extends appError('not-found', 'signing.not_archived') {
  constructor(archiveId: string) {
    super(`There is no such document in the archive: ${archiveId}`);
  }
}

/** Files with signed content are kept, since it is unknown whether their signatures were recorded. */
export class SavedFileKeptError extends appError('unavailable', 'signing.saved_file_kept') {
  constructor(files: readonly string[]) {
    super('A signed document stays on the disk: the database did not say whether its signature was recorded.', {
      context: { files },
    });
  }
}
