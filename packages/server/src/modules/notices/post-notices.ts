/** The writes by which notices are stored and find their readers. */
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { isMailAddress } from '../../kernel/mail-address.ts';
import { inOneLine } from '../../kernel/shortened.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import type { Notice, NoticeChannel } from './notice.ts';

/** Something that ends, as it was found. */
export interface Ending extends Omit<Notice, 'id'> {
  /** Names it for good: `certificate 17`. */
  readonly object: string;
}

/** Readers of a notice. */
export interface NoticeReaders {
  /** True for those whom the operator names. */
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

export class PostNotices {
  readonly #deps: PostNoticesDeps;

  constructor(deps: PostNoticesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the writes of a notice, for the unit of what goes with it. Texts from outside lose their control characters and what is too long.
   *
   * Channels that are not set get nothing; the log gets every notice.
   */
  writesOf(serviceId: number, { object, kind, name, endsAt, facts, advice }: Ending, readers: NoticeReaders): Write[] {
    const { ids, clock } = this.#deps;
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
    return this.#deps.channels.flatMap((channel): [NoticeChannel, string][] => {
      if (channel === 'log') return [[channel, '']];
      if (channel !== 'holder') return operators ? [[channel, '']] : [];
      return holder !== undefined && isMailAddress(holder) ? [[channel, holder]] : [];
    });
  }
}

/** Names of certificates have more at times; a reader needs no more. */
const MAX_TEXT = 500;
