import { AppError } from '../../kernel/errors.ts';
import type { NoticeChannel } from './notice.ts';

/** A message with notices did not arrive. It is sent again. */
export class NoticeNotSentError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'notice.not_sent';
  /** True when this message alone failed: others may arrive. */
  readonly isOfMessage: boolean;

  /** @param reason - without a secret */
  constructor(channel: NoticeChannel, reason: string, { isOfMessage = false } = {}) {
    super(`Notices by ${channel} could not be sent: ${reason}`, { context: { channel } });
    this.isOfMessage = isOfMessage;
  }
}

/** A message with notices was refused for good: its recipient does not exist. It is not sent again. */
export class NoticeRefusedError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'notice.refused';

  /** @param reason - without a secret */
  constructor(channel: NoticeChannel, recipient: string, reason: string) {
    super(`Notices by ${channel} are refused for '${recipient}' and not sent to it again: ${reason}`, {
      context: { channel },
    });
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
