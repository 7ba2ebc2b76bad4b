import type { Notice, NoticeChannel, NoticeMessage } from './notice.ts';

/** Takes messages of a channel to their readers. */
export interface NoticeSender {
  /** Addresses that the operator names: each gets a message of its own. Undefined where there is one receiver. */
  readonly recipients?: readonly string[];

  /**
   * Returns when the message has arrived: the receiver has said so.
   *
   * It ends within a minute, whatever the receiver does.
   *
   * @throws {@link NoticeNotSentError}
   * @throws {@link NoticeRefusedError} when it never will
   */
  send(message: NoticeMessage, notices: readonly Notice[], signal: AbortSignal): Promise<void>;
}

/** The senders of the channels that the operator has set. */
export type NoticeSenders = Partial<Readonly<Record<NoticeChannel, NoticeSender>>>;
