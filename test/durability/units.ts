/** Units as the program makes them, for a process under load: rows of three tables, so that half a unit would show. */
import { createHash } from 'node:crypto';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { BlockIds } from '../../packages/server/src/kernel/ids.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import type { UnitOfWork, Write } from '../../packages/server/src/kernel/unit-of-work.ts';
import { AuditLog } from '../../packages/server/src/modules/audit/index.ts';
import type { ClaimName, InsertEndEntity } from '../../packages/server/src/modules/ra/index.ts';
import { auditWriteDefinitions } from '../../packages/server/src/storage/stores/installation/audit-store.ts';
import type { Database, DatabaseOptions } from '../../packages/server/src/storage/engine/database.ts';
import { endEntityWriteDefinitions } from '../../packages/server/src/storage/stores/end-entities/end-entity-store.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';

/** A database and units for it. */
export interface Units {
  readonly database: Database;
  /** An id that no row has. */
  readonly newId: () => number;
  /** A unit of these writes and an audit record. */
  readonly newUnitOf: (writes: readonly Write[]) => UnitOfWork;
  /** A unit that adds an end entity with a claim on its name and an audit record, all of them new. */
  readonly newUnit: () => { readonly username: string; readonly unit: UnitOfWork };
}

/** Opens a database, whatever its kind. */
export async function openUnits(url: string, options: Omit<DatabaseOptions, 'url' | 'definitions'>): Promise<Units> {
  const definitions = [...auditWriteDefinitions, ...endEntityWriteDefinitions];
  const database = await openDatabase({ url, definitions, ...options });
  const ids = await BlockIds.start(() => database.claimIdBlock(), options.onBackgroundError);
  const audit = new AuditLog({ clock: systemClock, random: systemRandom(), ids, store: database });
  const newUnitOf = (writes: readonly Write[], username?: string) => {
    const actor = { name: 'test', evidence: {} };
    const about = username === undefined ? {} : { username };
    return audit.unit(writes, [{ event: 'RA_ADDENDENTITY', outcome: 'SUCCESS', actor, ...about }], undefined);
  };
  return {
    database,
    newId: () => ids.next(),
    newUnitOf: (writes) => newUnitOf(writes),
    newUnit() {
      const id = ids.next();
      const username = `user-${id}`;
      return { username, unit: newUnitOf([insertion(id, username), claim(id, username)], username) };
    },
  };
}

/** The write that adds an end entity. */
export function insertion(id: number, username: string): InsertEndEntity {
  const nowMs = systemClock.nowMs();
  const endEntity = {
    id,
    username,
    caId: 1,
    certificateProfileId: 1,
    endEntityProfileId: 1,
    subjectDn: `CN=${username}`,
    subjectAltName: undefined,
    email: undefined,
    status: 10 as const,
    tokenType: 1 as const,
    kind: 1,
    passwordVerifier: undefined,
    sealedPassword: undefined,
    extended: { customData: { filler: 'x'.repeat(500) } },
    createdMs: nowMs,
    modifiedMs: nowMs,
    version: 1,
  };
  return { op: 'end-entity.insert', endEntity };
}

function claim(id: number, username: string): ClaimName {
  const subjectKey = createHash('sha256').update(username).digest();
  return { op: 'name.claim', caId: 1, subjectKey, endEntityId: id };
}
