import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { KEYSTORE_TYPE } from '../../modules/crypto-tokens/index.ts';
import { SoftwareSignatures } from '../software/software-signatures.ts';
import { KeystoreDriver } from './keystore-driver.ts';

const root = mkdtempSync(path.join(tmpdir(), 'sealwright-keystore-locks-'));
after(() => rmSync(root, { recursive: true, force: true }));
const [allowed, elsewhere] = [path.join(root, 'allowed'), path.join(root, 'elsewhere')];
for (const directory of [allowed, elsewhere, path.join(allowed, 'below')]) mkdirSync(directory);
for (const file of ['allowed/a.p12', 'allowed/b.p12', 'elsewhere/a.p12']) writeFileSync(path.join(root, file), '');
symlinkSync(path.join(allowed, 'a.p12'), path.join(allowed, 'link.p12'));
symlinkSync(path.join(elsewhere, 'a.p12'), path.join(elsewhere, 'link.p12'));

const driver = new KeystoreDriver({
  directories: [allowed],
  random: systemRandom(),
  signatures: new SoftwareSignatures(assert.ifError),
});
const lock = (file: string) => driver.lock({ id: 1, type: KEYSTORE_TYPE, properties: { path: file } });

describe('wrong passwords of a keystore file count together', () => {
  for (const written of ['./a.p12', '/a.p12', 'below/./../a.p12', 'link.p12']) {
    const isAllowed = !written.includes('..');
    it(`${isAllowed ? 'as' : 'not as'} ${written}`, async () => {
      const [named, usual] = [await lock(`${allowed}/${written}`), await lock(`${allowed}/a.p12`)];
      assert.equal(named === usual, isAllowed);
      assert.notEqual(named, await lock(`${allowed}/b.p12`));
    });
  }

  it('while it is not there as well', async () => {
    assert.equal(await lock(`${allowed}/./none.p12`), await lock(`${allowed}/none.p12`));
  });

  it('and nothing is looked up outside of the directories', async () => {
    assert.notEqual(await lock(`${elsewhere}/link.p12`), await lock(`${elsewhere}/a.p12`));
  });
});
