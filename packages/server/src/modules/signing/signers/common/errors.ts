import { type AppError, appError } from '../../../../kernel/errors.ts';

/** A time-stamp of a signature that could not be had, or not as it was asked for. */
export class TimeStampUnavailableError extends appError('unavailable', 'signing.time_stamp_unavailable') {
  constructor(detail: string, options?: ConstructorParameters<typeof AppError>[1]) {
    super(`No time-stamp could be obtained: ${detail}`, options);
  }
}

/**
 * Makes the error of an authority elsewhere. Clients hear the same whatever happened there: they would learn what is to be found in the
 * server's network.
 *
 * @param reason - for the log
 */
export function unavailableAuthority(reason: string, options: ErrorOptions = {}): TimeStampUnavailableError {
  const context = { reason };
  return new TimeStampUnavailableError('the time-stamping authority gave none. See server LOG.', {
    ...options,
    context,
  });
}
