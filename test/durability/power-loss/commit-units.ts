/**
 * A process under load: `node commit-units.ts --database FILE [--synchronous NORMAL] [--callers 64] [--units-each N]`.
 *
 * Commits units until somebody kills it or each caller has had its number, and then closes the database. Writes a line with the
 * username of each unit to stdout when it was answered, never before and without a buffer.
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { BlockIds } from '../../../packages/server/src/kernel/ids.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { AuditLog } from '../../../packages/server/src/modules/audit/index.ts';
import type { ClaimName, InsertEndEntity } from '../../../packages/server/src/modules/ra/index.ts';
import { auditWriteDefinitions } from '../../../packages/server/src/storage/audit-store.ts';
import { endEntityWriteDefinitions } from '../../../packages/server/src/storage/end-entity-store.ts';
import { openDatabase } from '../../../packages/server/src/storage/open-database.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    synchronous: { type: 'string', default: 'FULL' },
    callers: { type: 'string', default: '64' },
    'units-each': { type: 'string', default: 'Infinity' },
  },
});

const STDOUT = 1;
const fail = (error: unknown) => {
  throw error;
};
const database = await openDatabase({
  url: `sqlite:${options.database!}`,
  definitions: [...auditWriteDefinitions, ...endEntityWriteDefinitions],
  onBackgroundError: fail,
  dangerSynchronous: options.synchronous as 'NORMAL' | 'FULL',
});
const ids = await BlockIds.start(() => database.claimIdBlock(), fail);
const audit = new AuditLog({ clock: systemClock, random: systemRandom(), ids, store: database });
await Promise.all(Array.from({ length: Number(options.callers) }, callAgainAndAgain));
await database.close();

async function callAgainAndAgain(): Promise<void> {
  for (let left = Number(options['units-each']); left > 0; left--) {
    const [insert, claim] = act(ids.next());
    const { username } = insert.endEntity;
    const entry = {
      event: 'RA_ADDENDENTITY',
      outcome: 'SUCCESS',
      actor: { name: 'test', evidence: {} },
      username,
    } as const;
    await database.commit(audit.unit([insert, claim], [entry], undefined));
    writeSync(STDOUT, `${username}\n`);
  }
}

/** Rows of three tables with the record, so that half a unit would show. */
function act(id: number): [InsertEndEntity, ClaimName] {
  const nowMs = systemClock.nowMs();
  const username = `user-${id}`;
  const endEntity = {
    id,
    username,
    caId: 1,
    certificateProfileId: 1,
    endEntityProfileId: 1,
    subjectDn: `CN=${username}`,
    subjectAltName: undefined,
    email: undefined,
    status: 10,
    tokenType: 1,
    kind: 1,
    passwordVerifier: undefined,
    extended: { filler: 'x'.repeat(500) },
    createdMs: nowMs,
    modifiedMs: nowMs,
    version: 1,
  };
  const subjectKey = createHash('sha256').update(username).digest();
  return [
    { op: 'end-entity.insert', endEntity },
    { op: 'name.claim', caId: 1, subjectKey, endEntityId: id },
  ];
}
