/** The writes that store notices and queue them for delivery. */
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { isMailAddress } from '../../kernel/text/mail-address.ts';
import { inOneLine } from '../../kernel/text/shortened.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { Notice, NoticeChannel } from './notice.ts';

/** An object that ends, as it was found. */
export interface Ending extends Omit<Notice, 'id'> {
  /** Permanent identifier of the object, such as `certificate 17`. */
  readonly object: string;
}

/** Readers of a notice. */
export interface NoticeReaders {
  /** True to notify the recipients that the operator names. */
  readonly operators: boolean;
  /** Mail address of the end entity; undefined for none. */
  readonly holder: string | undefined;
}

export interface PostNoticesDeps {
  readonly ids: Ids;
  readonly clock: Clock;
  /** The channels that the operator has set. */
  readonly channels: readonly NoticeChannel[];
}

export class PostNotices extends WithDeps<PostNoticesDeps> {
  /**
   * Returns the writes of a notice, for the caller's unit. Control characters are removed from texts of others, and long texts are cut.
   *
   * Only configured channels get the notice; the log always does.
   */
  writesOf(serviceId: number, { object, kind, name, endsAt, facts, advice }: Ending, readers: NoticeReaders): Write[] {
    const { ids, clock } = this.deps;
    const id = ids.next();
    const shown = Object.entries(facts).map(([fact, value]) => [fact, inOneLine(value, MAX_TEXT)]);
    const notice = {
      id,
      serviceId,
      object,
      kind,
      endsAt,
      createdMs: clock.nowMs(),
      name: inOneLine(name, MAX_TEXT),
      facts: Object.fromEntries(shown) as Record<string, string>,
      advice: inOneLine(advice, MAX_TEXT),
    };
    return [
      { op: 'notice.insert', notice } as Write,
      ...this.#addressesOf(readers).map(([channel, recipient]): Write => {
        const write = { op: 'notice-pending.insert', channel, recipient, noticeId: id };
        return write;
      }),
    ];
  }

  #addressesOf({ operators, holder }: NoticeReaders): [channel: NoticeChannel, recipient: string][] {
    return this.deps.channels.flatMap((channel): [NoticeChannel, string][] => {
      if (channel === 'log') return [[channel, '']];
      if (channel !== 'holder') return operators ? [[channel, '']] : [];
      return holder !== undefined && isMailAddress(holder) ? [[channel, holder]] : [];
    });
  }
}

/** Subjects of certificates may be longer; a reader needs no more than this. */
const MAX_TEXT = 500;
