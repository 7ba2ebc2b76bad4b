/** Workers that use other workers: they are told, and kept from losing them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { makeWorker } from '../support/setups/signing-setup.ts';
import { addWorker, assertRefused, workers } from '../support/setups/worker-setup.ts';

/** Each property that names workers, with the kind of worker that has it. `USED` stands for a name or an id. */
const USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'First active': { IMPLEMENTATION_CLASS: 'FirstActiveDispatcher', WORKERS: 'Another, USED' },
  'User mapped': { IMPLEMENTATION_CLASS: 'UserMappedDispatcher', USERNAME_MAPPING: 'alice:Another, bob:USED' },
  'By policy': { IMPLEMENTATION_CLASS: 'RequestedPolicyDispatcher', MAPPINGS: '1.2.3:USED;1.2.4:Another' },
  'By default': { IMPLEMENTATION_CLASS: 'RequestedPolicyDispatcher', MAPPINGS: '1.2.4:Another', DEFAULTWORKER: 'USED' },
  Stamped: { IMPLEMENTATION_CLASS: 'XAdESSigner', XADESFORM: 'T', TSA_WORKER: 'USED' },
  Validator: { IMPLEMENTATION_CLASS: 'XMLValidator', VALIDATIONSERVICEWORKER: 'USED' },
  'Renewal service': { TYPE: 'TIMED_SERVICE', IMPLEMENTATION_CLASS: 'RenewalTimedService', WORKERS: 'USED' },
  'Keep alive': { TYPE: 'TIMED_SERVICE', IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService', CRYPTOTOKENS: 'USED' },
  Renewed: { IMPLEMENTATION_CLASS: 'PlainSigner', RENEWWORKER: 'USED' },
  Signer: { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'USED' },
};

describe('a worker that another worker uses', () => {
  const shared = sharedServer();
  const USED = '/documents/WORKER/Used%20worker';
  const call = (target: string, method: string, body?: object) =>
    shared.server.administer(`${USED}${target}`, body === undefined ? { method } : { method, body });
  const usersOf = async (type: string, name: string) =>
    (await shared.server.administer(`/documents/${type}/${encodeURIComponent(name)}/users`)).json;
  before(() => addWorker(shared.server, 71, { NAME: 'Used worker', IMPLEMENTATION_CLASS: 'CryptoWorker' }));

  for (const [name, properties] of Object.entries(USERS)) {
    for (const named of name === 'First active' ? ['Used worker', 'USED WORKER', '71', '+71'] : ['Used worker', '71']) {
      const isById = named.endsWith('71');
      const [property] = Object.entries(properties).find(([, value]) => value.includes('USED'))!;
      it(`is used by '${name}' whose ${property} has ${named}, and stays`, async () => {
        const given = Object.entries(properties).map(([key, value]) => [key, value.replace('USED', named)] as const);
        await makeWorker(shared.server, name, Object.fromEntries(given));
        const user = `worker '${name}'`;
        assert.deepEqual(await usersOf('WORKER', 'Used worker'), { users: [user], more: false });
        assertRefusal(await call('', 'DELETE'), 409, `The worker 'Used worker' is used by ${user}.`);
        const byRest = await workers(shared.server, '/71', { method: 'DELETE' });
        assertRefused(byRest, 409, `The worker 'Used worker' is used by ${user}.`);
        if (!isById) {
          const body = { properties: { NAME: 'Renamed' } };
          const changed = await workers(shared.server, '/71', { method: 'PATCH', body });
          assertRefused(changed, 409);
          assert.match(changed.text, /worker '[^']+' would go on naming it 'Used worker'/);
        }
        const renamed = await call('/rename', 'POST', { new_name: 'Renamed' });
        if (isById) {
          // An id stays what it was.
          assert.equal(renamed.status, 200, renamed.text);
          assert.deepEqual(await usersOf('WORKER', 'Renamed'), { users: [user], more: false });
          const back = { method: 'POST', body: { new_name: 'Used worker' } };
          assert.equal((await shared.server.administer('/documents/WORKER/Renamed/rename', back)).status, 200);
        } else assertRefusal(renamed, 409, /worker '[^']+' would go on naming it 'Used worker'/);
        const removed = await shared.server.administer(`/documents/WORKER/${encodeURIComponent(name)}`, {
          method: 'DELETE',
        });
        assert.equal(removed.status, 200, removed.text);
        assert.deepEqual(await usersOf('WORKER', 'Used worker'), { users: [], more: false });
      });
    }
  }

  it('is not meant where there is a crypto token of that name', async () => {
    await addWorker(shared.server, 72, { NAME: 'ManagementCA', IMPLEMENTATION_CLASS: 'CryptoWorker' });
    await makeWorker(shared.server, 'By token', { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'ManagementCA' });
    assert.deepEqual(await usersOf('WORKER', 'ManagementCA'), { users: [], more: false });
    const { users } = await usersOf('CRYPTOTOKEN', 'ManagementCA');
    assert.ok((users as readonly string[]).includes("worker 'By token'"));
  });
});

describe('a worker of a kind that there is not', () => {
  const shared = sharedServer();
  const settings = { properties: { IMPLEMENTATION_CLASS: 'PlainSinger' } };
  const told = {
    field: 'properties.IMPLEMENTATION_CLASS',
    message: "is 'PlainSinger', which is not a known kind of worker (did you mean 'PlainSigner'?)",
  };

  it('is told when its document is made, and when it is replaced', async () => {
    for (const [method, status] of [
      ['POST', 201],
      ['PUT', 200],
    ] as const) {
      const answer = await shared.server.administer('/documents/WORKER/Misspelt', { method, body: { settings } });
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(answer.json['warnings'], [told]);
    }
  });

  it('is told when it is imported, as are properties that nobody knows', async () => {
    const properties = { ...settings.properties, SIGNATUREALGORITM: 'SHA256withRSA' };
    const item = { 'Object Type': 'Worker', Version: 1, Name: 'Imported', Properties: properties };
    for (const query of ['plan=true', 'overwrite=abort']) {
      const answer = await shared.server.call(`/v1/configdump?${query}`, { body: { workers: { Imported: item } } });
      assert.equal(answer.json['success'], true, answer.text);
      assert.deepEqual(answer.json['warnings'], [
        `workers/Imported: cannot be used as it is: ${told.field} ${told.message}`,
        "workers/Imported: properties.SIGNATUREALGORITM is a name that no kind of worker knows, so it changes nothing (did you mean 'SIGNATUREALGORITHM'?)",
      ]);
    }
    // What stays as it is was told before.
    const again = await shared.server.call('/v1/configdump?overwrite=yes', { body: { workers: { Imported: item } } });
    assert.deepEqual(again.json['warnings'], []);
  });
});
