import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer } from '../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const PATH = '/ejbca/ejbca-rest-api/v1/certificate/CN%3DIssuing%20CA%2CO%3DExample';

describe('revoke', () => {
  it('finds issuer and serial number in the certificate', async () => {
    const { certificate, certificatePem } = server.ca.issueClient('web1');
    await writeFile(server.path('web1.crt.pem'), certificatePem);
    const result = await server.run('revoke', server.path('web1.crt.pem'), '--reason', 'KEY_COMPROMISE');
    assert.equal(result.code, 0, result.error);
    const { method, url } = server.requests.at(-1)!;
    assert.equal(`${method} ${url}`, `PUT ${PATH}/${certificate.serialNumber}/revoke?reason=KEY_COMPROMISE`);
    assert.match(result.out, /^revoked [0-9A-F]+ of CN=Issuing CA,O=Example: KEY_COMPROMISE, 2031-05-01T10:00:00Z\n$/);
  });

  it('takes the name of a CA, a serial number as OpenSSL shows it, and the reason in another case', async () => {
    const args = ['--ca', 'Issuing CA', '--serial', '5a:1f:33', '--reason', 'key-compromise'];
    const result = await server.run('revoke', ...args);
    assert.equal(result.code, 0, result.error);
    assert.equal(server.requests.at(-1)!.url, `${PATH}/5A1F33/revoke?reason=KEY_COMPROMISE`);
  });

  for (const serial of ['serial=0A1B', '0a:1b', '0x0a1b', '2587 (0xa1b)', 'A1B']) {
    it(`takes the serial number ${serial}, and prints it as OpenSSL does`, async () => {
      const args = ['--ca', 'Issuing CA', '--serial', serial, '--reason', 'SUPERSEDED'];
      const { out } = await server.run('revoke', ...args);
      assert.equal(server.requests.at(-1)!.url, `${PATH}/A1B/revoke?reason=SUPERSEDED`);
      assert.match(out, /^revoked 0A1B of /);
      const json = await server.run('revoke', ...args, '--json');
      assert.equal((JSON.parse(json.out) as { serial_number: string }).serial_number, '0A1B');
    });
  }

  it('takes the DN of a CA', async () => {
    await server.run('revoke', '--ca', 'CN=Issuing CA,O=Example', '--serial', '0x01', '--reason', 'SUPERSEDED');
    assert.equal(server.requests.at(-1)!.url, `${PATH}/1/revoke?reason=SUPERSEDED`);
  });

  it('asks before it revokes the certificate of a CA, in a file or by its serial number', async () => {
    const { certificate, certificatePem } = server.ca;
    await writeFile(server.path('ca.pem'), certificatePem);
    for (const which of [
      [server.path('ca.pem')],
      ['--ca', 'CN=Test Root,O=Example', '--serial', certificate.serialNumber],
    ]) {
      const { code, error } = await server.run('revoke', ...which, '--reason', 'SUPERSEDED');
      assert.equal(code, 2);
      assert.match(error, /This ends the CA of the certificate for good .* add --yes/);
      assert.equal((await server.run('revoke', ...which, '--reason', 'SUPERSEDED', '--yes')).code, 0);
      assert.match(server.requests.at(-1)!.url, /revoke/);
    }
  });

  it('revokes by a serial number for somebody who may not list CAs', async () => {
    server.intercept = ({ url }) => (url.includes('/cas') ? { status: 403, body: {} } : undefined);
    const args = ['--ca', 'CN=Issuing CA,O=Example', '--serial', '2', '--reason', 'SUPERSEDED'];
    assert.equal((await server.run('revoke', ...args)).code, 0);
  });

  it('sends dates in UTC', async () => {
    const dates = ['--date', '2026-05-01T10:00:00+02:00', '--invalidity-date', '2026-04-30T00:00:00.5Z'];
    await server.run('revoke', '--ca', 'Issuing CA', '--serial', '1', '--reason', 'SUPERSEDED', ...dates);
    const query = new URL(server.requests.at(-1)!.url, server.url).searchParams;
    assert.equal(query.get('date'), '2026-05-01T08:00:00Z');
    assert.equal(query.get('invalidity_date'), '2026-04-30T00:00:00Z');
  });

  it('tells a certificate that is valid again', async () => {
    const args = ['--ca', 'Issuing CA', '--serial', '1', '--reason', 'REMOVE_FROM_CRL'];
    assert.equal((await server.run('revoke', ...args)).out, 'valid again: 01 of CN=Issuing CA,O=Example\n');
  });

  it('passes on why the server refuses', async () => {
    const message = "Certificate is already revoked. Issuer: 'CN=Issuing CA', serno: 1.";
    server.intercept = ({ method }) =>
      method === 'GET' ? undefined : { status: 409, body: { error_code: 409, error_message: message } };
    const args = ['--ca', 'CN=Issuing CA', '--serial', '1', '--reason', 'SUPERSEDED', '--json'];
    const { code, error } = await server.run('revoke', ...args);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(error), {
      error: { code: 'cli.refused', message: `the server answered 409: ${message}`, status: 409, exit_code: 1 },
    });
  });

  it('says that the revocation waits for approval', async () => {
    server.intercept = ({ method }) =>
      method === 'GET' ? undefined : { status: 202, body: { status_code: 202, info_message: 'Sent.', request_id: 9 } };
    const result = await server.run('revoke', '--ca', 'CN=X', '--serial', '1', '--reason', 'SUPERSEDED');
    assert.deepEqual([result.code, result.out], [6, 'Sent. Request 9: not revoked yet.\n']);
  });

  const cases: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    ['no certificate', [], /which certificate\?/],
    ['a serial number without its CA', ['--serial', '1'], /which certificate\?/],
    ['a file and a serial number', ['x.pem', '--serial', '1'], /--ca and --serial are for use without one/],
    ['an invalid serial number', ['--ca', 'X', '--serial', 'xyz'], /--serial: 'xyz'/],
    ['a date without offset', ['--ca', 'X', '--serial', '1', '--date', '2031-05-01T10:00:00'], /--date is/],
  ];
  for (const [name, args, message] of cases) {
    it(`refuses ${name}`, async () => {
      const result = await server.run('revoke', '--reason', 'SUPERSEDED', ...args);
      assert.equal(result.code, 2);
      assert.match(result.error, message);
    });
  }

  it('refuses an invalid reason', async () => {
    const result = await server.run('revoke', '--ca', 'X', '--serial', '1', '--reason', 'LOST');
    assert.equal(result.code, 2);
    assert.match(result.error, /--reason is 'LOST'; it has to be one of UNSPECIFIED, KEY_COMPROMISE/);
  });
});
