import type { Notice, NoticeChannel, NoticeMessage } from './notice.ts';

/** Delivers messages of one channel. */
export interface NoticeSender {
  /** The operator's recipients, each of whom gets a message of their own; undefined for a channel with a single receiver. */
  readonly recipients?: readonly string[];

  /**
   * Resolves once the receiver has confirmed the message.
   *
   * Settles within a minute, whatever the receiver does.
   *
   * @throws {@link NoticeNotSentError}
   * @throws {@link NoticeRefusedError} when it never will
   */
  send(message: NoticeMessage, notices: readonly Notice[], signal: AbortSignal): Promise<void>;
}

/** Senders of the configured channels. */
export type NoticeSenders = Partial<Readonly<Record<NoticeChannel, NoticeSender>>>;
