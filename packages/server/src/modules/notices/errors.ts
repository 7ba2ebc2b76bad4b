import { AppError } from '../../kernel/errors.ts';
import type { NoticeChannel } from './notice.ts';

/** A message with notices did not arrive. It is sent again. */
export class NoticeNotSentError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'notice.not_sent';

  /** @param reason - without a secret */
  constructor(channel: NoticeChannel, reason: string, options?: ErrorOptions) {
    super(`Notices by ${channel} could not be sent: ${reason}`, { ...options, context: { channel } });
  }
}

/** A message with notices did not arrive for so long that it is given up. */
export class NoticeGivenUpError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'notice.given_up';

  constructor(channel: NoticeChannel, notices: number, attempts: number) {
    super(`A message by ${channel} with ${notices} notices did not arrive in 30 days and ${attempts} attempts.`, {
      context: { channel },
    });
  }
}
