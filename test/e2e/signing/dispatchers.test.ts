/** Workers that pass requests on. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', DEFAULTKEY: 'ec' };
const FIRST_ACTIVE = {
  IMPLEMENTATION_CLASS: 'org.signserver.server.dispatchers.FirstActiveDispatcher',
  AUTHTYPE: 'NOAUTH',
};

describe('a dispatcher to the first active worker', () => {
  const shared = sharedServer();

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Offline', { ...PLAIN, CRYPTOTOKEN: 'There is no such token' });
    await makeWorker(shared.server, 'Active', { ...PLAIN, CRYPTOTOKEN: 'Signing' });
    await makeWorker(shared.server, 'Disabled', { ...PLAIN, CRYPTOTOKEN: 'Signing', DISABLED: 'TRUE' });
  });

  const through = async (name: string, WORKERS: string) => {
    await makeWorker(shared.server, name, { ...FIRST_ACTIVE, WORKERS });
    return signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' } });
  };

  it('answers as the second when the first has no active token (case 126)', async () => {
    const answer = await through('Second', 'Offline, Active');
    assert.equal(answer.status, 200, answer.text);
  });

  it('has nobody to ask when all are offline (case 127)', async () => {
    const answer = await through('Nobody', 'Offline,Offline');
    assert.deepEqual([answer.status, answer.json['error']], [503, 'No active worker found']);
  });

  it('fails with a worker that is disabled', async () => {
    assert.notEqual((await through('Failing', 'Disabled,Active')).status, 200);
  });

  it('fails when workers pass requests round in circles, and without workers', async () => {
    assert.equal((await through('Circle', 'Circle')).status, 500);
    assert.equal((await through('Empty', '')).status, 500);
  });
});
