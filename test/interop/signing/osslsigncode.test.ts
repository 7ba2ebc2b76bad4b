/** The time-stamping authority of osslsigncode, by RFC 3161 and as Authenticode had it before. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { extendedKeyUsage, formatPem, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker } from '../../e2e/support/setups/signing-setup.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';
import { tinyProgram } from '../programs/tiny-program.ts';

const run = promisify(execFile);
/** For its directory. */
const files = sharedOpenSsl();

describe('osslsigncode', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { rsa: ['RSA', '2048'] });
    const purpose = (name: keyof typeof KEY_PURPOSES) => [makeExtension(extendedKeyUsage, [KEY_PURPOSES[name]], true)];
    const contents = { subject: 'CN=Stamper,O=Example', extensions: purpose('timeStamping') };
    const stamper = {
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'rsa',
      AUTHTYPE: 'NOAUTH',
      SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', 'rsa', contents),
    };
    const policy = { DEFAULTTSAPOLICYOID: '1.2.3', ACCEPTANYPOLICY: 'TRUE' };
    await makeWorker(shared.server, 'stamper', { ...stamper, ...policy, IMPLEMENTATION_CLASS: 'TimeStampSigner' });
    await makeWorker(shared.server, 'legacy', { ...stamper, IMPLEMENTATION_CLASS: 'MSAuthCodeTimeStampSigner' });
    const publisher = ca.issue({ subject: 'CN=Publisher', keyType: 'RSA-2048', extensions: purpose('codeSigning') });
    files.write('publisher.pem', publisher.certificatePem + ca.chainPem);
    files.write('publisher.key', publisher.privateKeyPem);
    files.write('root.pem', formatPem('CERTIFICATE', ca.chain.at(-1)!.der));
    files.write('stranger.pem', TestCa.root('CN=Stranger').certificatePem);
    files.write('tiny.exe', tinyProgram());
  });

  for (const [how, option, worker] of [
    ['RFC 3161', '-ts', 'stamper'],
    ['Authenticode', '-t', 'legacy'],
  ] as const) {
    it(`has a signed program stamped by ${how}, and verifies both signatures`, async () => {
      const options = { cwd: files.directory };
      const url = new URL(`/signserver/worker/${worker}`, shared.server.running.urls[1]).href;
      const signed = `${worker}.exe`;
      const key = ['-certs', 'publisher.pem', '-key', 'publisher.key', '-h', 'sha256'];
      await run('osslsigncode', ['sign', ...key, option, url, '-in', 'tiny.exe', '-out', signed], options);
      const verify = (authorities: string) => {
        const trust = ['-CAfile', 'root.pem', '-TSA-CAfile', authorities];
        return run('osslsigncode', ['verify', ...trust, '-in', signed], options);
      };
      const { stdout } = await verify('root.pem');
      for (const line of [
        /^Timestamp Server Signature verification: ok$/m,
        /^Signature verification: ok$/m,
        /^Number of verified signatures: 1$/m,
      ])
        assert.match(stdout, line);
      assert.match(stdout, /Subject: \/O=Example\/CN=Stamper$/m);
      const { stdout: doubted } = await verify('stranger.pem').catch((error: { readonly stdout: string }) => error);
      assert.match(doubted, /^Timestamp Server Signature verification: failed$/m);
    });
  }
});
