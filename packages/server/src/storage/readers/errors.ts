import { appError } from '../../kernel/errors.ts';

/** A task of a reader thread did not end in the time that it was given. */
export class ReaderTimeoutError extends appError('unavailable', 'storage.reader_timeout') {
  constructor(task: string, timeoutMs: number) {
    super('The request visits too much data to be answered in time. Narrow it down.', { context: { task, timeoutMs } });
  }
}

/** A task of a reader thread failed, or its thread ended. */
export class ReaderFailedError extends appError('unavailable', 'storage.reader_failed') {
  constructor(task: string, options: ErrorOptions) {
    super('The database is not available. Repeat the request later.', { ...options, context: { task } });
  }
}

/** More tasks wait for a reader thread than may wait, or others have kept this one from being worked on. */
export class ReadersBusyError extends appError('unavailable', 'storage.readers_busy') {
  override readonly retryAfterSeconds = 5;

  constructor(task: string) {
    super('Too many large requests are being worked on. Repeat the request later.', { context: { task } });
  }
}
