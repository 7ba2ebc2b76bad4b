import { appError } from '../../kernel/errors.ts';
import type { NoticeChannel } from './notice.ts';

/** A message that could not be delivered. It will be sent again. */
export class NoticeNotSentError extends appError('unavailable', 'notice.not_sent') {
  /** True if the failure concerns this message only, and others may be delivered. */
  readonly isOfMessage: boolean;

  /** @param reason - without a secret */
  constructor(channel: NoticeChannel, reason: string, { isOfMessage = false } = {}) {
    super(`Notices by ${channel} could not be sent: ${reason}`, { context: { channel } });
    this.isOfMessage = isOfMessage;
  }
}

/** A message that was rejected permanently because its recipient does not exist. It is not sent again. */
export class NoticeRefusedError extends appError('unavailable', 'notice.refused') {
  /** @param reason - without a secret */
  constructor(channel: NoticeChannel, recipient: string, reason: string) {
    super(`Notices by ${channel} are refused for '${recipient}' and not sent to it again: ${reason}`, {
      context: { channel },
    });
  }
}

/** A message that was given up after failing for too long. */
export class NoticeGivenUpError extends appError('unavailable', 'notice.given_up') {
  constructor(channel: NoticeChannel, notices: number, attempts: number) {
    super(`A message by ${channel} with ${notices} notices did not arrive in 30 days and ${attempts} attempts.`, {
      context: { channel },
    });
  }
}
