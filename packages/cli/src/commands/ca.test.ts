import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer, run } from '../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

describe('ca list', () => {
  it('shows a table', async () => {
    const { out } = await server.run('ca', 'list');
    assert.deepEqual(out.split('\n'), [
      'NAME        SUBJECT                  EXPIRES',
      'Issuing CA  CN=Issuing CA,O=Example  2119-12-31T23:59:59Z',
      '',
    ]);
  });

  it('shows JSON in the form of the interface', async () => {
    const { out } = await server.run('ca', 'list', '--json');
    assert.deepEqual(JSON.parse(out), {
      certificate_authorities: [
        {
          id: -1150572442,
          name: 'Issuing CA',
          subject_dn: 'CN=Issuing CA,O=Example',
          issuer_dn: 'CN=Test Root,O=Example',
          expiration_date: '2119-12-31T23:59:59Z',
          external: false,
        },
      ],
    });
  });

  it('asks for external CAs only when told', async () => {
    await server.run('ca', 'list');
    assert.equal(server.requests.at(-1)!.url, '/ejbca/ejbca-rest-api/v1/ca');
    await server.run('ca', 'list', '--external');
    assert.equal(server.requests.at(-1)!.url, '/ejbca/ejbca-rest-api/v1/ca?includeExternal=true');
  });

  it('shows no control characters of a name', async () => {
    const ca = {
      id: 1,
      name: '\u001b[2J\u202eevil',
      subject_dn: 'CN=x\nCN=y',
      issuer_dn: 'CN=x',
      expiration_date: 'z',
    };
    server.intercept = () => ({ status: 200, body: { certificate_authorities: [ca] } });
    const { out } = await server.run('ca', 'list');
    assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    assert.equal(out.split('\n').length, 3);
  });

  it('says which member of an answer is not what it has to be', async () => {
    server.intercept = () => ({ status: 200, body: { certificate_authorities: [{ id: '1' }] } });
    const result = await server.run('ca', 'list');
    assert.deepEqual([result.code, result.error], [5, "sealwright: 'id' in the answer is not an integer\n"]);
  });

  it('refuses to go without a client certificate', async () => {
    const result = await run(['ca', 'list', '--server', server.url]);
    assert.equal(result.code, 2);
    assert.match(result.error, /no client certificate/);
  });
});

describe('ca chain', () => {
  it('writes the chain in PEM, by name and by DN', async () => {
    for (const ca of ['Issuing CA', 'CN=Issuing CA,O=Example']) {
      const { code, out } = await server.run('ca', 'chain', ca);
      assert.deepEqual([code, out], [0, server.ca.chainPem]);
    }
  });

  it('writes it to a file, and overwrites none', async () => {
    const args = ['ca', 'chain', 'Issuing CA', '--out', server.path('chain.pem')];
    assert.equal((await server.run(...args)).code, 0);
    assert.equal(await readFile(server.path('chain.pem'), 'utf8'), server.ca.chainPem);
    assert.equal((await server.run(...args)).code, 4);
    assert.equal((await server.run(...args, '--force')).code, 0);
  });

  it('names the CAs there are when the name is of none', async () => {
    const result = await server.run('ca', 'chain', 'Issuing');
    assert.equal(result.code, 1);
    assert.match(result.error, /there is no CA called 'Issuing'; you may access 'Issuing CA'/);
  });

  it('refuses an answer that is no PEM', async () => {
    server.intercept = () => ({ status: 200, body: 'hello' });
    assert.equal((await server.run('ca', 'chain', 'CN=X')).code, 5);
  });
});
