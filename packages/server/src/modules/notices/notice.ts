/** Notices of what ends soon, and the messages that carry them. */
import type { Write } from '../../kernel/unit-of-work.ts';

/** Kind of what ends. */
export type NoticeKind = 'certificate' | 'ca' | 'crl' | 'worker';

/** A notice that an object ends. It contains no secrets. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  /** The object's name for people, on one line. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly endsAt: number;
  /** Further facts in the order in which people read them: names in snake case, texts of one line. */
  readonly facts: Readonly<Record<string, string>>;
  /** Advice, in a sentence or two. */
  readonly advice: string;
}

/** A notice to be stored. Each service reports an object and its end once. */
export interface NewNotice extends Notice {
  readonly serviceId: number;
  /** Permanent identifier of the object, such as `certificate 17`. */
  readonly object: string;
  readonly createdMs: number;
}

/**
 * A way to the readers of notices.
 *
 * `log`: the log of the process. `webhook` and `mail`: those whom the operator names. `holder`: the end entity of a certificate, by mail.
 */
export type NoticeChannel = 'log' | 'webhook' | 'mail' | 'holder';

/** A message in the queue. It is sent with the same notices and the same id until it is delivered. */
export interface NoticeMessage {
  readonly id: number;
  readonly channel: NoticeChannel;
  /** A mail address; empty for the log and the webhook. */
  readonly recipient: string;
  /** 32 hex digits, by which a receiver recognizes a repeated delivery. */
  readonly messageId: string;
  readonly noticeIds: readonly number[];
  /** Number of attempts so far. */
  readonly attempts: number;
  /** Time of the next attempt. */
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

/** Removes a notice whose object ended long ago. */
export interface DeleteNotice extends Write {
  readonly op: 'notice.delete';
  readonly id: number;
}

/** Queues a notice for the next message of a channel. */
export interface InsertPendingNotice extends Write, PendingNotice {
  readonly op: 'notice-pending.insert';
}

/** Removes a notice from the queue because it goes into a message in the same unit. */
export interface DeletePendingNotice extends Write, PendingNotice {
  readonly op: 'notice-pending.delete';
}

/** Stores a message before its first attempt. */
export interface InsertNoticeMessage extends Write {
  readonly op: 'notice-message.insert';
  readonly message: NoticeMessage;
}

/** Records a failed attempt. */
export interface PostponeNoticeMessage extends Write {
  readonly op: 'notice-message.postpone';
  readonly message: NoticeMessage;
  readonly nextMs: number;
}

/** Removes a delivered message. */
export interface DeleteNoticeMessage extends Write {
  readonly op: 'notice-message.delete';
  readonly id: number;
}
