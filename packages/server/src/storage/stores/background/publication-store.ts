import {
  type DeletePublication,
  type DeletePublisherHealth,
  type InsertPublication,
  type InsertPublisherHealth,
  keyOfText,
  keyText,
  MOST_COUNTED,
  type Publication,
  type PublicationState,
  type PublicationStore,
  type PublisherHealth,
  type QueueSummary,
  type UpdatePublication,
  type UpdatePublisherHealth,
} from '../../../modules/publishers/index.ts';
import { deleteFrom, insertInto, type ParameterExpressions, type Schema, SqlStore, updateIn } from '../../sql/index.ts';

type StateKey = { publisherId: number; state: number; from: number; to: number; limit: number };
type HealthKey = { publisherId: number };
type AnyKey = { publisherId: number; limit: number };

/** The queues of publishers in the database. */
export class SqlPublicationStore extends SqlStore implements PublicationStore {
  readonly #ofState = this.reads.prepareRead((kysely, given: ParameterExpressions<StateKey>) =>
    kysely
      .selectFrom('publication')
      .selectAll()
      .where('publisher_id', '=', given.publisherId)
      .where('state', '=', given.state)
      .where('next_ms', '>=', given.from)
      .where('next_ms', '<=', given.to)
      .orderBy('next_ms')
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #any = this.reads.prepareRead((kysely, given: ParameterExpressions<AnyKey>) =>
    kysely.selectFrom('publication').selectAll().where('publisher_id', '=', given.publisherId).limit(given.limit),
  );
  readonly #health = this.reads.prepareRead((kysely, given: ParameterExpressions<HealthKey>) =>
    kysely.selectFrom('publisher_standing').selectAll().where('publisher_id', '=', given.publisherId),
  );
  readonly #nextPublisher = this.reads.prepareRead((kysely, given: ParameterExpressions<HealthKey>) =>
    kysely
      .selectFrom('publication')
      .select('publisher_id')
      .where('publisher_id', '>', given.publisherId)
      .orderBy('publisher_id')
      .limit(1),
  );

  async findDue(publisherId: number, nowMs: number, longestPauseMs: number, limit: number) {
    const due = await this.#find(publisherId, 'waiting', { from: 0, to: nowMs }, limit);
    if (due.length > 0) return due;
    return this.#find(publisherId, 'waiting', { from: nowMs + longestPauseMs + 1, to: END_OF_TIME }, limit);
  }

  findHeld(publisherId: number, limit: number) {
    return this.#find(publisherId, 'held', EVER, limit);
  }

  findPostponed(publisherId: number, nowMs: number, limit: number) {
    return this.#find(publisherId, 'waiting', { from: nowMs + 1, to: END_OF_TIME }, limit);
  }

  findPublished(publisherId: number, beforeMs: number, limit: number) {
    return this.#find(publisherId, 'published', { from: 0, to: beforeMs }, limit);
  }

  async summary(publisherId: number): Promise<QueueSummary> {
    const [waiting, held] = await Promise.all(
      (['waiting', 'held'] as const).map((state) => this.#find(publisherId, state, EVER, MOST_COUNTED)),
    );
    const oldest = [...waiting!, ...held!].map(({ createdMs }) => createdMs);
    return {
      waiting: waiting!.length,
      held: held!.length,
      oldestMs: oldest.length === 0 ? undefined : Math.min(...oldest),
      problem: [...held!, ...waiting!].find(({ problem }) => problem !== '')?.problem,
    };
  }

  async findHealth(publisherId: number): Promise<PublisherHealth | undefined> {
    const row = await this.#health.first({ publisherId });
    return (
      row && {
        publisherId: row.publisher_id,
        failingSinceMs: row.failing_since_ms ?? undefined,
        failures: row.failures,
        nextMs: row.next_ms,
        problem: row.problem,
        succeededMs: row.succeeded_ms ?? undefined,
        version: row.version,
      }
    );
  }

  async findPublishers(): Promise<readonly number[]> {
    const rows = await this.reads.kysely.selectFrom('publisher_standing').select('publisher_id').execute();
    const found = new Set(rows.map((row) => row.publisher_id));
    for (let publisherId = -1; ;) {
      const next = await this.#nextPublisher.first({ publisherId });
      if (next === undefined) return [...found];
      publisherId = next.publisher_id;
      found.add(publisherId);
    }
  }

  async findAny(publisherId: number, limit: number): Promise<readonly Publication[]> {
    return (await this.#any.all({ publisherId, limit })).map(publicationOf);
  }

  async #find(
    publisherId: number,
    state: PublicationState,
    { from, to }: { readonly from: number; readonly to: number },
    limit: number,
  ): Promise<readonly Publication[]> {
    const rows = await this.#ofState.all({ publisherId, state: STATES.indexOf(state), from, to, limit });
    return rows.map(publicationOf);
  }
}

function publicationOf(row: Schema['publication']): Publication {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    object: keyOfText(row.object),
    state: STATES[row.state]!,
    attempts: row.attempts,
    nextMs: row.next_ms,
    createdMs: row.created_ms,
    problem: row.problem,
  };
}

const insert = insertInto(
  'publication',
  'publication.insert',
  ({ publication: { id, publisherId, object, createdMs } }: InsertPublication) => ({
    id,
    publisher_id: publisherId,
    object: keyText(object),
    state: 0,
    attempts: 0,
    next_ms: createdMs,
    created_ms: createdMs,
    problem: '',
  }),
);

const update = updateIn(
  'publication',
  'publication.update',
  { key: ['id'], expected: ['attempts'], set: ['state', 'attempts', 'next_ms', 'problem'] },
  ({ id, expectedAttempts, state, attempts, nextMs, problem }: UpdatePublication) => ({
    key: { id },
    expected: { attempts: expectedAttempts },
    set: { state: STATES.indexOf(state), attempts, next_ms: nextMs, problem },
  }),
);

const remove = deleteFrom('publication', 'publication.delete', { key: ['id'] }, ({ id }: DeletePublication) => ({
  id,
}));

const insertHealth = insertInto(
  'publisher_standing',
  'publisher-health.insert',
  ({
    health: { publisherId, failingSinceMs, failures, nextMs, problem, succeededMs, version },
  }: InsertPublisherHealth) => ({
    publisher_id: publisherId,
    failing_since_ms: failingSinceMs ?? null,
    failures,
    next_ms: nextMs,
    problem,
    succeeded_ms: succeededMs ?? null,
    version,
  }),
);

const updateHealth = updateIn(
  'publisher_standing',
  'publisher-health.update',
  {
    key: ['publisher_id'],
    expected: ['version'],
    set: ['failing_since_ms', 'failures', 'next_ms', 'problem', 'succeeded_ms', 'version'],
  },
  ({
    health: { publisherId, failingSinceMs, failures, nextMs, problem, succeededMs, version },
  }: UpdatePublisherHealth) => ({
    key: { publisher_id: publisherId },
    expected: { version: version - 1 },
    set: {
      failing_since_ms: failingSinceMs ?? null,
      failures,
      next_ms: nextMs,
      problem,
      succeeded_ms: succeededMs ?? null,
      version,
    },
  }),
);

const removeHealth = deleteFrom(
  'publisher_standing',
  'publisher-health.delete',
  { key: ['publisher_id'] },
  ({ publisherId }: DeletePublisherHealth) => ({ publisher_id: publisherId }),
);

/** The writes of queues. */
export const publicationWriteDefinitions = [insert, update, remove, insertHealth, updateHealth, removeHealth];

/** The states in the order of their numbers. */
const STATES: readonly PublicationState[] = ['waiting', 'held', 'published'];
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
const EVER = { from: 0, to: END_OF_TIME } as const;
