/** The revocation of end entities with so many certificates that it takes several units, and of what is left when the server dies in between. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createApprovalProfile, decide, newOfficers, requestIdOf } from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { storeCertificates } from '../support/issued-certificates.ts';
import { newServerDatabase, type Whereabouts, withDatabase } from '../support/installations/server-database.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const PROFILE = 'Many';
const revoke = (server: TestServer, username: string, body: object) =>
  server.call(`/v1/endentity/${username}/revoke`, { method: 'PUT', body });
const certificatesOf = (where: Whereabouts, username: string) =>
  withDatabase(where, (database) =>
    database.prepare('SELECT status, revocation_reason FROM certificate WHERE username = ?').all(username),
  );
const revokedOf = (where: Whereabouts, username: string) =>
  certificatesOf(where, username).filter(({ status }) => status === 40).length;
const statusOf = (where: Whereabouts, username: string) =>
  withDatabase(where, (database) =>
    database.prepare('SELECT status FROM end_entity WHERE username = ?').get(username),
  )?.['status'];
const recordsOf = (where: Whereabouts, username: string, event: string) =>
  auditRows(where).filter((row) => row.username === username && row.event === event && row.outcome === 'SUCCESS');
const unitsOf = (where: Whereabouts, username: string) =>
  recordsOf(where, username, 'RA_REVOKEENDENTITY').map((row) => detailsOf(row)['certificates']);

describe('the revocation of an end entity with many certificates', () => {
  const shared = sharedServer();
  /** An end entity with a certificate that was signed, and so many more. */
  const withMany = async (username: string, more: number, profile = PROFILE) => {
    const { server } = shared;
    const { der } = await enroll(server, requestUnder(profile, { username, subject: `CN=${username}` }));
    const { storage } = server.running.installation;
    const owner = (await storage.stores.endEntities.findByUsername(username))!;
    await storeCertificates(storage, (await caOf(server, 'ManagementCA')).id, more, { ...owner, der });
  };
  before(() => createProfiles(shared.server, PROFILE, {}));

  for (const [count, units] of [
    [500, [500]],
    [501, [500, 1]],
    [1200, [500, 500, 200]],
  ] as const)
    it(`takes ${units.length} units for ${count}, each recorded, and a CRL has them all`, async () => {
      const { server } = shared;
      const username = `with-${count}`;
      await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
      await withMany(username, count - 1);
      assert.equal((await revoke(server, username, { reason_code: 4 })).status, 200);
      assert.deepEqual([revokedOf(server, username), statusOf(server, username)], [count, 50]);
      assert.deepEqual(unitsOf(server, username), units);
      const serials = recordsOf(server, username, 'CERT_REVOKED').map(({ serial }) => serial);
      assert.deepEqual([serials.length, new Set(serials).size], [count, count]);
      const listed = new Set(
        [...(await latestCrl(server)).entries()].map((entry) => entry.serialNumberText.toLowerCase()),
      );
      const missing = serials.filter((serial) => !listed.has(serial!.toLowerCase().replace(/^0+/, '')));
      assert.deepEqual(missing, []);
      assertRefusal(await revoke(server, username, { reason_code: 4 }), 409, /revoked already/);
    });

  it('puts them on hold, releases them, and removes the end entity with the last unit', async () => {
    const { server } = shared;
    await withMany('held', 600);
    for (const [body, revoked, status] of [
      [{ reason_code: 6 }, 601, 50],
      [{ reason_code: 8 }, 0, 40],
      [{ reason_code: 5, delete: true }, 601, undefined],
    ] as const) {
      assert.equal((await revoke(server, 'held', body)).status, 200);
      assert.deepEqual([revokedOf(server, 'held'), statusOf(server, 'held')], [revoked, status]);
    }
    assert.equal(recordsOf(server, 'held', 'RA_DELETEENDENTITY').length, 1);
  });

  it('takes one approval for all units', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'One', { type: 'ACCUMULATIVE_APPROVAL' });
    await createProfiles(server, 'Guarded', { approvals: { revocation: 'One' } });
    const officers = await newOfficers(server);
    await withMany('guarded', 700, 'Guarded');
    const id = requestIdOf(await revoke(server, 'guarded', { reason_code: 1, delete: true }));
    assert.equal(revokedOf(server, 'guarded'), 0);
    assert.equal((await decide(server, id, officers.first)).status, 200);
    assert.deepEqual([revokedOf(server, 'guarded'), statusOf(server, 'guarded')], [701, undefined]);
    assert.deepEqual(unitsOf(server, 'guarded'), [500, 201]);
  });
});

it('a revocation whose server is killed between two units is finished by the next call', async (t) => {
  const username = 'killed';
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-revocation-'));
  const temporary = await newServerDatabase();
  const where = { home, database: temporary?.url };
  const file = fileURLToPath(new URL('killed-while-revoking-end-entity.ts', import.meta.url));
  const database = where.database === undefined ? [] : [`--database=${where.database}`];
  const child = spawn(process.execPath, [file, `--home=${home}`, `--username=${username}`, ...database], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  assert.equal(signal, 'SIGKILL');
  // Durable is what whole units have done, and every record says it.
  assert.deepEqual([revokedOf(where, username), statusOf(where, username)], [500, 50]);
  assert.deepEqual(unitsOf(where, username), [500]);
  assert.equal(recordsOf(where, username, 'CERT_REVOKED').length, 500);
  assert.equal(recordsOf(where, username, 'RA_DELETEENDENTITY').length, 0);

  atEnd(t, () => rmSync(home, { recursive: true, force: true }));
  atEnd(t, async () => temporary?.remove());
  const server = await TestServer.start(t, where);
  const answer = await revoke(server, username, { reason_code: 1, delete: true });
  assert.deepEqual([answer.status, answer.text], [200, '']);
  assert.deepEqual([revokedOf(where, username), statusOf(where, username)], [1701, undefined]);
  assert.deepEqual(unitsOf(where, username), [500, 500, 500, 201]);
  const serials = recordsOf(where, username, 'CERT_REVOKED').map(({ serial }) => serial);
  assert.deepEqual([serials.length, new Set(serials).size], [1701, 1701]);
  assert.equal(recordsOf(where, username, 'RA_DELETEENDENTITY').length, 1);
});
