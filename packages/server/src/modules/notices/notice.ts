/** Notices of what ends soon, and the messages that take them to their readers. */
import type { Write } from '../../kernel/unit-of-work.ts';

/** Kind of what ends. */
export type NoticeKind = 'certificate' | 'ca' | 'crl' | 'worker';

/** A notice that something ends. Nothing of it is a secret. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  /** The name of what ends, for people: one line. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly endsAt: number;
  /** Further facts in the order in which people read them: names in snake case, texts of one line. */
  readonly facts: Readonly<Record<string, string>>;
  /** Advice, in a sentence or two. */
  readonly advice: string;
}

/** A notice that is to be stored. Each service tells once of an object and the moment at which it ends. */
export interface NewNotice extends Notice {
  readonly serviceId: number;
  /** Names what ends, for good: `certificate 17`. */
  readonly object: string;
  readonly createdMs: number;
}

/**
 * A way to the readers of notices.
 *
 * `log`: the log of the process. `webhook` and `mail`: those whom the operator names. `holder`: the end entity of a certificate, by mail.
 */
export type NoticeChannel = 'log' | 'webhook' | 'mail' | 'holder';

/** A message on its way: it is sent until it has arrived, with the same notices and the same id. */
export interface NoticeMessage {
  readonly id: number;
  readonly channel: NoticeChannel;
  /** A mail address; empty for the log and the webhook. */
  readonly recipient: string;
  /** 32 hex digits. A receiver knows a repetition by it. */
  readonly messageId: string;
  readonly noticeIds: readonly number[];
  /** Times that it was tried. */
  readonly attempts: number;
  /** When it is tried next. */
  readonly nextMs: number;
  readonly createdMs: number;
}

/** A notice that is in no message of a channel yet. */
export interface PendingNotice {
  readonly channel: NoticeChannel;
  readonly recipient: string;
  readonly noticeId: number;
}

/** Stores a notice. A second one of the same service, object and end is a conflict. */
export interface InsertNotice extends Write {
  readonly op: 'notice.insert';
  readonly notice: NewNotice;
}

/** Forgets a notice whose object ended long ago. */
export interface DeleteNotice extends Write {
  readonly op: 'notice.delete';
  readonly id: number;
}

/** Has a notice go into a message of a channel. */
export interface InsertPendingNotice extends Write, PendingNotice {
  readonly op: 'notice-pending.insert';
}

/** Takes a notice that goes into a message now. */
export interface DeletePendingNotice extends Write, PendingNotice {
  readonly op: 'notice-pending.delete';
}

/** Stores a message before it is sent for the first time. */
export interface InsertNoticeMessage extends Write {
  readonly op: 'notice-message.insert';
  readonly message: NoticeMessage;
}

/** Notes that a message did not arrive. */
export interface PostponeNoticeMessage extends Write {
  readonly op: 'notice-message.postpone';
  readonly message: NoticeMessage;
  readonly nextMs: number;
}

/** Forgets a message that has arrived. */
export interface DeleteNoticeMessage extends Write {
  readonly op: 'notice-message.delete';
  readonly id: number;
}
