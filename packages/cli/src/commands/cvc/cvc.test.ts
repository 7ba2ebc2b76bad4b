import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CvHolder } from '../../../../pki/test/cv-holder.ts';
import { CaServer } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../pki/src/cvc/fixtures/${name}.cvcert`, import.meta.url));

describe('cvc show', () => {
  it('tells what a certificate says, and whether it has signed itself', async () => {
    const { code, out } = await server.run('cvc', 'show', fixture('ejbca-p256-cvca'));
    assert.equal(code, 0);
    for (const line of [
      /^kind +self-signed certificate$/m,
      /^holder +SECVCA400001$/m,
      /^terminal type +inspection system$/m,
      /^rights +READ_DG3, READ_DG4$/m,
      /^effective date +2026-11-21$/m,
      /^expiration date +2029-02-28$/m,
      /^algorithm +id-TA-ECDSA-SHA-256$/m,
      /^key +P-256, spelled out$/m,
      /^signature +valid$/m,
    ])
      assert.match(out, line);
  });

  it('tells every kind apart, as JSON too', async () => {
    for (const [name, kind, key] of [
      ['ejbca-p256-link', 'link certificate', 'P-256, spelled out'],
      ['ejbca-p256-dv', 'certificate', 'on the curve of the authority'],
      ['ejbca-rsa-dv', 'certificate', 'RSA 1536'],
      ['ejbca-p256-request', 'request', 'P-256, spelled out'],
      ['ejbca-p256-authenticated', 'authenticated request', 'P-256, spelled out'],
    ]) {
      const { code, out } = await server.run('cvc', 'show', fixture(name!), '--json');
      assert.equal(code, 0);
      const shown = JSON.parse(out) as Record<string, unknown>;
      assert.deepEqual([shown['kind'], shown['key']], [kind, key]);
    }
  });

  it('reads base64 and PEM as well', async () => {
    for (const name of ['ejbca-p256-cvca', 'ejbca-p256-authenticated']) {
      const base64 = (await readFile(fixture(name))).toString('base64');
      const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
      for (const content of [base64, pem]) {
        await writeFile(server.path('armoured'), content);
        assert.equal((await server.run('cvc', 'show', server.path('armoured'))).code, 0);
      }
    }
  });

  it('says that a request is not signed with its own key', async () => {
    const request = new CvHolder('SEIS00001').request({ publicKey: new CvHolder('SEIS00001').publicKey });
    await writeFile(server.path('forged'), request.der);
    assert.match((await server.run('cvc', 'show', server.path('forged'))).out, /^signature +invalid: /m);
  });

  it('refuses what is neither', async () => {
    await writeFile(server.path('other'), 'nothing of the kind');
    const { code, error } = await server.run('cvc', 'show', server.path('other'));
    assert.equal(code, 4);
    assert.match(error, /is not a card verifiable certificate or request/);
  });
});

describe('cvc sign', () => {
  const dv = new CvHolder('SEDV00001');
  const is = new CvHolder('SEIS00001');

  it('sends the request with its outer signature, and writes the certificate as it is', async () => {
    const certificate = dv.certify(is);
    server.intercept = () => ({ status: 200, body: { certificate: certificate.der.toBase64() } });
    const request = dv.authenticate(is.request());
    await writeFile(server.path('is.request'), request);
    const out = server.path('is.cvcert');
    const args = ['--ca', 'My DV', '--profile', 'ENDUSER', '--username', 'is-1', '--until', '2027-03-31', '--out', out];
    const result = await server.run('cvc', 'sign', server.path('is.request'), ...args);
    assert.equal(result.code, 0, result.error);
    assert.equal(result.out, `${out}: issued to SEIS00001 by SEDV00001\n`);
    assert.deepEqual(new Uint8Array(await readFile(out)), certificate.der);
    const { method, url, body } = server.requests.at(-1)!;
    assert.equal(`${method} ${url}`, 'POST /sealwright/v1/cvc/My%20DV/certificaterequest');
    assert.deepEqual(body, {
      certificate_request: request.toBase64(),
      certificate_profile_name: 'ENDUSER',
      username: 'is-1',
      expiration_date: '2027-03-31',
    });
  });

  it('is for requests, and leaves a file alone that exists', async () => {
    const sent = server.requests.length;
    const args = ['--ca', 'DV', '--profile', 'ENDUSER', '--out', server.path('is.cvcert')];
    assert.equal((await server.run('cvc', 'sign', fixture('ejbca-p256-dv'), ...args)).code, 4);
    assert.match((await server.run('cvc', 'sign', server.path('is.request'), ...args)).error, /--force overwrites/);
    assert.equal(server.requests.length, sent);
  });
});
