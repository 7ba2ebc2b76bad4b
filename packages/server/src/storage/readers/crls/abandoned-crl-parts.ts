/** Finds the parts of CRLs that are not stored themselves. */
import { PENDING } from '../../../modules/ca/index.ts';
import type { Reads } from '../../sql/index.ts';

export interface AbandonedCrlPartsInput {
  readonly beforeMs: number;
}

interface PartKey {
  readonly crlId: number;
  readonly part: number;
}

/** Chunks are the keys of old ones, in order. */
export const abandonedCrlParts = {
  async *run(
    reads: Reads,
    { beforeMs }: AbandonedCrlPartsInput,
  ): AsyncGenerator<readonly PartKey[] | undefined, undefined, void> {
    for (let after: PartKey = { crlId: -1, part: PENDING }; ;) {
      const rows = await readStep(reads, after);
      const found: PartKey[] = [];
      for (const { crl_id: crlId, part, stored, begun_ms: begunMs } of rows) {
        if (stored !== null) continue;
        // Without the row that says so it is pending no more, and the process that removed it left the rest behind.
        const old = begunMs === null ? await isOld(reads, { crlId, part }, beforeMs) : begunMs <= beforeMs;
        if (old) found.push({ crlId, part });
      }
      yield found.length > 0 ? found : undefined;
      if (rows.length < ROWS_PER_STEP) return undefined;
      const last = rows.at(-1)!;
      after = { crlId: last.crl_id, part: last.part };
    }
  },
};

/** One step over keys alone. Everything in one statement: a CRL that is stored in between is seen before or after it, and not half. */
function readStep(reads: Reads, { crlId, part }: PartKey) {
  return reads.kysely
    .selectFrom('crl_part')
    .leftJoin('crl', 'crl.id', 'crl_part.crl_id')
    .leftJoin('crl_part as pending', (join) =>
      join.onRef('pending.crl_id', '=', 'crl_part.crl_id').on('pending.part', '=', PENDING),
    )
    .select(['crl_part.crl_id', 'crl_part.part', 'crl.id as stored', 'pending.created_ms as begun_ms'])
    .where((build) => build(build.refTuple('crl_part.crl_id', 'crl_part.part'), '>', build.tuple(crlId, part)))
    .orderBy('crl_part.crl_id')
    .orderBy('crl_part.part')
    .limit(ROWS_PER_STEP)
    .execute();
}

/** Returns whether a part is old. Asked only for the few without a CRL: the time stands behind the octets, and SQLite has to read past them. */
async function isOld(reads: Reads, { crlId, part }: PartKey, beforeMs: number): Promise<boolean> {
  const row = await reads.kysely
    .selectFrom('crl_part')
    .select('part')
    .where('crl_id', '=', crlId)
    .where('part', '=', part)
    .where('created_ms', '<=', beforeMs)
    .executeTakeFirst();
  return row !== undefined;
}

const ROWS_PER_STEP = 1000;
