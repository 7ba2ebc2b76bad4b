import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer, run } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

describe('ca list', () => {
  const inDays = (days: number) => () => Date.parse('2119-12-31T23:59:59Z') - days * 86_400_000;
  const list = (changes: Parameters<typeof run>[1], ...args: readonly string[]) =>
    run(['--server', server.url, '--home', server.home, 'ca', 'list', ...args], changes);
  const listed = (ca: object) => () => ({ status: 200, body: { cas: [{ ...CA, ...ca }] } });

  it('shows how each CA stands, and how many days are left', async () => {
    const { out } = await list({ now: inDays(400) });
    assert.deepEqual(out.split('\n'), [
      'NAME        SUBJECT                  STATUS  EXPIRES               DAYS LEFT  CRL ENDS',
      'Issuing CA  CN=Issuing CA,O=Example  ACTIVE  2119-12-31T23:59:59Z  400',
      '',
    ]);
  });

  it('says that a certificate ends soon, and that it has ended', async () => {
    assert.match((await list({ now: inDays(29) })).out, / 29, ends soon$/m);
    assert.match((await list({ now: inDays(-1) })).out, / expired$/m);
  });

  it('says that a CA lacks a CRL, or an address in its certificates', async () => {
    server.intercept = listed({ crls: { missing: 1 }, addresses: { crl: false, certificate: false, ocsp: false } });
    const { out, error } = await server.run('ca', 'list');
    assert.match(out, / none$/m);
    assert.match(error, /the CA 'X' lacks a CRL/);
    assert.match(error, /certificates of the CA 'X' do not say where CRL and CA certificate are/);
    server.intercept = listed({ addresses: { crl: false, certificate: false, ocsp: true } });
    assert.equal((await server.run('ca', 'list')).error, '');
  });

  it('says that the token of a CA is off line', async () => {
    server.intercept = listed({ crypto_token_state: 'offline' });
    assert.match((await server.run('ca', 'list')).out, / ACTIVE, token offline$/m);
  });

  it('shows JSON', async () => {
    const { out } = await list({ now: inDays(400) }, '--json');
    assert.deepEqual(JSON.parse(out), {
      certificate_authorities: [
        {
          id: -1150572442,
          name: 'Issuing CA',
          subject_dn: 'CN=Issuing CA,O=Example',
          issuer_dn: 'CN=Test Root,O=Example',
          type: 'X509',
          status: 'ACTIVE',
          external: false,
          crypto_token_state: 'active',
          expiration_date: '2119-12-31T23:59:59Z',
          days_left: 400,
        },
      ],
    });
  });

  it('shows external CAs only when told', async () => {
    server.intercept = listed({ status: 'EXTERNAL' });
    assert.doesNotMatch((await server.run('ca', 'list')).out, /EXTERNAL/);
    assert.match((await server.run('ca', 'list', '--external')).out, / EXTERNAL$/m);
  });

  it('shows no control characters of a name', async () => {
    server.intercept = listed({ name: '\u001b[2J\u202eevil', subject_dn: 'CN=x\nCN=y' });
    const { out } = await server.run('ca', 'list');
    assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    assert.equal(out.split('\n').length, 3);
  });

  it('says which member of an answer is not what it has to be', async () => {
    server.intercept = () => ({ status: 200, body: { cas: [{ id: '1' }] } });
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

  it('refuses an answer that is not PEM', async () => {
    server.intercept = () => ({ status: 200, body: 'hello' });
    assert.equal((await server.run('ca', 'chain', 'CN=X')).code, 5);
  });
});

const CA = { id: 1, name: 'X', type: 'X509', status: 'ACTIVE', subject_dn: 'CN=x', issuer_dn: 'CN=x' };
