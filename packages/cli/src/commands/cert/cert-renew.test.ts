import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer, type RunResult } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
  for (const [out, type] of [
    ['old', 'RSA-2048'],
    ['edwards', 'Ed25519'],
  ] as const) {
    const common = ['enroll', '--ca', 'Issuing CA', '--profile', 'SERVER', '--username', 'web1'];
    const names = ['--subject', 'CN=web1.example,O=Example', '--san', 'dns:web1.example', '--san', 'ip:10.0.0.1'];
    const made = await server.run(...common, ...names, '--key-type', type, '--out', server.path(out));
    assert.equal(made.code, 0, made.error);
  }
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const read = (name: string) => readFile(server.path(name), 'utf8');
const renew = (of: string, out: string, ...args: readonly string[]): Promise<RunResult> => {
  const common = ['--username', 'web1', '--profile', 'SERVER', '--out', server.path(out)];
  return server.run('cert', 'renew', server.path(`${of}.crt.pem`), ...common, ...args);
};
const revocations = () => server.requests.filter(({ url }) => url.includes('/revoke'));

describe('cert renew', () => {
  it('gets a certificate for the same names and a new key of the same kind, and leaves the old one', async () => {
    const before = revocations().length;
    const { code, error, out } = await renew('old', 'a');
    assert.equal(code, 0, error);
    const [old, renewed] = [
      new X509Certificate(await read('old.crt.pem')),
      new X509Certificate(await read('a.crt.pem')),
    ];
    assert.deepEqual([renewed.subject, renewed.subjectAltName], [old.subject, old.subjectAltName]);
    const key = createPrivateKey(await read('a.key.pem'));
    assert.ok(renewed.checkPrivateKey(key) && !old.checkPrivateKey(key));
    assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048);
    assert.equal(await read('a.chain.pem'), server.ca.chainPem);
    assert.doesNotMatch(out, /revoked/);
    assert.equal(revocations().length, before);
  });

  it('takes the kind of key that it is told', async () => {
    assert.equal((await renew('edwards', 'b')).code, 0);
    assert.equal(createPrivateKey(await read('b.key.pem')).asymmetricKeyType, 'ed25519');
    assert.equal((await renew('edwards', 'c', '--key-type', 'P-384')).code, 0);
    assert.equal(createPrivateKey(await read('c.key.pem')).asymmetricKeyDetails?.namedCurve, 'secp384r1');
  });

  it('keeps the key on request', async () => {
    const { code, error } = await renew('old', 'd', '--same-key', server.path('old.key.pem'));
    assert.equal(code, 0, error);
    assert.equal(await read('d.key.pem'), await read('old.key.pem'));
    assert.ok(
      new X509Certificate(await read('d.crt.pem')).checkPrivateKey(createPrivateKey(await read('old.key.pem'))),
    );
  });

  it('takes the place of the old files, and revokes the old certificate as SUPERSEDED when it is there', async () => {
    assert.equal((await renew('old', 'e')).code, 0);
    const old = await read('e.crt.pem');
    assert.equal((await renew('e', 'e')).code, 4, 'files are in the way');
    let present = '';
    server.intercept = async ({ url }) => {
      if (url.includes('/revoke')) present = await read('e.crt.pem');
      return undefined as never;
    };
    const { code, error, out } = await renew('e', 'e', '--force', '--revoke-old');
    assert.equal(code, 0, error);
    const { serialNumber } = new X509Certificate(old);
    assert.match(out, new RegExp(`^revoked ${serialNumber}, the old one: SUPERSEDED$`, 'm'));
    assert.match(
      revocations().at(-1)!.url,
      new RegExp(`/${serialNumber.replace(/^0/, '')}/revoke\\?reason=SUPERSEDED$`),
    );
    assert.equal(present, await read('e.crt.pem'));
    assert.notEqual(present, old);
  });

  it('revokes nothing when no new certificate came', async () => {
    const before = revocations().length;
    server.intercept = ({ url }) =>
      url.includes('pkcs10enroll') ? { status: 400, body: { error_code: 400, error_message: 'no' } } : undefined;
    const { code } = await renew('old', 'f', '--revoke-old');
    assert.deepEqual([code, existsSync(server.path('f.key.pem.new')), revocations().length], [1, false, before]);
  });

  it('says what is there and what is left when the revocation fails', async () => {
    server.intercept = ({ url }) =>
      url.includes('/revoke') ? { status: 403, body: { error_code: 403, error_message: 'not you' } } : undefined;
    const { code, error } = await renew('old', 'g', '--revoke-old', '--json');
    assert.equal(code, 1);
    const { left } = (JSON.parse(error) as { error: { left: string } }).error;
    const { serialNumber } = new X509Certificate(await read('old.crt.pem'));
    assert.match(left, /the new certificate [0-9A-F]+ is in .*g\.crt\.pem, and the old one may still be valid/);
    assert.ok(
      left.endsWith(`sealwright revoke --ca 'CN=Issuing CA,O=Example' --serial ${serialNumber} --reason SUPERSEDED`),
    );
    assert.ok(existsSync(server.path('g.key.pem')));
  });

  it('says that the revocation waits for approval', async () => {
    server.intercept = ({ url }) =>
      url.includes('/revoke') ? { status: 202, body: { request_id: 9, info_message: 'Waits.' } } : undefined;
    const { code, out } = await renew('old', 'h', '--revoke-old', '--json');
    assert.equal(code, 0);
    const { revocation, warnings } = JSON.parse(out) as { revocation: unknown; warnings: string[] };
    assert.deepEqual(revocation, { outcome: 'pending-approval', request_id: 9 });
    assert.match(warnings.join(), /waits for approval: request 9/);
  });

  it('does not revoke for a certificate with other names, and writes that all the same', async () => {
    const before = revocations().length;
    const other = (body: Readonly<Record<string, unknown>>) => {
      const { certificate } = server.enrollment(body) as { certificate: string };
      const publicKey = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
      const der = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
      const issued = server.ca.certify({ subject: 'CN=other', publicKey: der as never });
      return { certificate: issued.der.toBase64(), certificate_chain: server.ca.chain.map((ca) => ca.der.toBase64()) };
    };
    server.intercept = ({ url, body }) =>
      url.includes('pkcs10enroll') ? { status: 200, body: other(body) } : undefined;
    const { code, error } = await renew('old', 'i', '--revoke-old');
    assert.equal(code, 5);
    assert.match(
      error,
      /the names are not those of the old certificate: CN=other, and not CN=web1.example,O=Example, /,
    );
    assert.ok(existsSync(server.path('i.crt.pem')));
    assert.equal(revocations().length, before);
    const alone = await renew('old', 'j');
    assert.equal(alone.code, 0);
    assert.match(alone.error, /warning: the names are not those/);
  });

  it('keeps the key of a request that waits for approval, and says how the old certificate ends later', async () => {
    const body = { request_id: 7, info_message: 'Waits.' };
    server.intercept = ({ url }) => (url.includes('pkcs10enroll') ? { status: 202, body } : undefined);
    const { code, out, error } = await renew('old', 'k', '--revoke-old');
    assert.equal(code, 6);
    assert.match(out, /sealwright enroll --finalize 7 --out .*k$/m);
    assert.match(error, /not revoked; when you have the new one: sealwright revoke --ca 'CN=Issuing CA,O=Example'/);
    assert.ok(existsSync(server.path('k.key.pem.new')));
  });
});

describe('cert renew, told what cannot be,', () => {
  const refuses = async (code: number, message: RegExp, ...args: readonly string[]) => {
    const sent = server.requests.length;
    const result = await renew('old', 'z', ...args);
    assert.equal(result.code, code, result.error);
    assert.match(result.error, message);
    assert.equal(server.requests.length, sent);
    assert.ok(!existsSync(server.path('z.key.pem.new')));
  };

  it('refuses a key that is not that of the certificate, and what is not a key', async () => {
    await refuses(4, /is not the private key of the certificate/, '--same-key', server.path('edwards.key.pem'));
    await refuses(4, /holds no private key in PEM/, '--same-key', server.path('old.crt.pem'));
    const both = ['--same-key', server.path('old.key.pem'), '--key-type', 'P-256'];
    await refuses(2, /--key-type is for a new key/, ...both);
    await refuses(2, /--key-type is 'RSA-1024'/, '--key-type', 'RSA-1024');
  });

  it('refuses the certificate of a CA', async () => {
    await writeFile(server.path('ca.crt.pem'), server.ca.chainPem);
    const { code, error } = await renew('ca', 'z');
    assert.equal(code, 2);
    assert.match(error, /is the certificate of a CA; "sealwright ca renew" renews those/);
  });
});
