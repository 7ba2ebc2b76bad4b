import type { Notice, NoticeChannel, NoticeMessage, PendingNotice } from './notice.ts';

/** Reads notices and what is on its way of them. */
export interface NoticeStore {
  /** Tells whether a service has reported an object and that end, seconds since 1970. */
  isTold(serviceId: number, object: string, endsAt: number): Promise<boolean>;
  /** Finds notices by their ids, in order of their ends. Those that are gone are left out. */
  find(ids: readonly number[]): Promise<readonly Notice[]>;
  /** Finds the ids of notices whose objects ended before a moment, seconds since 1970. */
  findEnded(before: number, limit: number): Promise<readonly number[]>;
  /** Finds those of a channel that are in no message yet and have one recipient. */
  findPending(channel: NoticeChannel, limit: number): Promise<readonly PendingNotice[]>;
  /** Finds those of any channel whose notices are gone. */
  findOrphans(limit: number): Promise<readonly PendingNotice[]>;
  /** Finds the message of a channel that is to be tried first, if it is due by then. */
  findDue(channel: NoticeChannel, nowMs: number): Promise<NoticeMessage | undefined>;
  /** Finds when the oldest message of a channel that has not arrived was made: milliseconds since 1970. */
  findOldestMs(channel: NoticeChannel): Promise<number | undefined>;
}
