import { type RawBuilder, sql } from 'kysely';
import type { CertificateTextIndex } from '../../../modules/ra/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';
import { LIVE_SEGMENT, SEGMENT_CERTIFICATES, type TextSegmentInput } from '../../readers/index.ts';
import { firstKey, LARGEST_SEGMENT, type TextPage } from '../../texts/index.ts';

/**
 * The index of texts in the database.
 *
 * A segment becomes live as a whole, and only then its certificates wait no more, or the segments that it was made of are retired. So everything is found
 * at any time. A process that is stopped in between, or works beside another one, leaves certificates in two segments, which costs room alone. Retired segments
 * are removed when no search can be reading them any more.
 */
export class SqlCertificateTextIndex implements CertificateTextIndex {
  readonly #database: Pick<Database, 'dialect' | 'kysely' | 'readers' | 'runStatement'>;
  readonly #now: RawBuilder<number>;
  readonly #keptMs: number;

  /** @param keptMs - how long what is retired is kept: longer than a search takes */
  constructor(
    database: Pick<Database, 'dialect' | 'kysely' | 'readers' | 'runStatement'>,
    { keptMs = KEPT_MS }: { readonly keptMs?: number } = {},
  ) {
    this.#database = database;
    this.#now = databaseNowMs(database.dialect);
    this.#keptMs = keptMs;
  }

  async isDue(): Promise<boolean> {
    if ((await this.#olderLeft()) !== undefined || (await this.#isFull())) return true;
    const segments = await this.#segments();
    return segmentsToMerge(segments) !== undefined || this.#removable(segments) !== undefined;
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const segments = await this.#segments();
    const removable = this.#removable(segments);
    if (removable !== undefined) return this.#remove(removable, signal);
    const merged = segmentsToMerge(segments);
    // A large merge takes seconds, and lets wait what has come meanwhile.
    const isSmall = (merged?.[0]?.certificates ?? 0) <= MOST_MERGED_FIRST;
    if (merged !== undefined && isSmall) return this.#merge(merged, signal);
    if (await this.#isFull()) return this.#indexPending(signal);
    if (merged !== undefined) return this.#merge(merged, signal);
    const older = await this.#olderLeft();
    return older !== undefined && this.#indexOlder(older, signal);
  }

  async #indexPending(signal: AbortSignal): Promise<boolean> {
    const ids = (await this.#addSegment({ of: 'pending' }, signal)) ?? [];
    for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
      // They are numbers. A node of the statement for each would take longer than the rest of the removal.
      const given = sql.raw(ids.slice(at, at + IDS_PER_STATEMENT).join(','));
      await this.#database.runStatement(sql`DELETE FROM certificate_text_pending WHERE id IN (${given})`);
    }
    return ids.length > 0;
  }

  async #indexOlder({ reached: after, last }: Backfill, signal: AbortSignal): Promise<boolean> {
    const ids = await this.#addSegment({ of: 'older', after, last }, signal);
    if (ids === undefined) return false;
    const reached = ids.length < SEGMENT_CERTIFICATES ? last : ids.at(-1)!;
    await this.#database.runStatement(
      sql`UPDATE certificate_text_backfill SET reached = ${reached} WHERE id = 1 AND reached = ${after}`,
    );
    return true;
  }

  /** @returns the ids of the certificates that are in it; undefined when it took so long that it was given up */
  async #addSegment(input: TextSegmentInput, signal: AbortSignal): Promise<readonly number[] | undefined> {
    const { ids, pages } = await this.#database.readers.run('text-segment', input, { signal });
    if (ids.length === 0) return ids;
    const segment = await this.#begin();
    const base = firstKey(segment);
    await this.#store(pages.map(({ key, data }) => ({ key: base + key, data })));
    return (await this.#finish(segment, ids.length)) ? ids : undefined;
  }

  async #merge(merged: readonly Segment[], signal: AbortSignal): Promise<boolean> {
    const segments = merged.map(({ id }) => id);
    const into = await this.#begin();
    const onChunk = (pages: readonly TextPage[]) => this.#store(pages);
    const options = { signal, onChunk };
    const count = await this.#database.readers.run('merged-text-segment', { segments, into }, options);
    if (!(await this.#finish(into, count))) return false;
    await this.#database.runStatement(sql`UPDATE certificate_text_segment
      SET state = ${sql.lit(RETIRED)}, changed_ms = ${this.#now}
      WHERE id IN (${sql.join(segments.map((id) => sql.lit(id)))}) AND state = ${sql.lit(LIVE_SEGMENT)}`);
    return true;
  }

  /** Removes the pages of a segment, and the segment afterwards, so that one that is cut off is removed later. */
  async #remove({ id }: Segment, signal: AbortSignal): Promise<boolean> {
    // A process that still makes it cannot finish it any more.
    await this.#database.runStatement(
      sql`UPDATE certificate_text_segment SET state = ${sql.lit(REMOVING)} WHERE id = ${id}`,
    );
    for (let removed = PAGES_PER_REMOVAL; removed === PAGES_PER_REMOVAL;) {
      if (signal.aborted) return false;
      const rows = await this.#database.runStatement(sql`DELETE FROM certificate_text_page WHERE id IN (
        SELECT id FROM certificate_text_page WHERE id >= ${firstKey(id)} AND id < ${firstKey(id + 1)}
          ORDER BY id LIMIT ${sql.lit(PAGES_PER_REMOVAL)}) RETURNING 1 AS one`);
      removed = rows.length;
    }
    await this.#database.runStatement(sql`DELETE FROM certificate_text_segment WHERE id = ${id}`);
    return true;
  }

  /** Takes the number of a new segment. Two processes that take one at a time get one of them refused. */
  async #begin(): Promise<number> {
    const [row] = await this.#database.runStatement(sql<{ id: number }>`
      INSERT INTO certificate_text_segment (id, state, certificates, changed_ms)
      SELECT coalesce(max(id), 0) + 1, ${sql.lit(BEING_MADE)}, 0, ${this.#now} FROM certificate_text_segment RETURNING id`);
    return row!.id;
  }

  /** Lets searches look in a segment. @returns false when it was given up meanwhile */
  async #finish(segment: number, certificates: number): Promise<boolean> {
    const rows = await this.#database.runStatement(sql`UPDATE certificate_text_segment
      SET state = ${sql.lit(LIVE_SEGMENT)}, certificates = ${certificates}, changed_ms = ${this.#now}
      WHERE id = ${segment} AND state = ${sql.lit(BEING_MADE)} RETURNING id`);
    return rows.length > 0;
  }

  async #store(pages: readonly TextPage[]): Promise<void> {
    for (let at = 0; at < pages.length; at += PAGES_PER_STATEMENT) {
      const rows = pages.slice(at, at + PAGES_PER_STATEMENT).map(({ key, data }) => sql`(${sql.lit(key)}, ${data})`);
      await this.#database.runStatement(sql`INSERT INTO certificate_text_page (id, data) VALUES ${sql.join(rows)}`);
    }
  }

  async #isFull(): Promise<boolean> {
    const { kysely } = this.#database;
    const row = await kysely
      .selectFrom('certificate_text_pending')
      .select('id')
      .orderBy('id')
      .limit(1)
      .offset(LEAST_PENDING - 1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #olderLeft(): Promise<Backfill | undefined> {
    const { kysely } = this.#database;
    const row = await kysely
      .selectFrom('certificate_text_backfill')
      .select(['reached', 'last'])
      .where('id', '=', 1)
      .executeTakeFirst();
    return row !== undefined && row.reached < row.last ? row : undefined;
  }

  async #segments(): Promise<readonly Segment[]> {
    const age = sql<number>`${this.#now} - changed_ms`.as('age_ms');
    const { kysely } = this.#database;
    return kysely
      .selectFrom('certificate_text_segment')
      .select(['id', 'state', 'certificates', age])
      .orderBy('id')
      .execute();
  }

  /** Never the last one: the next one would get its number, and somebody may still be making it. */
  #removable(segments: readonly Segment[]): Segment | undefined {
    return segments.slice(0, -1).find(({ state, age_ms: age }) => {
      if (state === RETIRED) return age >= this.#keptMs;
      return state === REMOVING || (state === BEING_MADE && age >= MOST_MAKING_MS);
    });
  }
}

interface Segment {
  readonly id: number;
  readonly state: number;
  readonly certificates: number;
  readonly age_ms: number;
}

interface Backfill {
  readonly reached: number;
  readonly last: number;
}

/** Finds segments of about one size, of which there are enough to be worth a larger one; undefined when there are none. */
function segmentsToMerge(segments: readonly Segment[]): readonly Segment[] | undefined {
  const levels = new Map<number, Segment[]>();
  for (const segment of segments) {
    if (segment.state !== LIVE_SEGMENT || segment.certificates > LARGEST_SEGMENT / SEGMENTS_MERGED) continue;
    const level = Math.max(0, Math.floor(Math.log2(segment.certificates / SEGMENT_CERTIFICATES) / 3 + 0.5));
    levels.set(level, [...(levels.get(level) ?? []), segment]);
  }
  const full = [...levels.keys()]
    .toSorted((a, b) => a - b)
    .find((level) => levels.get(level)!.length >= SEGMENTS_MERGED);
  return full === undefined ? undefined : levels.get(full)!.slice(0, SEGMENTS_MERGED);
}

const BEING_MADE = 0;
const RETIRED = 2;
const REMOVING = 3;
const SEGMENTS_MERGED = 8;
/** Fewer are looked at one by one as quickly as a segment of them is read. */
const LEAST_PENDING = 1024;
const MOST_MERGED_FIRST = 16_384;
const IDS_PER_STATEMENT = 1000;
const PAGES_PER_STATEMENT = 64;
const PAGES_PER_REMOVAL = 200;
const KEPT_MS = 5 * 60_000;
const MOST_MAKING_MS = 60 * 60_000;
