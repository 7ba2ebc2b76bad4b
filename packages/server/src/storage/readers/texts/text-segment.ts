/** Makes a segment of the index of texts of certificates that wait for it. */
import { sql } from 'kysely';
import type { Reads, Schema } from '../../sql/index.ts';
import { SegmentBuilder, type TextPage } from '../../texts/index.ts';

/** Certificates that are to be indexed: those that wait, or those with ids up to `last` that were there before there was an index. */
export type TextSegmentInput =
  | { readonly of: 'pending' }
  | { readonly of: 'older'; readonly after: number; readonly last: number };

export interface TextSegment {
  /** Of the certificates, in order. */
  readonly ids: readonly number[];
  /** With the keys of segment 0. */
  readonly pages: readonly TextPage[];
}

/** Reads the next certificates, in the order of ids. */
export const textSegment = {
  async *run(reads: Reads, input: TextSegmentInput): AsyncGenerator<undefined, TextSegment, void> {
    const builder = new SegmentBuilder();
    const ids: number[] = [];
    let after = input.of === 'older' ? input.after : 0;
    while (ids.length < SEGMENT_CERTIFICATES) {
      const next = await idsAfter(reads, input, after);
      for (const { id, ...texts } of await rowsOf(reads, next)) builder.add(id, texts);
      ids.push(...next);
      after = next.at(-1) ?? after;
      yield undefined;
      if (next.length < ROWS_PER_STEP) break;
    }
    return { ids, pages: builder.finish() };
  },
};

type Row = Pick<Schema['certificate'], (typeof COLUMNS)[number]>;

async function idsAfter({ kysely }: Reads, input: TextSegmentInput, after: number): Promise<readonly number[]> {
  const waiting = input.of === 'pending';
  const from = sql.ref(waiting ? 'certificate_text_pending' : 'certificate');
  const upTo = waiting ? sql`` : sql`and id <= ${input.last}`;
  const { rows } = await sql<{ id: number }>`select id from ${from} where id > ${after} ${upTo}
    order by id limit ${sql.lit(ROWS_PER_STEP)}`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** By their ids, and not joined: PostgreSQL would go along all certificates for that. */
async function rowsOf({ kysely }: Reads, ids: readonly number[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const rows = await kysely.selectFrom('certificate').select(COLUMNS).where('id', 'in', ids).execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

const COLUMNS = [
  'id',
  'ca_id',
  'end_entity_profile_id',
  'serial',
  'username',
  'subject_dn',
  'subject_alt_name',
  'account_binding_id',
] as const satisfies readonly (keyof Schema['certificate'])[];

/** The most certificates of a segment that is made of rows. */
export const SEGMENT_CERTIFICATES = 4096;
const ROWS_PER_STEP = 512;
