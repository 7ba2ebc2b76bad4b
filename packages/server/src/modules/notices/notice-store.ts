import type { Notice, NoticeChannel, NoticeMessage, PendingNotice } from './notice.ts';

/** Reads notices and the messages that carry them. */
export interface NoticeStore {
  /** Tells whether a service has already reported that an object ends at that moment, seconds since 1970. */
  isTold(serviceId: number, object: string, endsAt: number): Promise<boolean>;
  /** Finds notices by id, in order of their ends. Removed ones are left out. */
  find(ids: readonly number[]): Promise<readonly Notice[]>;
  /** Finds the ids of notices whose objects ended before a moment, seconds since 1970. */
  findEnded(before: number, limit: number): Promise<readonly number[]>;
  /** Finds unsent notices of a channel, all for the same recipient. */
  findPending(channel: NoticeChannel, limit: number): Promise<readonly PendingNotice[]>;
  /** Finds messages of any channel whose notices have been removed. */
  findOrphans(limit: number): Promise<readonly PendingNotice[]>;
  /** Finds the message of a channel that is due first, if it is due by then. */
  findDue(channel: NoticeChannel, nowMs: number): Promise<NoticeMessage | undefined>;
  /** Finds when the oldest undelivered message of a channel was made, milliseconds since 1970. */
  findOldestMs(channel: NoticeChannel): Promise<number | undefined>;
}
