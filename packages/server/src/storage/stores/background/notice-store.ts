import type {
  DeleteNotice,
  DeleteNoticeMessage,
  DeletePendingNotice,
  InsertNotice,
  InsertNoticeMessage,
  InsertPendingNotice,
  Notice,
  NoticeChannel,
  NoticeMessage,
  NoticeStore,
  PendingNotice,
  PostponeNoticeMessage,
} from '../../../modules/notices/index.ts';
import { deleteFrom, insertInto, type ParameterExpressions, type Schema, SqlStore, updateIn } from '../../sql/index.ts';

type ObjectKey = { serviceId: number; object: string; endsAt: number };
type ChannelKey = { channel: string };
type DueKey = { channel: string; nowMs: number };
type PendingKey = { channel: string; recipient: string; limit: number };
type EndKey = { before: number; limit: number };

/** Notices in the database. */
export class SqlNoticeStore extends SqlStore implements NoticeStore {
  readonly #told = this.reads.prepareRead((kysely, given: ParameterExpressions<ObjectKey>) =>
    kysely
      .selectFrom('notice')
      .select('id')
      .where('service_id', '=', given.serviceId)
      .where('object', '=', given.object)
      .where('ends_s', '=', given.endsAt),
  );
  readonly #ended = this.reads.prepareRead((kysely, given: ParameterExpressions<EndKey>) =>
    kysely.selectFrom('notice').select('id').where('ends_s', '<', given.before).orderBy('ends_s').limit(given.limit),
  );
  readonly #firstPending = this.reads.prepareRead((kysely, given: ParameterExpressions<ChannelKey>) =>
    kysely
      .selectFrom('notice_pending')
      .select('recipient')
      .where('channel', '=', given.channel)
      .orderBy('recipient')
      .orderBy('notice_id')
      .limit(1),
  );
  readonly #pending = this.reads.prepareRead((kysely, given: ParameterExpressions<PendingKey>) =>
    kysely
      .selectFrom('notice_pending')
      .select('notice_id')
      .where('channel', '=', given.channel)
      .where('recipient', '=', given.recipient)
      .orderBy('notice_id')
      .limit(given.limit),
  );
  readonly #orphans = this.reads.prepareRead((kysely, given: ParameterExpressions<{ limit: number }>) =>
    kysely
      .selectFrom('notice_pending')
      .selectAll()
      .where((row) =>
        row.not(
          row.exists(row.selectFrom('notice').select('id').whereRef('notice.id', '=', 'notice_pending.notice_id')),
        ),
      )
      .limit(given.limit),
  );
  readonly #due = this.reads.prepareRead((kysely, given: ParameterExpressions<DueKey>) =>
    kysely
      .selectFrom('notice_message')
      .selectAll()
      .where('channel', '=', given.channel)
      .where('next_ms', '<=', given.nowMs)
      .orderBy('next_ms')
      .orderBy('id')
      .limit(1),
  );
  readonly #oldest = this.reads.prepareRead((kysely, given: ParameterExpressions<ChannelKey>) =>
    kysely
      .selectFrom('notice_message')
      .select('created_ms')
      .where('channel', '=', given.channel)
      .orderBy('created_ms')
      .limit(1),
  );

  async isTold(serviceId: number, object: string, endsAt: number): Promise<boolean> {
    return (await this.#told.first({ serviceId, object, endsAt })) !== undefined;
  }

  async find(ids: readonly number[]): Promise<readonly Notice[]> {
    if (ids.length === 0) return [];
    const rows = await this.reads.kysely
      .selectFrom('notice')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('ends_s')
      .orderBy('id')
      .execute();
    return rows.map((row) => noticeOf(row));
  }

  async findEnded(before: number, limit: number): Promise<readonly number[]> {
    return (await this.#ended.all({ before, limit })).map(({ id }) => id);
  }

  async findPending(channel: NoticeChannel, limit: number): Promise<readonly PendingNotice[]> {
    const first = await this.#firstPending.first({ channel });
    if (first === undefined) return [];
    const rows = await this.#pending.all({ channel, recipient: first.recipient, limit });
    return rows.map((row) => ({ channel, recipient: first.recipient, noticeId: row.notice_id }));
  }

  async findOrphans(limit: number): Promise<readonly PendingNotice[]> {
    const rows = await this.#orphans.all({ limit });
    return rows.map((row) => ({
      channel: row.channel as NoticeChannel,
      recipient: row.recipient,
      noticeId: row.notice_id,
    }));
  }

  async findDue(channel: NoticeChannel, nowMs: number): Promise<NoticeMessage | undefined> {
    const row = await this.#due.first({ channel, nowMs });
    return row && messageOf(row);
  }

  async findOldestMs(channel: NoticeChannel): Promise<number | undefined> {
    return (await this.#oldest.first({ channel }))?.created_ms;
  }
}

function noticeOf({ id, kind, ends_s: endsAt, body }: Schema['notice']): Notice {
  return {
    id,
    kind: kind as Notice['kind'],
    endsAt,
    ...(JSON.parse(body) as Pick<Notice, 'name' | 'facts' | 'advice'>),
  };
}

function messageOf(row: Schema['notice_message']): NoticeMessage {
  return {
    id: row.id,
    channel: row.channel as NoticeChannel,
    recipient: row.recipient,
    messageId: row.message_id,
    noticeIds: JSON.parse(row.notice_ids) as number[],
    attempts: row.attempts,
    nextMs: row.next_ms,
    createdMs: row.created_ms,
  };
}

const insert = insertInto(
  'notice',
  'notice.insert',
  ({ notice: { id, serviceId, object, endsAt, kind, name, facts, advice, createdMs } }: InsertNotice) => ({
    id,
    service_id: serviceId,
    object,
    ends_s: endsAt,
    kind,
    body: JSON.stringify({ name, facts, advice }),
    created_ms: createdMs,
  }),
);

const remove = deleteFrom('notice', 'notice.delete', { key: ['id'] }, ({ id }: DeleteNotice) => ({ id }));

const insertPending = insertInto('notice_pending', 'notice-pending.insert', (write: InsertPendingNotice) =>
  pendingRow(write),
);
const removePending = deleteFrom(
  'notice_pending',
  'notice-pending.delete',
  { key: ['channel', 'recipient', 'notice_id'] },
  (write: DeletePendingNotice) => pendingRow(write),
);
function pendingRow({ channel, recipient, noticeId }: PendingNotice) {
  return { channel, recipient, notice_id: noticeId };
}

const insertMessage = insertInto('notice_message', 'notice-message.insert', ({ message }: InsertNoticeMessage) => ({
  id: message.id,
  channel: message.channel,
  recipient: message.recipient,
  message_id: message.messageId,
  notice_ids: JSON.stringify(message.noticeIds),
  attempts: message.attempts,
  next_ms: message.nextMs,
  created_ms: message.createdMs,
}));

const postpone = updateIn(
  'notice_message',
  'notice-message.postpone',
  { key: ['id'], expected: ['attempts'], set: ['attempts', 'next_ms'] },
  ({ message: { id, attempts }, nextMs }: PostponeNoticeMessage) => ({
    key: { id },
    expected: { attempts },
    set: { attempts: attempts + 1, next_ms: nextMs },
  }),
);

const removeMessage = deleteFrom(
  'notice_message',
  'notice-message.delete',
  { key: ['id'] },
  ({ id }: DeleteNoticeMessage) => ({ id }),
);

/** The writes of notices. */
export const noticeWriteDefinitions = [
  insert,
  remove,
  insertPending,
  removePending,
  insertMessage,
  postpone,
  removeMessage,
];
