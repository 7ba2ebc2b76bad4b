/**
 * The operations of the interface on CAs whose keys are in a device, SoftHSM: the same tests that run on keys in software, row by row of
 * the interface's tables.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withDatabase } from '../../e2e/support/installations/server-database.ts';
import { TestServer } from '../../e2e/support/test-server.ts';
import { keepManagementKeysInSoftHsm } from './management-keys-on-soft-hsm.ts';

keepManagementKeysInSoftHsm();

it('keeps the key of the management CA in the device alone', async (t) => {
  const server = await TestServer.start(t);
  const stored = withDatabase(server, (database) =>
    database.prepare("SELECT alias, protected_key FROM crypto_token_key WHERE alias = 'signKey'").all(),
  );
  assert.deepEqual(
    stored.map((row) => ({ ...row })),
    [{ alias: 'signKey', protected_key: null }],
  );
});

for (const suite of [
  'authorities/ca-keys',
  'authorities/ca-management',
  'authorities/ca-revocation',
  'authorities/ca-rest-authorities',
  'enrollment/ca-rest-enrollment',
  'authorities/ca-rest-revocation',
  'enrollment/ca-rest-ssh',
  'authorities/cas',
  'end-entities/collect-kept-key',
  'validation/crl-builds',
  'validation/crl-import',
  'validation/crls',
  'authorities/hybrid-cas',
  'end-entities/key-import',
  'installation/services',
]) {
  await import(`../../e2e/${suite}.test.ts`);
}
