/** Many units that want one thing at once. */
import { createHash } from 'node:crypto';
import { ConflictError } from '../../../packages/server/src/kernel/unit-of-work.ts';
import type { ClaimKey, ClaimName, InsertEndEntity } from '../../../packages/server/src/modules/ra/index.ts';
import { insertion, type Units } from '../units.ts';

/** The thing that is wanted: a public key or a name at a CA, which belong to one end entity, or a username, which is one end entity. */
export type Wanted = 'key' | 'name' | 'username';

/** One who wants it. */
export interface Claimant {
  /** Of the end entity. */
  readonly id: number;
  /** `stored`, or the operation that failed and why. */
  readonly outcome: string;
}

/** Commits one unit for each id at once. */
export async function claimAtOnce(
  { database, newUnitOf }: Units,
  wanted: Wanted,
  thing: string,
  ids: readonly number[],
): Promise<readonly Claimant[]> {
  return Promise.all(
    ids.map(async (id) => {
      const outcome = await database.commit(newUnitOf([claim(wanted, thing, id)])).then(() => 'stored', outcomeOf);
      return { id, outcome };
    }),
  );
}

function claim(wanted: Wanted, thing: string, id: number): ClaimKey | ClaimName | InsertEndEntity {
  const digest = createHash('sha256').update(thing).digest();
  switch (wanted) {
    case 'key':
      return { op: 'key.claim', caId: 1, publicKeySha256: digest, endEntityId: id };
    case 'name':
      return { op: 'name.claim', caId: 1, subjectKey: digest, endEntityId: id };
    case 'username':
      break;
  }
  return insertion(id, thing);
}

function outcomeOf(error: unknown): string {
  return error instanceof ConflictError ? `${error.op} ${error.reason}` : String(error);
}
