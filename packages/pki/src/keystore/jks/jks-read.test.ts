import assert from 'node:assert/strict';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { encodeBmp } from '../password.ts';
import { isJks, readJks, WorkBudget } from '../index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const jks = fixture('jdk17-jks.jks');

/** The file with other octets before its digest, which is made anew. */
function changed(bytes: Uint8Array, change: (body: Uint8Array) => Uint8Array): Uint8Array {
  const body = change(bytes.slice(0, -20));
  const digest = createHash('sha1').update(encodeBmp('foo123')).update('Mighty Aphrodite').update(body).digest();
  return Uint8Array.from([...body, ...digest]);
}

describe('readJks', () => {
  for (const name of ['jdk17-jks.jks', 'jdk17-jceks.jks']) {
    it(`reads ${name}`, async () => {
      const [key, ...others] = await readJks(fixture(name), 'foo123');
      assert.deepEqual(others, []);
      assert.equal(key!.alias, 'fixture');
      const privateKey = createPrivateKey({ key: Buffer.from(await key!.decrypt()), format: 'der', type: 'pkcs8' });
      assert.ok(new X509Certificate(fixture('end-entity.der')).checkPrivateKey(privateKey));
      assert.deepEqual(
        key!.certificates.map((der) => new Uint8Array(der)),
        [fixture('end-entity.der'), fixture('ca.der')],
      );
    });
  }

  it('tells a wrong password, and a file that was changed', async () => {
    await assert.rejects(readJks(jks, 'foo124'), { code: 'jks.wrong_password' });
    await assert.rejects(readJks(jks.slice(0, -1), 'foo123'), { code: 'jks.wrong_password' });
    await assert.rejects(readJks(jks.slice(0, 10), 'foo123'), { code: 'jks.wrong_password' });
  });

  it('takes no more iterations and no more octets than allowed', async () => {
    const [key] = await readJks(fixture('jdk17-jceks.jks'), 'foo123', { maxIterations: 1000 });
    await assert.rejects(key!.decrypt(), { code: 'jks.too_many_iterations' });
    await key!.decrypt(new WorkBudget('jks', 1_000_000));
    await assert.rejects(readJks(jks, 'foo123', { maxOctets: 500 }), { code: 'jks.bad_value' });
  });

  it('refuses counts and lengths beyond the file, other versions and entries of other types', async () => {
    const at = (offset: number, octets: readonly number[]) =>
      changed(jks, (body) => {
        body.set(octets, offset);
        return body;
      });
    await assert.rejects(readJks(at(4, [0, 0, 0, 3]), 'foo123'), { code: 'jks.unsupported' });
    await assert.rejects(readJks(at(8, [0xff, 0xff, 0xff, 0xff]), 'foo123'), { code: 'jks.bad_value' });
    await assert.rejects(readJks(at(8, [0, 0, 0, 2]), 'foo123'), { code: 'jks.bad_value' });
    await assert.rejects(readJks(at(12, [0, 0, 0, 3]), 'foo123'), { code: 'jks.unsupported' });
    await assert.rejects(readJks(at(16, [0xff, 0xff]), 'foo123'), { code: 'jks.bad_value' });
    await assert.rejects(
      readJks(
        changed(jks, (body) => Uint8Array.from([...body, 0])),
        'foo123',
      ),
      {
        code: 'jks.bad_value',
      },
    );
  });

  it('knows its formats by how they begin', () => {
    assert.ok(isJks(jks));
    assert.ok(isJks(fixture('jdk17-jceks.jks')));
    assert.ok(!isJks(fixture('jdk17-default.p12')));
    assert.ok(!isJks(new Uint8Array(2)));
  });
});
