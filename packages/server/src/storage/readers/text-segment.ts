/** Makes a segment of the index of texts of certificates that wait for it. */
import { sql } from 'kysely';
import type { CertificateTable, Reads } from '../sql/index.ts';
import { SegmentBuilder, type TextPage } from '../texts/index.ts';

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
      const rows = await rowsAfter(reads, input, after);
      for (const { id, ...texts } of rows) {
        builder.add(id, texts);
        ids.push(id);
        after = id;
      }
      yield undefined;
      if (rows.length < ROWS_PER_STEP) break;
    }
    return { ids, pages: builder.finish() };
  },
};

type Row = Pick<CertificateTable, (typeof COLUMNS)[number]>;

async function rowsAfter(reads: Reads, input: TextSegmentInput, after: number): Promise<readonly Row[]> {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(`certificate.${column}`)));
  const [from, last] =
    input.of === 'older'
      ? [sql`certificate`, sql`and certificate.id <= ${input.last}`]
      : [sql`certificate_text_pending as pending join certificate on certificate.id = pending.id`, sql``];
  const key = sql.ref(input.of === 'older' ? 'certificate.id' : 'pending.id');
  const { rows } = await sql<Row>`select ${columns} from ${from} where ${key} > ${after} ${last}
    order by ${key} limit ${sql.lit(ROWS_PER_STEP)}`.execute(reads.kysely);
  return rows;
}

const COLUMNS = [
  'id',
  'serial',
  'username',
  'subject_dn',
  'subject_alt_name',
  'account_binding_id',
] as const satisfies readonly (keyof CertificateTable)[];

/** The most certificates of a segment that is made of rows. */
export const SEGMENT_CERTIFICATES = 4096;
const ROWS_PER_STEP = 512;
