/** Two processes on PostgreSQL: what one of them deactivates while 32 clients enroll at both signs nothing more, in either. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import {
  countRows,
  type TemporaryDatabase,
  temporaryPostgres,
} from '../../../packages/server/test/temporary-database.ts';
import { assertNothingIsSignedAfter, type Caller, makeManualToken } from '../support/load/deactivation.ts';
import { ServerProcess } from '../support/server-process.ts';

const masterKey = randomBytes(32).toString('base64');
const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
let database: TemporaryDatabase;
let servers: ServerProcess[] = [];
let callers: readonly Caller[];

before(async () => {
  database = await temporaryPostgres();
  servers = await Promise.all(homes.map((home) => ServerProcess.start({ home, database: database.url, masterKey })));
  const { home } = servers.find(({ hasAdministrator }) => hasAdministrator)!.options;
  callers = servers.map((server) => ({
    call: (target, options = {}) => server.call(target, { ...options, home }),
    administer: (target, options = {}) => server.administer(target, { ...options, home }),
  }));
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.remove();
  for (const home of homes) rmSync(home, { recursive: true });
});

const stored = async () => countRows(database.url, 'certificate');

it('signs nothing with a CA after the answer that deactivated it, in any process', async () => {
  const path = '/v1/ca_management/ManagementCA';
  const refusal = { status: 503, message: /ManagementCA/ };
  await assertNothingIsSignedAfter({ path: `${path}/deactivate`, refusal }, callers, stored);
  assert.equal((await callers[1]!.call(`${path}/activate`, { method: 'PUT' })).status, 200);
});

it('signs nothing with a token after the answer that deactivated it, in any process', async () => {
  const activation = '/v1/cryptotoken/ManagementCA/activate';
  const body = { activation_code: 'known' };
  await makeManualToken(callers[0]!, 'known');
  // Each process activates for itself.
  assert.equal((await callers[1]!.call(activation, { method: 'PUT', body })).status, 200);
  await assertNothingIsSignedAfter(
    {
      path: '/v1/cryptotoken/ManagementCA/deactivate',
      refusal: { status: 503, message: /Device was unavailable/ },
    },
    callers,
    stored,
  );
  for (const caller of callers) assert.equal((await caller.call(activation, { method: 'PUT', body })).status, 200);
});
