import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { formatPem, readPkcs12 } from '@sealwright/pki';
import { makeTestKeys } from '../../../../test/pki/test-pki.ts';
import { CaServer, run, type RunResult } from '../../test/ca-server.ts';
import { buildRequest } from '../enrollment/certification-request.ts';
import { makeKey } from '../enrollment/key-types.ts';
import { DistinguishedName } from '@sealwright/pki';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const common = ['enroll', '--ca', 'Issuing CA', '--profile', 'SERVER', '--username', 'web1'];
const enroll = (out: string, ...args: readonly string[]): Promise<RunResult> =>
  server.run(...common, '--out', server.path(out), ...args);
const read = (name: string) => readFile(server.path(name), 'utf8');
const filesOf = async (name: string) => (await readdir(server.home)).filter((file) => file.startsWith(`${name}.`));

describe('enroll', () => {
  it('writes key, certificate and chain that belong together, the key for its owner alone', async () => {
    const result = await enroll('a', '--subject', 'CN=web1.example,O=Example', '--san', 'dns:web1.example');
    assert.equal(result.code, 0, result.error);
    const certificate = new X509Certificate(await read('a.crt.pem'));
    assert.ok(certificate.checkPrivateKey(createPrivateKey(await read('a.key.pem'))));
    assert.equal(certificate.subject, 'O=Example\nCN=web1.example');
    assert.equal(certificate.subjectAltName, 'DNS:web1.example');
    assert.equal(await read('a.chain.pem'), server.ca.chainPem);
    assert.equal((await stat(server.path('a.key.pem'))).mode & 0o777, 0o600);
    assert.deepEqual(await filesOf('a'), ['a.chain.pem', 'a.crt.pem', 'a.key.pem']);
  });

  it('sends what it was told, as the administrator of the home directory', async () => {
    await enroll('b', '--subject', 'CN=b', '--email', 'b@example.com');
    const { certificate_request: _, ...body } = server.requests.at(-1)!.body;
    assert.deepEqual(body, {
      certificate_profile_name: 'SERVER',
      end_entity_profile_name: 'EMPTY',
      certificate_authority_name: 'Issuing CA',
      username: 'web1',
      email: 'b@example.com',
      include_chain: true,
      response_format: 'DER',
    });
    assert.equal(server.requests.at(-1)!.client, 'superadmin');
  });

  it('has the key on the disk before the request arrives', async () => {
    let atRequest: string[] = [];
    server.intercept = async ({ body }) => {
      atRequest = await filesOf('c');
      return { status: 201, body: server.enrollment(body) };
    };
    assert.equal((await enroll('c', '--subject', 'CN=c')).code, 0);
    assert.deepEqual(atRequest, ['c.key.pem.new']);
  });

  it('prints no private key', async () => {
    const { out, error } = await enroll('d', '--subject', 'CN=d', '--json');
    assert.doesNotMatch(out + error, /PRIVATE KEY/);
    const { files, outcome } = JSON.parse(out) as { files: Record<string, string>; outcome: string };
    assert.equal(outcome, 'issued');
    assert.equal(files['key'], server.path('d.key.pem'));
  });

  it('overwrites nothing unless forced', async () => {
    await writeFile(server.path('e.key.pem'), 'mine');
    const refused = await enroll('e', '--subject', 'CN=e', '--json');
    assert.equal(refused.code, 4);
    assert.equal((JSON.parse(refused.error) as { error: { code: string } }).error.code, 'cli.file_exists');
    assert.equal(await read('e.key.pem'), 'mine');
    assert.equal((await enroll('e', '--subject', 'CN=e', '--force')).code, 0);
    assert.match(await read('e.key.pem'), /^-----BEGIN PRIVATE KEY-----/);
    assert.equal((await stat(server.path('e.key.pem'))).mode & 0o777, 0o600);
  });

  it('leaves the files in use alone when a forced request is refused', async () => {
    await writeFile(server.path('f.key.pem'), 'mine');
    server.intercept = () => ({ status: 400, body: { error_code: 400, error_message: 'no such profile' } });
    const result = await enroll('f', '--subject', 'CN=f', '--force');
    assert.deepEqual([result.code, result.error], [1, 'sealwright: the server answered 400: no such profile\n']);
    assert.equal(await read('f.key.pem'), 'mine');
    assert.deepEqual(await filesOf('f'), ['f.key.pem']);
  });

  it('keeps the key when the server failed and may have issued, and the next run says so', async () => {
    server.intercept = () => ({ status: 502, body: 'bad gateway' });
    const result = await enroll('g', '--subject', 'CN=g', '--json');
    assert.equal(result.code, 1);
    const { error } = JSON.parse(result.error) as { error: Record<string, unknown> };
    assert.equal(error['key_file'], server.path('g.key.pem.new'));
    assert.match(await read('g.key.pem.new'), /^-----BEGIN PRIVATE KEY-----/);
    const again = await enroll('g', '--subject', 'CN=g');
    assert.equal(again.code, 4);
    assert.match(again.error, /g\.key\.pem\.new is left from an earlier request/);
  });

  it('keeps no key when the server says that nothing was done, and can be run again', async () => {
    const body = { error_code: 503, error_message: 'the CA is off line' };
    server.intercept = () => ({ status: 503, body, headers: { 'x-outcome': 'not-done' } });
    const result = await enroll('offline', '--subject', 'CN=offline');
    assert.deepEqual([result.code, await filesOf('offline')], [1, []]);
    server.intercept = undefined;
    assert.equal((await enroll('offline', '--subject', 'CN=offline')).code, 0);
  });

  it('keeps no key when nothing was sent', async () => {
    const elsewhere = ['--home', server.home, '--server', 'https://localhost:1', '--out', server.path('h')];
    const result = await run([...common, ...elsewhere, '--subject', 'CN=h']);
    assert.equal(result.code, 3);
    assert.deepEqual(await filesOf('h'), []);
  });

  it('says that the request waits for approval, and keeps the key', async () => {
    const info = 'Add Entity request has been added for approval by authorized administrators.';
    server.intercept = () => ({ status: 202, body: { status_code: 202, info_message: info, request_id: 7 } });
    const result = await enroll('i', '--subject', 'CN=i', '--json');
    assert.equal(result.code, 6);
    assert.deepEqual(JSON.parse(result.out), {
      outcome: 'pending-approval',
      request_id: 7,
      info_message: info,
      key_file: server.path('i.key.pem.new'),
    });
    assert.deepEqual(await filesOf('i'), ['i.key.pem.new']);
  });

  it('refuses a certificate for another key', async () => {
    const other = makeTestKeys('P-256').publicKey;
    server.intercept = ({ body }) => ({ status: 200, body: server.enrollment(body, other) });
    const result = await enroll('j', '--subject', 'CN=j');
    assert.equal(result.code, 5);
    assert.match(result.error, /for another key/);
    assert.deepEqual(await filesOf('j'), ['j.key.pem.new']);
  });

  it('refuses a chain that did not sign the certificate', async () => {
    const chain = server.ca.chain.slice(1).map(({ der }) => der.toBase64());
    server.intercept = ({ body }) => ({
      status: 200,
      body: { ...server.enrollment(body), certificate_chain: chain },
    });
    const result = await enroll('k', '--subject', 'CN=k');
    assert.equal(result.code, 5);
    assert.match(result.error, /'CN=Test Root,O=Example' did not sign 'CN=k'/);
  });

  it('takes a request in DER or PEM, and writes no key', async () => {
    const key = await makeKey('Ed25519');
    const { der } = buildRequest(key, DistinguishedName.parse('CN=l'), []);
    await writeFile(server.path('l.csr'), der);
    await writeFile(server.path('m.csr'), formatPem('CERTIFICATE REQUEST', der));
    for (const name of ['l', 'm']) {
      assert.equal((await enroll(name, '--csr', server.path(`${name}.csr`))).code, 0);
      assert.deepEqual(await filesOf(name), [`${name}.chain.pem`, `${name}.crt.pem`, `${name}.csr`]);
      assert.ok(new X509Certificate(await read(`${name}.crt.pem`)).checkPrivateKey(key.privateKey));
    }
  });

  it('refuses a file that is not a request', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    for (const content of [pem, server.ca.chainPem, 'nothing of the kind', '']) {
      await writeFile(server.path('n.csr'), content);
      const result = await enroll('n', '--csr', server.path('n.csr'));
      assert.equal(result.code, 4);
      assert.match(result.error, /is not a certificate request/);
    }
  });

  it('writes a keystore under the password of the file', async () => {
    await writeFile(server.path('p12.password'), 'correct horse\nsecond line\n');
    const args = ['--p12', server.path('o.p12'), '--p12-password-file', server.path('p12.password')];
    const result = await enroll('o', '--subject', 'CN=o', ...args);
    assert.equal(result.code, 0, result.error);
    const keystore = await readPkcs12(await readFile(server.path('o.p12')), 'correct horse');
    const key = createPrivateKey({
      key: Buffer.from(await keystore.keys[0]!.decrypt()),
      format: 'der',
      type: 'pkcs8',
    });
    assert.ok(key.equals(createPrivateKey(await read('o.key.pem'))));
    assert.equal(keystore.certificates.length, 3);
    assert.equal((await stat(server.path('o.p12'))).mode & 0o777, 0o600);
    assert.doesNotMatch(result.out + result.error, /correct horse/);
  });

  for (const [keyType, expected] of Object.entries({
    'P-256': 'prime256v1',
    'P-384': 'secp384r1',
    'P-521': 'secp521r1',
    'RSA-2048': 2048,
    Ed25519: 'ed25519',
    Ed448: 'ed448',
    'ML-DSA-65': 'ml-dsa-65',
  })) {
    it(`makes a key of the type ${keyType}`, async () => {
      const { code, error } = await enroll(keyType, '--subject', 'CN=key', '--key-type', keyType);
      assert.equal(code, 0, error);
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(await read(`${keyType}.key.pem`));
      const details = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyDetails?.modulusLength ?? asymmetricKeyType;
      assert.equal(details, expected);
    });
  }
});

describe('enroll, told what cannot be,', () => {
  const cases: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    ['no subject', [], /--subject is missing/],
    ['a subject that is not a name', ['--subject', 'web1'], /--subject 'web1' is not a distinguished name/],
    ['an empty subject without other names', ['--subject', ''], /needs at least one --san/],
    ['an unknown key type', ['--subject', 'CN=x', '--key-type', 'RSA-1024'], /--key-type is 'RSA-1024'/],
    ['an alternative name without a type', ['--subject', 'CN=x', '--san', 'web1'], /has to be TYPE:VALUE/],
    ['a keystore without a password', ['--subject', 'CN=x', '--p12', 'x.p12'], /need each other/],
    ['a key type for a request', ['--csr', 'x.csr', '--key-type', 'P-256'], /--key-type is for a key made here/],
  ];
  for (const [name, args, message] of cases) {
    it(`refuses ${name} before anything is sent or written`, async () => {
      const sent = server.requests.length;
      const result = await enroll('z', ...args);
      assert.equal(result.code, 2);
      assert.match(result.error, message);
      assert.equal(result.error.trimEnd().split('\n').length, 1);
      assert.equal(server.requests.length, sent);
      assert.deepEqual(await filesOf('z'), []);
    });
  }

  it('refuses one name for two files', async () => {
    await writeFile(server.path('y.password'), 'secret');
    const args = ['--p12', server.path('y.key.pem'), '--p12-password-file', server.path('y.password')];
    const result = await enroll('y', '--subject', 'CN=y', ...args);
    assert.equal(result.code, 2);
    assert.match(result.error, /is named for two files/);
  });

  it('refuses a directory that is not there before anything is sent', async () => {
    const sent = server.requests.length;
    const result = await enroll('nowhere/x', '--subject', 'CN=x', '--force');
    assert.equal(result.code, 4);
    assert.equal(server.requests.length, sent);
  });
});
