/** Workers whose keys are in keystores that Java and OpenSSL have made. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { makeWorker, signing } from '../../e2e/support/setups/signing-setup.ts';

const PASSWORD = 'changeit';
const TOKENS = 'org.signserver.server.cryptotokens';

describe('a worker with a keystore that another program has made', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-keystores-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const shared = sharedServer({ keystoreDirectories: [directory] });
  const inDirectory = (name: string) => path.join(directory, name);
  const keytool = (...args: string[]) => execFileSync('keytool', [...args, '-storepass', PASSWORD], { stdio: 'pipe' });
  const generate = (file: string, storetype: string, alias: string, ...key: string[]) =>
    keytool(
      '-genkeypair',
      '-keystore',
      file,
      '-storetype',
      storetype,
      '-alias',
      alias,
      '-dname',
      `CN=${alias}`,
      ...key,
    );

  const makePlain = (name: string, properties: Record<string, string>) =>
    makeWorker(shared.server, name, {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      AUTHTYPE: 'NOAUTH',
      KEYSTOREPASSWORD: PASSWORD,
      ALIASSELECTOR: 'RequestMetadataAliasSelector',
      ...properties,
    });
  const signerOf = async (worker: string, ALIAS: string) => {
    const body = { data: 'x', metaData: { ALIAS } };
    const answer = await signing(shared.server, `/workers/${worker}/process`, { body });
    assert.equal(answer.status, 200, answer.text);
    const certificate = new X509Certificate(Buffer.from(answer.json['signerCertificate'] as string, 'base64'));
    const signature = Buffer.from(answer.json['data'] as string, 'base64');
    assert.ok(verify('sha256', Buffer.from('x'), certificate.publicKey, signature));
    return certificate.subject;
  };

  for (const [type, className] of [
    ['JKS', 'JKSCryptoToken'],
    ['JCEKS', 'JKSCryptoToken'],
    ['PKCS12', 'P12CryptoToken'],
  ] as const) {
    it(`signs with each key of a ${type} file of Java`, async () => {
      const file = inDirectory(type);
      generate(file, type, 'Elliptic', '-keyalg', 'EC', '-groupname', 'secp256r1');
      generate(file, type, 'modular', '-keyalg', 'RSA', '-keysize', '2048');
      const properties = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: `${TOKENS}.${className}`, KEYSTOREPATH: file };
      await makePlain(type, { ...properties, DEFAULTKEY: 'elliptic' });
      assert.equal(await signerOf(type, ''), 'CN=Elliptic');
      assert.equal(await signerOf(type, 'modular'), 'CN=modular');
    });
  }

  it('signs with each key of a PKCS#12 file of Java whose keys take 100,000 iterations each', async () => {
    const file = inDirectory('costly.p12');
    const names = Array.from({ length: 12 }, (_, index) => `key${index}`);
    const iterations = '-J-Dkeystore.pkcs12.keyPbeIterationCount=100000';
    for (const name of names) generate(file, 'PKCS12', name, '-keyalg', 'EC', '-groupname', 'secp256r1', iterations);
    const properties = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: `${TOKENS}.P12CryptoToken`, KEYSTOREPATH: file };
    await makePlain('Costly', { ...properties, DEFAULTKEY: 'key0' });
    for (const name of names) assert.equal(await signerOf('Costly', name), `CN=${name}`);
  });

  it('signs with the key of a PKCS#12 file of OpenSSL, also in its old form and with many iterations', async () => {
    const [key, certificate] = [inDirectory('key.pem'), inDirectory('certificate.pem')];
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=OpenSSL',
      '-keyout',
      key,
      '-out',
      certificate,
    );
    for (const form of [[], ['-legacy'], ['-iter', '1500000']]) {
      const name = `OpenSSL${form.join('')}`;
      const out = inDirectory(`${name}.p12`);
      openssl(
        'pkcs12',
        '-export',
        '-inkey',
        key,
        '-in',
        certificate,
        '-passout',
        `pass:${PASSWORD}`,
        '-out',
        out,
        ...form,
      );
      await makePlain(name, { CRYPTOTOKEN_IMPLEMENTATION_CLASS: `${TOKENS}.P12CryptoToken`, KEYSTOREPATH: out });
      assert.equal(await signerOf(name, ''), 'CN=OpenSSL');
    }
  });
});
