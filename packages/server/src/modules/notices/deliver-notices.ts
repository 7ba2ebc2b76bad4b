/** The task that delivers notices. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { ConflictError, newUnitId, type UnitOfWorkStore, type Write } from '../../kernel/unit-of-work.ts';
import { every, type Task } from '../background/index.ts';
import { NoticeGivenUpError, NoticeNotSentError, NoticeRefusedError } from './errors.ts';
import type {
  DeleteNotice,
  DeleteNoticeMessage,
  DeletePendingNotice,
  InsertNoticeMessage,
  NoticeChannel,
  NoticeMessage,
  PostponeNoticeMessage,
} from './notice.ts';
import type { NoticeSender, NoticeSenders } from './notice-sender.ts';
import type { NoticeStore } from './notice-store.ts';
import type { ClockBelief } from '../../kernel/clock-belief.ts';
import { WithDeps } from '../../kernel/with-deps.ts';

/** Delivery counts of one channel in this process. */
export interface DeliveryReport {
  readonly channel: NoticeChannel;
  /** Notices. */
  readonly delivered: number;
  /** Messages. */
  readonly failed: number;
  /** Messages that were given up because their recipient does not exist. */
  readonly refused: number;
  /** When the oldest undelivered message was made, as of the last run in this process; undefined if all were delivered. */
  readonly oldestMs: number | undefined;
}

export interface DeliverNoticesDeps {
  readonly notices: NoticeStore;
  readonly senders: NoticeSenders;
  readonly store: UnitOfWorkStore;
  readonly ids: Ids;
  readonly random: Random;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  /** Receives the error of each failed delivery. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Delivery at least once: a message and its id are stored before it is sent, and forgotten when it has arrived. After a crash in between it is sent again, the same.
 */
export class DeliverNotices extends WithDeps<DeliverNoticesDeps> {
  readonly #reports = new Map<NoticeChannel, DeliveryReport>();
  /** True at the start and after notices were removed. Looking for orphaned messages reads the whole queue, so it is done only then. */
  #mayHaveOrphans = true;

  /** A check that posts notices wakes this task in its own process. */
  get task(): Task {
    return {
      name: DELIVER_NOTICES,
      where: 'one-per-installation',
      schedule: every(60_000),
      run: async (signal) => {
        const delivered = await this.deliver(signal);
        return { outcome: delivered === 0 ? 'nothing-to-do' : 'worked', problem: '' };
      },
    };
  }

  /** Returns the configured channels. */
  reports(): readonly DeliveryReport[] {
    return this.#channels().map(([channel]) => this.#reportOf(channel));
  }

  /** Sends what is due on all channels in parallel, so that none waits for another. @returns the number of messages delivered */
  async deliver(signal: AbortSignal): Promise<number> {
    const counts = await Promise.all(
      this.#channels().map(([channel, sender]) => this.#deliverOn(channel, sender, signal)),
    );
    await this.#forgetEnded(signal);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Takes messages that are due and new ones by turns: whatever fails again and again holds up nothing new.
   *
   * Stops using a channel for this run after several failures in a row: its receiver is down, and further messages would fail too.
   */
  async #deliverOn(channel: NoticeChannel, sender: NoticeSender, signal: AbortSignal): Promise<number> {
    let delivered = 0;
    for (let sent = 0, failed = 0; sent < MESSAGES_PER_RUN && failed < MOST_FAILURES && !signal.aborted; sent++) {
      const message = await this.#nextOf(channel, sender, sent % 2 === 0 ? 'due' : 'new');
      if (message === undefined) break;
      const outcome = await this.#try(message, sender, signal);
      if (outcome === 'delivered') delivered += 1;
      failed = outcome === 'away' ? failed + 1 : 0;
      await nextTurn();
    }
    const oldestMs = await this.deps.notices.findOldestMs(channel);
    this.#reports.set(channel, { ...this.#reportOf(channel), oldestMs });
    return delivered;
  }

  async #try(message: NoticeMessage, sender: NoticeSender, signal: AbortSignal): Promise<Outcome> {
    const { notices, clock, onFailed } = this.deps;
    const { id, channel, attempts, createdMs } = message;
    const counted = this.#reportOf(channel);
    try {
      const found = await notices.find(message.noticeIds);
      if (found.length > 0) await sender.send(message, found, signal);
      const arrival: DeleteNoticeMessage = { op: 'notice-message.delete', id };
      await this.#write([arrival]);
      this.#reports.set(channel, { ...counted, delivered: counted.delivered + found.length });
      return 'delivered';
    } catch (error) {
      if (signal.aborted) return 'away';
      onFailed(error);
      const end: DeleteNoticeMessage = { op: 'notice-message.delete', id };
      if (error instanceof NoticeRefusedError) {
        this.#reports.set(channel, { ...counted, refused: counted.refused + 1 });
        await this.#write([end]);
        return 'refused';
      }
      this.#reports.set(channel, { ...counted, failed: counted.failed + 1 });
      const isOver = clock.nowMs() - createdMs > GIVEN_UP_AFTER_MS && this.deps.clockBelief.doubt === undefined;
      if (isOver) onFailed(new NoticeGivenUpError(channel, message.noticeIds.length, attempts + 1));
      const nextMs = clock.nowMs() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_MS);
      const postponement: PostponeNoticeMessage = { op: 'notice-message.postpone', message, nextMs };
      await this.#write([isOver ? end : postponement]);
      return error instanceof NoticeNotSentError && error.isOfMessage ? 'refused' : 'away';
    }
  }

  /** Returns the message that is due first, or a new one made of unsent notices; if the preferred kind has none, the other kind. */
  async #nextOf(
    channel: NoticeChannel,
    sender: NoticeSender,
    preferred: 'due' | 'new',
  ): Promise<NoticeMessage | undefined> {
    if (preferred === 'due') return (await this.#dueOf(channel, sender)) ?? this.#newOf(channel, sender);
    return (await this.#newOf(channel, sender)) ?? this.#dueOf(channel, sender);
  }

  async #dueOf(channel: NoticeChannel, sender: NoticeSender): Promise<NoticeMessage | undefined> {
    const due = await this.deps.notices.findDue(channel, this.deps.clock.nowMs());
    if (due === undefined || due.recipient !== '' || sender.recipients === undefined) return due;
    // An earlier release made one message for all recipients.
    const end: DeleteNoticeMessage = { op: 'notice-message.delete', id: due.id };
    return this.#insert(this.#copiesOf(due, sender), [end]);
  }

  async #newOf(channel: NoticeChannel, sender: NoticeSender): Promise<NoticeMessage | undefined> {
    const { notices, clock } = this.deps;
    const pending = await notices.findPending(channel, NOTICES_PER_MESSAGE[channel]);
    if (pending.length === 0) return undefined;
    const content = {
      channel,
      recipient: pending[0]!.recipient,
      noticeIds: pending.map(({ noticeId }) => noticeId),
      attempts: 0,
      nextMs: clock.nowMs(),
      createdMs: clock.nowMs(),
    };
    const taken = pending.map((one): DeletePendingNotice => ({ op: 'notice-pending.delete', ...one }));
    return this.#insert(this.#copiesOf(content, sender), taken);
  }

  /** Plans a message for each recipient, so that one recipient's refusal neither withholds nor repeats the others' messages. */
  #copiesOf(content: Omit<NoticeMessage, 'id' | 'messageId'>, { recipients }: NoticeSender): readonly NoticeMessage[] {
    const { ids, random } = this.deps;
    const named = content.recipient === '' ? (recipients ?? ['']) : [content.recipient];
    return named.map((recipient) => ({
      ...content,
      id: ids.next(),
      recipient,
      messageId: random.bytes(16).toHex(),
    }));
  }

  /** @returns the first message; undefined if another process made them first */
  async #insert(messages: readonly NoticeMessage[], taken: readonly Write[]): Promise<NoticeMessage | undefined> {
    const insertions = messages.map((message): InsertNoticeMessage => ({ op: 'notice-message.insert', message }));
    return (await this.#write([...taken, ...insertions])) ? messages[0] : undefined;
  }

  /** Removes notices of objects that ended long ago, which no service reports any more. */
  async #forgetEnded(signal: AbortSignal): Promise<void> {
    const { notices, clock, clockBelief } = this.deps;
    if (clockBelief.doubt !== undefined) return;
    const before = Math.floor((clock.nowMs() - KEPT_MS) / 1000);
    while (!signal.aborted) {
      const ended = await notices.findEnded(before, NOTICES_PER_UNIT);
      if (ended.length === 0) break;
      this.#mayHaveOrphans = true;
      if (!(await this.#write(ended.map((id): DeleteNotice => ({ op: 'notice.delete', id }))))) break;
    }
    if (this.#mayHaveOrphans) await this.#forgetOrphans(signal);
  }

  /** Removes messages to channels that are no longer configured, once their notices are gone. */
  async #forgetOrphans(signal: AbortSignal): Promise<void> {
    const { notices } = this.deps;
    while (!signal.aborted) {
      const left = await notices.findOrphans(NOTICES_PER_UNIT);
      this.#mayHaveOrphans = left.length > 0;
      if (left.length === 0) return;
      const ends = left.map((one): DeletePendingNotice => ({ op: 'notice-pending.delete', ...one }));
      if (!(await this.#write(ends))) return;
    }
  }

  /** @returns false if another process did it first */
  async #write(writes: readonly Write[]): Promise<boolean> {
    const { store, clock, random } = this.deps;
    try {
      await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes });
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }

  #channels(): [NoticeChannel, NoticeSender][] {
    return Object.entries(this.deps.senders) as [NoticeChannel, NoticeSender][];
  }

  #reportOf(channel: NoticeChannel): DeliveryReport {
    return this.#reports.get(channel) ?? { channel, delivered: 0, failed: 0, refused: 0, oldestMs: undefined };
  }
}

/** Outcome of sending a message. After `refused` the next message may succeed; after `away` it would fail too. */
type Outcome = 'delivered' | 'refused' | 'away';

/** The name of the task. */
export const DELIVER_NOTICES = 'deliver-notices';
/** Notices in one message, more than its text lists: a hundred objects that end together give one mail. */
const NOTICES_PER_MESSAGE: Readonly<Record<NoticeChannel, number>> = {
  log: 100,
  webhook: 100,
  mail: 1000,
  holder: 100,
};
const MESSAGES_PER_RUN = 50;
const MOST_FAILURES = 3;
const NOTICES_PER_UNIT = 500;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const GIVEN_UP_AFTER_MS = 30 * 86_400_000;
/** Longer than ended objects are still reported, and longer than a message is retried. */
const KEPT_MS = 60 * 86_400_000;
