/** `sealwright sign` against a server. */
import assert from 'node:assert/strict';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, publicKeyOf } from '../support/setups/signing-setup.ts';

describe('sealwright sign', () => {
  const shared = sharedServer();
  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, 'sign', ...args]);
  };
  const file = (name: string) => path.join(shared.server.home, name);
  const verified = async (document: Uint8Array, signature: string) => {
    const der = await publicKeyOf(shared.server, 'Signing', 'p256');
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    return verify('sha256', document, key, readFileSync(file(signature)));
  };

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { p256: ['EC', 'P-256'] });
    const common = { CRYPTOTOKEN: 'Signing', DEFAULTKEY: 'p256', AUTHTYPE: 'NOAUTH' };
    await makeWorker(shared.server, 'Plain', {
      ...common,
      IMPLEMENTATION_CLASS: 'PlainSigner',
      ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'TRUE',
      ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256',
    });
  });

  it('writes what a worker makes of files beside them, or into a directory', async () => {
    const large = randomBytes(3_000_000);
    writeFileSync(file('a.txt'), 'a');
    writeFileSync(file('large "file" ö.bin'), large);
    const { code, out, error } = await cli('--worker', 'Plain', file('a.txt'), file('large "file" ö.bin'));
    assert.equal(code, 0, error);
    assert.match(out, /a\.txt\.sig: made of .*a\.txt\n/);
    assert.ok(await verified(Buffer.from('a'), 'a.txt.sig'));
    mkdirSync(file('signed'));
    const elsewhere = await cli('--worker', 'plain', '--out', file('signed'), file('a.txt'), '--json');
    assert.deepEqual(JSON.parse(elsewhere.out), {
      files: [{ file: file('a.txt'), output: file('signed/a.txt.sig') }],
    });
    assert.ok(await verified(large, 'large "file" ö.bin.sig'));
  });

  it('sends nothing but a hash of the file when told so', async () => {
    writeFileSync(file('secret.txt'), 'secret');
    const signed = await cli('--worker', 'Plain', '--hash-only', file('secret.txt'));
    assert.equal(signed.code, 0, signed.error);
    assert.ok(await verified(Buffer.from('secret'), 'secret.txt.sig'));
    const other = await cli('--worker', 'Plain', '--hash-only', '--hash', 'sha512', '--force', file('secret.txt'));
    assert.equal(other.code, 1, 'the worker accepts SHA-256 alone');
    assert.equal((await cli('--worker', 'Plain', '--hash-only', '--hash', 'MD5', file('secret.txt'))).code, 2);
  });

  it('overwrites only when told so, and leaves nothing behind when the server refuses', async () => {
    writeFileSync(file('b.txt'), 'b');
    writeFileSync(file('b.txt.sig'), 'kept');
    assert.equal((await cli('--worker', 'Plain', file('b.txt'))).code, 4);
    assert.equal(readFileSync(file('b.txt.sig'), 'utf8'), 'kept');
    assert.equal((await cli('--worker', 'Plain', '--force', file('b.txt'))).code, 0);
    assert.ok(await verified(Buffer.from('b'), 'b.txt.sig'));
    const nobody = await cli('--worker', 'Nobody', file('a.txt'), '--out', file('signed'), '--force');
    assert.deepEqual([nobody.code, /the server answered 404: .*Nobody/i.test(nobody.error)], [1, true], nobody.error);
    assert.equal((await cli('--worker', 'Plain', file('missing.txt'))).code, 4);
    assert.equal(existsSync(file('missing.txt.sig')), false);
  });

  it('says that a file is larger than the server takes', async () => {
    const setting = '/documents/SIGNINGCONFIG/signing-configuration';
    const limit = (settings: Readonly<Record<string, number>>) =>
      shared.server.administer(setting, { method: 'PUT', body: { settings } });
    writeFileSync(file('too-large.bin'), randomBytes(3_000_000));
    await limit({ maxUploadOctets: 2_999_999 });
    const refused = await cli('--worker', 'Plain', file('too-large.bin'));
    await limit({});
    assert.equal(refused.code, 1);
    assert.match(refused.error, /the server answered 413: Maximum content length is 2999999 bytes/);
    assert.equal(existsSync(file('too-large.bin.sig')), false);
  });

  it('takes metadata, and no password among the arguments', async () => {
    writeFileSync(file('c.txt'), 'c');
    const signed = await cli('--worker', 'Plain', '--metadata', 'USING_CLIENTSUPPLIED_HASH=false', file('c.txt'));
    assert.equal(signed.code, 0, signed.error);
    const hashed = await cli(
      '--worker',
      'Plain',
      '--metadata',
      'USING_CLIENTSUPPLIED_HASH=true',
      '--force',
      file('c.txt'),
    );
    assert.deepEqual([hashed.code, /must specify hash algorithm/.test(hashed.error)], [1, true], hashed.error);
    const password = await cli('--worker', 'Plain', '--metadata', 'pdfPassword=secret', file('c.txt'));
    assert.deepEqual([password.code, /secret/.test(password.error)], [2, false]);
    assert.equal((await cli('--worker', 'Plain', '--metadata', 'nothing', file('c.txt'))).code, 2);
  });
});
