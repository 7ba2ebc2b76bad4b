/** Workers are listed, read, made, changed, removed and reloaded through the signing interface. */
import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, ClientIdentity, TestServer } from '../support/test-server.ts';
import { addWorker, assertRefused, propertiesOf, workers, removeAllWorkers } from '../support/setups/worker-setup.ts';

const GENERAL_FAILURE = 'The server were unable to process the request. See server-side logs for more details.';

function hello(name: string, more: Readonly<Record<string, string>> = {}) {
  return {
    NAME: name,
    TYPE: 'PROCESSABLE',
    AUTHTYPE: 'NOAUTH',
    GREETING: 'Hello',
    IMPLEMENTATION_CLASS: 'org.signserver.module.sample.workers.HelloWorker',
    ...more,
  };
}

async function listed(server: TestServer): Promise<readonly { id: number; name: string }[]> {
  const answer = await workers(server, '/');
  assert.equal(answer.status, 200, answer.text);
  return answer.json['workers'] as { id: number; name: string }[];
}

describe('the workers', () => {
  const shared = sharedServer();
  before(() => removeAllWorkers(shared.server));
  const ids = nextIds();

  it('are an empty list at first, and with every one that is made one more', async () => {
    assert.deepEqual(await listed(shared.server), []);
    const id = ids();
    await addWorker(shared.server, id, hello('Listed'));
    assert.deepEqual(await listed(shared.server), [{ id, name: 'Listed' }]);
    assert.deepEqual((await workers(shared.server, '')).json, { workers: [{ id, name: 'Listed' }] });
  });

  it('are made with an id, under a class that does not exist, and read back as they were given', async () => {
    const id = ids();
    const answer = await workers(shared.server, `/${id}`, { body: { properties: hello('Given', { PIN: 'foo123' }) } });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.text, '');
    assert.deepEqual(await propertiesOf(shared.server, id), hello('Given', { PIN: '_MASKED_' }));
  });

  it('are stored with a class and properties that nobody knows, and the log of the answer tells so', async () => {
    const answer = await workers(shared.server, `/${ids()}`, {
      body: {
        properties: { NAME: 'Told', IMPLEMENTATION_CLASS: 'PlainSinger', SIGNATUREALGORITM: 'x', AUTHTYPE: 'NOAUT' },
      },
    });
    assert.equal(answer.status, 201, answer.text);
    const line = shared.server.log.map((text) => JSON.parse(text) as { requestId?: string; remarks?: string[] });
    assert.deepEqual(line.find(({ requestId }) => requestId === answer.headers['x-request-id'])?.remarks, [
      "properties.AUTHTYPE is 'NOAUT', which is not a known authorizer (did you mean 'NOAUTH'?)",
      "properties.IMPLEMENTATION_CLASS is 'PlainSinger', which is not a known kind of worker (did you mean 'PlainSigner'?)",
      "properties.SIGNATUREALGORITM is a name that no kind of worker knows, so it changes nothing (did you mean 'SIGNATUREALGORITHM'?)",
    ]);
  });

  it('mask every secret, also one that an underscore comments out', async () => {
    const id = ids();
    await addWorker(shared.server, id, { NAME: 'Masked', KEYSTOREPASSWORD: 'a', KEYDATA: 'b', _pin: 'c', pin_: 'd' });
    const { KEYSTOREPASSWORD, KEYDATA, _PIN, PIN_ } = await propertiesOf(shared.server, id);
    assert.deepEqual([KEYSTOREPASSWORD, KEYDATA, _PIN, PIN_], Array.from({ length: 4 }).fill('_MASKED_'));
  });

  it('keep a secret that is written back as it was read', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Kept', { PIN: 'foo123', _PIN: 'bar' }));
    const read = await propertiesOf(shared.server, id);
    const put = await workers(shared.server, `/${id}`, { method: 'PUT', body: { properties: read } });
    assert.equal(put.status, 200, put.text);
    const patched = await workers(shared.server, `/${id}`, {
      method: 'PATCH',
      body: { properties: { PIN: '_MASKED_', _PIN: 'new' } },
    });
    assert.equal(patched.status, 200, patched.text);
    assert.equal(await secretOf(shared.server, id, 'PIN'), 'foo123');
    assert.equal(await secretOf(shared.server, id, '_PIN'), 'new');
  });

  it('lose the path of their keystore when it is removed, and get none with the password of before', async () => {
    const id = ids();
    const keystore = { KEYSTOREPATH: '/a.p12', KEYSTOREPASSWORD: 'foo123' };
    await addWorker(shared.server, id, hello('Pathless', { ...keystore, PIN: '1234', SLOTLABELTYPE: 'SLOT_LABEL' }));
    const patch = (properties: Record<string, string>) =>
      workers(shared.server, `/${id}`, { method: 'PATCH', body: { properties } });
    assert.equal((await patch({ '-KEYSTOREPATH': '' })).status, 200);
    const { KEYSTOREPATH, KEYSTOREPASSWORD } = await propertiesOf(shared.server, id);
    assert.deepEqual([KEYSTOREPATH, KEYSTOREPASSWORD], [undefined, '_MASKED_']);
    const message =
      'The property KEYSTOREPATH says where KEYSTOREPASSWORD goes. Give KEYSTOREPASSWORD again to change it.';
    assertRefused(await patch({ KEYSTOREPATH: '/b.p12' }), 400, message);
    // Where a PIN goes, several properties say together: one less may mean another slot.
    assert.equal((await patch({ '-SLOTLABELTYPE': '' })).status, 400);
  });

  it('send no secret elsewhere that was not given again with the address', async () => {
    const id = ids();
    const stamped = hello('Stamped', { TSA_URL: 'https://tsa.example', TSA_USERNAME: 'user', TSA_PASSWORD: 'foo123' });
    await addWorker(shared.server, id, stamped);
    const patch = (properties: Record<string, string>) =>
      workers(shared.server, `/${id}`, { method: 'PATCH', body: { properties } });
    const moved = { TSA_URL: 'https://elsewhere.example' };
    const message = 'The property TSA_URL says where TSA_PASSWORD goes. Give TSA_PASSWORD again to change it.';
    assertRefused(await patch(moved), 400, message);
    assertRefused(await patch({ ...moved, TSA_PASSWORD: '_MASKED_' }), 400, message);
    const all = { ...stamped, ...moved, TSA_PASSWORD: '_MASKED_' };
    const put = await workers(shared.server, `/${id}`, { method: 'PUT', body: { properties: all } });
    assertRefused(put, 400, message);
    const document = { method: 'PUT', body: { settings: { properties: all } } } as const;
    const answer = await shared.server.administer('/documents/WORKER/Stamped?dry_run=true', document);
    assert.equal(answer.status, 400, answer.text);
    assert.equal((await patch({ GREETING: 'Hi' })).status, 200);
    assert.equal((await patch({ ...moved, TSA_PASSWORD: 'foo123' })).status, 200);
    assert.equal((await patch({ '-TSA_URL': '' })).status, 200);
    assertRefused(await patch(moved), 400, message);
    assert.equal((await patch({ TSA_URL: 'https://third.example', '-TSA_PASSWORD': '' })).status, 200);
    const { TSA_URL, TSA_PASSWORD } = await propertiesOf(shared.server, id);
    assert.deepEqual([TSA_URL, TSA_PASSWORD], ['https://third.example', undefined]);
  });

  it('take no masked value where there is no secret to keep', async () => {
    const body = { properties: hello('Unkept', { PIN: '_MASKED_' }) };
    assertRefused(await workers(shared.server, `/${ids()}`, { body }), 400);
  });

  it('exist once by name, whatever its letter case, and once by id', async () => {
    const id = ids();
    const body = { properties: hello('Once') };
    await addWorker(shared.server, id, body.properties);
    assertRefused(await workers(shared.server, `/${id}`, { body }), 409, 'Worker already exists: Once');
    assertRefused(await workers(shared.server, '', { body }), 409, 'Worker already exists: Once');
    const upper = await workers(shared.server, `/${ids()}`, { body: { properties: { NAME: 'ONCE' } } });
    assertRefused(upper, 409, 'Worker already exists: ONCE');
    const other = await workers(shared.server, `/${id}`, { body: { properties: { NAME: 'Twice' } } });
    assertRefused(other, 409, `Worker already exists: ${id}`);
  });

  it('get the id after the highest when they are given none, and a name of it when they are given none', async () => {
    const highest = (await listed(shared.server)).at(-1)!.id;
    for (const target of ['', '/']) {
      const answer = await workers(shared.server, target, { body: { properties: { GREETING: 'x' } } });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.text, '');
    }
    const made = (await listed(shared.server)).filter(({ id }) => id > highest);
    assert.deepEqual(
      made,
      [highest + 1, highest + 2].map((id) => ({ id, name: `UnamedWorker${id}` })),
    );
    assert.deepEqual(await propertiesOf(shared.server, highest + 1), {
      NAME: `UnamedWorker${highest + 1}`,
      TYPE: 'UNKNOWN',
      GREETING: 'x',
    });
    ids();
    ids();
  });

  it('exist with nothing but a name and a type', async () => {
    const id = ids();
    await addWorker(shared.server, id, { NAME: 'Bare', TYPE: 'PROCESSABLE' });
    assert.deepEqual(await propertiesOf(shared.server, id), { NAME: 'Bare', TYPE: 'PROCESSABLE' });
  });

  it('have their properties set and removed one by one, under names in upper case', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Patched', { KEPT: 'as it is' }));
    const body = { properties: { property1: 'value1', '-greeting': '', '-NAME': null, count: 3, flag: true } };
    const answer = await workers(shared.server, `/${id}`, { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, { responseMessage: 'Worker properties successfully updated' });
    const { GREETING: _, ...rest } = hello('Patched', {
      KEPT: 'as it is',
      PROPERTY1: 'value1',
      COUNT: '3',
      FLAG: 'true',
    });
    assert.deepEqual(await propertiesOf(shared.server, id), rest);
  });

  it('remove after they have set', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Order'));
    const body = { properties: { '-GREETING': null, GREETING: 'again' } };
    assert.equal((await workers(shared.server, `/${id}`, { method: 'PATCH', body })).status, 200);
    assert.ok(!('GREETING' in (await propertiesOf(shared.server, id))));
  });

  it('get another name that is free, their own in other letters included', async () => {
    const [id, other] = [ids(), ids()];
    await addWorker(shared.server, id, hello('Renamed'));
    await addWorker(shared.server, other, hello('Taken'));
    for (const method of ['PATCH', 'PUT']) {
      const taken = await workers(shared.server, `/${id}`, { method, body: { properties: { NAME: 'taken' } } });
      assertRefused(taken, 409, 'Worker already exists: taken');
      const own = await workers(shared.server, `/${id}`, { method, body: { properties: { name: 'RENAMED' } } });
      assert.equal(own.status, 200, own.text);
    }
    assert.equal((await propertiesOf(shared.server, id))['NAME'], 'RENAMED');
  });

  it('have all properties replaced but name and type, which stay unless they are given', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Replaced'));
    const body = { properties: { GREETING: 'Properties Replaced!', IMPLEMENTATION_CLASS: 'foo.Bar' } };
    const answer = await workers(shared.server, `/${id}`, { method: 'PUT', body });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, { responseMessage: 'Worker properties successfully replaced' });
    const kept = { NAME: 'Replaced', TYPE: 'PROCESSABLE' };
    assert.deepEqual(await propertiesOf(shared.server, id), { ...body.properties, ...kept });
  });

  it('are removed, with or without a body', async () => {
    for (const body of [undefined, {}]) {
      const id = ids();
      await addWorker(shared.server, id, hello('Removed'));
      const answer = await workers(shared.server, `/${id}`, { method: 'DELETE', body });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, { responseMessage: 'Worker removed successfully' });
      assert.ok(!(await listed(shared.server)).some((worker) => worker.id === id));
      assertRefused(await workers(shared.server, `/${id}`), 404, `No such worker: ${id}`);
    }
  });

  it('are reloaded one by one or all at once', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Reloaded'));
    const some = await workers(shared.server, '/reload', { body: { workerIDs: [id] } });
    assert.deepEqual([some.status, some.json], [200, { responseMessage: 'Workers successfully reloaded' }]);
    const all = await workers(shared.server, '/reload', { method: 'POST' });
    assert.deepEqual([all.status, all.json], [200, { responseMessage: 'All workers successfully reloaded' }]);
    for (const body of [{ workerIDs: [] }, {}, { workerIDs: null }])
      assertRefused(await workers(shared.server, '/reload', { body }), 400, 'There is no Worker ID to reload!');
    const before = reloads(shared.server);
    const unknown = await workers(shared.server, '/reload', { body: { workerIDs: [id, 999_999] } });
    assertRefused(unknown, 404, 'No such worker: 999999');
    assert.equal(reloads(shared.server), before);
  });

  it('that do not exist are not found, after what is wrong with the body', async () => {
    const missing = 'No such worker: 8787878';
    assertRefused(await workers(shared.server, '/8787878'), 404, missing);
    assertRefused(await workers(shared.server, '/8787878', { method: 'DELETE' }), 404, missing);
    for (const method of ['PATCH', 'PUT']) {
      const call = (body: unknown) => workers(shared.server, '/8787878', { method, body });
      assertRefused(await call({ properties: { A: 'b' } }), 404, missing);
      assertRefused(await call({}), 400, 'Properties in the request body is not valid!');
      assertRefused(await call({ properties: null }), 400, 'Properties in the request body is not valid!');
    }
    for (const target of ['', '/80004']) {
      const none = await workers(shared.server, target, { method: 'POST', headers: { 'content-length': '0' } });
      assertRefused(none, 400, 'Properties in the request body is not valid!');
    }
  });

  it('refuse properties that would be one, and values that are not text', async () => {
    const id = ids();
    const post = (properties: unknown) => workers(shared.server, `/${id}`, { body: { properties } });
    const collision = await post({ greeting: 'a', GREETING: 'b' });
    assertRefused(collision, 400);
    assert.match(collision.json['error'] as string, /GREETING is given twice/);
    assertRefused(await post({ GREETING: null }), 400, 'The value of the property GREETING has to be a text.');
    for (const properties of [{ LIST: ['a'] }, { MAP: {} }, 'text', { '': 'x' }, { ['X'.repeat(256)]: 'x' }])
      assertRefused(await post(properties), 400);
    assertRefused(await workers(shared.server, `/${id}`), 404);
  });

  it('take numbers and booleans for the texts that they are written as', async () => {
    const id = ids();
    const rawBody = '{"properties": {"POLICY": 2.10, "COUNT": 12345678901234567890, "FLAG": true}}';
    const made = await workers(shared.server, `/${id}`, { method: 'POST', rawBody });
    assert.equal(made.status, 201, made.text);
    const { json } = await workers(shared.server, `/${id}`);
    const { POLICY, COUNT, FLAG } = json['properties'] as Readonly<Record<string, string>>;
    assert.deepEqual([POLICY, COUNT, FLAG], ['2.10', '12345678901234567890', 'true']);
  });

  it('refuse a body that is not JSON, and an id that is not a number of 32 bits', async () => {
    for (const [target, method] of [
      ['/80004', 'POST'],
      ['/8787878', 'PATCH'],
      ['/8787878', 'PUT'],
    ] as const) {
      const answer = await workers(shared.server, target, { method, rawBody: 'Text' });
      assertRefused(answer, 400, 'Bad request from the client');
    }
    for (const id of ['NotAnInteger', '2147483648', '1.5', '0x10'])
      assertRefused(await workers(shared.server, `/${id}`, { method: 'PUT' }), 400);
  });

  it('whose property READONLY is true are only read, until the administration interface has it otherwise', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Fixed', { READONLY: 'true' }));
    const body = { properties: { READONLY: 'FALSE' } };
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      assertRefused(await workers(shared.server, `/${id}`, { method, body }), 405, 'Method not allowed');
    assert.equal((await propertiesOf(shared.server, id))['GREETING'], 'Hello');
    const { NAME: _, TYPE: type, ...properties } = hello('Fixed', { READONLY: 'FALSE' });
    const lifted = await shared.server.administer('/documents/WORKER/Fixed', {
      method: 'PUT',
      body: { settings: { type, properties } },
    });
    assert.equal(lifted.status, 200, lifted.text);
    assert.equal((await workers(shared.server, `/${id}`, { method: 'DELETE' })).status, 200);
  });

  it('lose no change of those that are made at the same time', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Busy'));
    const names = Array.from({ length: 40 }, (_, index) => `P${index}`);
    const answers = await Promise.all(
      names.map((name) =>
        workers(shared.server, `/${id}`, { method: 'PATCH', body: { properties: { [name]: name } } }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const properties = await propertiesOf(shared.server, id);
    assert.deepEqual(
      names.filter((name) => properties[name] !== name),
      [],
    );
  });

  describe('that another act changes while a change is planned', () => {
    /** Has `act` done once, right after the change has read something by a method of the configuration. */
    const meanwhile = (t: TestContext, method: 'findByPublicId' | 'nextPublicId', act: () => Promise<Answer>) => {
      const { configuration } = shared.server.running.installation;
      const read = configuration[method].bind(configuration) as (...given: readonly unknown[]) => Promise<unknown>;
      let isDone = false;
      t.mock.method(configuration, method, async (...given: readonly unknown[]) => {
        const found = await read(...given);
        if (isDone) return found;
        isDone = true;
        const { status, text } = await act();
        assert.ok(status === 200 || status === 201, text);
        return found;
      });
    };

    it('keep both changes', async (t) => {
      const { server } = shared;
      const id = ids();
      await addWorker(server, id, hello('Noticed'));
      meanwhile(t, 'findByPublicId', async () => {
        const path = '/documents/WORKER/Noticed';
        const { settings } = (await server.administer(path)).json as { settings: { properties: object } };
        const properties = { ...settings.properties, ONE: '1' };
        return server.administer(path, { method: 'PUT', body: { settings: { ...settings, properties } } });
      });
      const answer = await workers(server, `/${id}`, { method: 'PATCH', body: { properties: { OTHER: '2' } } });
      assert.equal(answer.status, 200, answer.text);
      const { ONE, OTHER } = await propertiesOf(server, id);
      assert.deepEqual([ONE, OTHER], ['1', '2']);
    });

    it('are changed under their new name', async (t) => {
      const { server } = shared;
      const id = ids();
      await addWorker(server, id, hello('Former'));
      meanwhile(t, 'findByPublicId', () =>
        server.administer('/documents/WORKER/Former/rename', { method: 'POST', body: { new_name: 'Latter' } }),
      );
      const answer = await workers(server, `/${id}`, { method: 'PATCH', body: { properties: { A: 'b' } } });
      assert.equal(answer.status, 200, answer.text);
      const { NAME, A } = await propertiesOf(server, id);
      assert.deepEqual([NAME, A], ['Latter', 'b']);
    });

    it('get the next id if theirs is taken', async (t) => {
      const { server } = shared;
      const [taken, next] = [ids(), ids()];
      const { TYPE: type, NAME: _, ...properties } = hello('Quicker');
      meanwhile(t, 'nextPublicId', () =>
        server.administer('/documents/WORKER/Quicker', { method: 'POST', body: { settings: { type, properties } } }),
      );
      const answer = await workers(server, '', { body: { properties: { NAME: 'Slower' } } });
      assert.equal(answer.status, 201, answer.text);
      const found = (await listed(server)).filter(({ name }) => name === 'Quicker' || name === 'Slower');
      assert.deepEqual(
        found.map(({ id, name }) => [name, id]),
        [
          ['Quicker', taken],
          ['Slower', next],
        ],
      );
    });
  });

  it('made at the same time have an id each', async () => {
    const before = (await listed(shared.server)).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => workers(shared.server, '', { body: { properties: { A: 'b' } } })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const after = await listed(shared.server);
    assert.equal(new Set(after.map(({ id }) => id)).size, before + 20);
    for (let count = 0; count < 20; count++) ids();
  });

  it('are recorded with each property that was added, changed or removed, and no secret', async () => {
    const id = ids();
    await addWorker(shared.server, id, hello('Recorded', { PIN: 'first-secret', KEYDATA: 'second-secret' }));
    const body = { properties: { NEW: 'x', GREETING: 'Hi', PIN: 'third-secret', '-KEYDATA': '', '-AUTHTYPE': '' } };
    const before = auditRows(shared.server).length;
    assert.equal((await workers(shared.server, `/${id}`, { method: 'PATCH', body })).status, 200);
    const records = auditRows(shared.server).slice(before);
    assert.deepEqual(
      records.map(({ event, outcome }) => [event, outcome]),
      [['SET_WORKER_CONFIG', 'SUCCESS']],
    );
    const details = detailsOf(records[0]!);
    assert.deepEqual(
      Object.fromEntries(Object.entries(details).filter(([key]) => key.includes(':') || key === 'workerId')),
      {
        workerId: id,
        'added:NEW': 'x',
        'changed:GREETING': 'Hi',
        'changed:PIN': '_MASKED_',
        'removed:KEYDATA': '_OLD_MASKED_',
        'removed:AUTHTYPE': 'NOAUTH',
      },
    );
    const told = [...auditRows(shared.server).map(({ record }) => record), ...shared.server.log].join('\n');
    for (const secret of ['first-secret', 'second-secret', 'third-secret']) assert.ok(!told.includes(secret));
  });

  it('are recorded without what stands in an address before its host', async () => {
    const id = ids();
    const before = auditRows(shared.server).length;
    const addresses = ['http://u:canary-1@host/', 'https://:canary-2@host/', 'http://u:p/canary-3@host/'];
    const TSA_URL = addresses.join(' ');
    await addWorker(shared.server, id, hello('Addressed', { TSA_URL, PLAIN: 'https://host/path me@host' }));
    const body = { properties: { TSA_URL: addresses[0] } };
    assert.equal((await workers(shared.server, `/${id}`, { method: 'PATCH', body })).status, 200);
    assert.equal((await workers(shared.server, `/${id}`, { method: 'DELETE' })).status, 200);
    const records = auditRows(shared.server).slice(before);
    const details = records.map((record) => detailsOf(record));
    assert.equal(details[0]!['added:PLAIN'], 'https://host/path me@host');
    assert.equal(details[1]!['changed:TSA_URL'], 'http://_MASKED_@host/');
    const told = [...records.map(({ record }) => record), ...shared.server.log].join('\n');
    assert.ok(!told.includes('canary'), told);
  });

  it('take an id up to the last number there is, and the first that is free after it', async () => {
    await addWorker(shared.server, -5, { NAME: 'Below zero' });
    await addWorker(shared.server, 2_147_483_647, { NAME: 'Last' });
    assert.equal((await workers(shared.server, '', { body: { properties: { NAME: 'First' } } })).status, 201);
    const all = await listed(shared.server);
    assert.equal(all.find(({ name }) => name === 'First')!.id, 1);
    assert.equal((await workers(shared.server, '/2147483647', { method: 'DELETE' })).status, 200);
  });
});

describe('who may see and change workers', () => {
  const shared = sharedServer();
  before(() => removeAllWorkers(shared.server));

  it('needs the header that a browser does not send before anything else', async () => {
    const headers = { 'x-keyfactor-requested-with': '' };
    for (const as of [shared.server.superAdministrator, null]) {
      const answer = await workers(shared.server, '', { headers, as });
      assertRefused(answer, 403, 'Access is forbidden');
    }
    const vendor = { ...headers, 'x-vendor-requested-with': 'x' };
    assert.equal((await workers(shared.server, '', { headers: vendor })).status, 200);
    const plain = new URL('/signserver/rest/v1/workers', shared.server.running.urls[1]);
    assert.equal((await fetch(plain, { method: 'POST' })).status, 403);
    const asked = { accept: 'application/json', 'x-keyfactor-requested-with': '1' };
    assert.equal((await fetch(plain, { headers: asked })).status, 401);
  });

  it('says which answer it takes', async () => {
    assertRefused(await workers(shared.server, '', { headers: { accept: 'text/html' } }), 406);
    assert.equal((await workers(shared.server, '', { headers: { accept: '*/*' } })).status, 200);
  });

  it('shows a certificate', async () => {
    const message = 'Admin not authorized to resource. Client certificate authentication required.';
    assertRefused(await workers(shared.server, '', { as: null }), 401, message);
    assertRefused(await workers(shared.server, '/80004', { as: null, body: {} }), 401, message);
  });

  it('is an administrator, and nobody else gets as far as the body or the worker', async () => {
    await addWorker(shared.server, 80_004, hello('Guarded'));
    const stranger = strangerOf('CN=ManagementCA,O=Sealwright');
    const noOfficer = await newOfficer(shared.server, 'clerk', {});
    for (const as of [stranger, noOfficer]) {
      for (const [method, target, body] of [
        ['GET', '', undefined],
        ['GET', '/80004', undefined],
        ['POST', '', { properties: hello('Intruder') }],
        ['POST', '/80005', {}],
        ['POST', '/reload', { workerIDs: [] }],
        ['PATCH', '/80004', { properties: { GREETING: 'x' } }],
        ['PUT', '/999', {}],
        ['DELETE', '/80004', undefined],
      ] as const) {
        const answer = await workers(shared.server, target, { method, body, as });
        assertRefused(answer, 401, 'Administrator not authorized to resource.');
      }
    }
    assert.deepEqual(await propertiesOf(shared.server, 80_004), hello('Guarded'));
    assert.equal((await listed(shared.server)).length, 1);
  });

  it('may read as an auditor, and change as an administrator of workers, one without a class as well', async () => {
    await addWorker(shared.server, 80_006, { NAME: 'Shared', PIN: 'x' });
    const auditor = await newOfficer(shared.server, 'auditor', { '/signing/view/': 'ALLOW' });
    assert.equal((await workers(shared.server, '', { as: auditor })).status, 200);
    const read = await workers(shared.server, '/80006', { as: auditor });
    assert.equal((read.json['properties'] as Record<string, string>)['PIN'], '_MASKED_');
    const body = { properties: { GREETING: 'x' } };
    assertRefused(await workers(shared.server, '/80006', { as: auditor, method: 'PATCH', body }), 401);
    const editor = await newOfficer(shared.server, 'editor', { '/signing/edit/': 'ALLOW' });
    for (const [method, target] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', '/80006'],
      ['PUT', '/80006'],
      ['DELETE', '/80006'],
    ] as const) {
      const given = method === 'GET' || method === 'DELETE' ? undefined : body;
      const answer = await workers(shared.server, target, { as: editor, method, body: given });
      assert.ok(answer.status >= 200 && answer.status < 300, `${method} ${target}: ${answer.text}`);
    }
  });
});

describe('the workers as SignServer has them', () => {
  const shared = sharedServer({ signingCompatibility: 'signserver', requestedWith: 'admin-and-multipart' });
  before(() => removeAllWorkers(shared.server));

  it('answer 500 to what is not JSON, to other types and to an id that is not a number', async () => {
    for (const [method, target, rawBody] of [
      ['POST', '/80004', 'Text'],
      ['PATCH', '/8787878', 'Text'],
      ['PUT', '/8787878', 'Text'],
      ['PUT', '/NotAnInteger', undefined],
      ['POST', '/80004', '{"properties":{"a":"1","A":"2"}}'],
      ['POST', '/80004', '{"properties":{"A":null}}'],
      ['POST', '/80004', '{"properties":["A"]}'],
    ] as const) {
      const answer = await workers(shared.server, target, { method, ...(rawBody === undefined ? {} : { rawBody }) });
      assertRefused(answer, 500, GENERAL_FAILURE);
    }
  });

  it('know no property READONLY', async () => {
    await addWorker(shared.server, 1, hello('Free', { READONLY: 'TRUE' }));
    assert.equal((await workers(shared.server, '/1', { method: 'DELETE' })).status, 200);
  });

  it('ask administrators for the header all the same', async () => {
    const headers = { 'x-keyfactor-requested-with': '' };
    assertRefused(await workers(shared.server, '', { headers }), 403, 'Access is forbidden!');
  });
});

/** Ids that no test of a suite shares. */
function nextIds(): () => number {
  let id = 80_000;
  return () => (id += 1);
}

function reloads(server: TestServer): number {
  return auditRows(server).filter(({ event, outcome }) => event === 'RELOAD_WORKER_CONFIG' && outcome === 'SUCCESS')
    .length;
}

async function secretOf({ running }: TestServer, id: number, name: string): Promise<string> {
  const { configuration } = running.installation;
  const document = await configuration.findByPublicId({ token: 'WORKER', parse: () => undefined }, id);
  const { properties } = document!.settings as { properties: Record<string, { reveal(): string }> };
  return properties[name]!.reveal();
}

/** A certificate of a CA that has the name of one of ours, and another key. */
function strangerOf(issuer: string): ClientIdentity {
  const { certificatePem: cert, privateKeyPem: key } = TestCa.root(issuer).issueClient('SuperAdmin');
  return { cert, key };
}
