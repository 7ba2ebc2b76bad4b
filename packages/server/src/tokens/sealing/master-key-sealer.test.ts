import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { MasterKeySealer } from './master-key-sealer.ts';

const random = systemRandom();
const masterKey = random.bytes(32);
const plain = new TextEncoder().encode('a code that nobody may see');

it('opens what it sealed, and so does another sealer of the same master key', () => {
  const sealed = new MasterKeySealer(masterKey, random).seal(plain, 'CRYPTOTOKEN/17');
  assert.deepEqual(new Uint8Array(new MasterKeySealer(masterKey, random).open(sealed, 'CRYPTOTOKEN/17')), plain);
});

it('seals the empty secret', () => {
  const sealer = new MasterKeySealer(masterKey, random);
  assert.equal(sealer.open(sealer.seal(new Uint8Array(), 'x'), 'x').length, 0);
});

it('never seals the same twice', () => {
  const sealer = new MasterKeySealer(masterKey, random);
  assert.notDeepEqual(sealer.seal(plain, 'x'), sealer.seal(plain, 'x'));
});

it('does not open a secret as part of something else', () => {
  const sealer = new MasterKeySealer(masterKey, random);
  const sealed = sealer.seal(plain, 'CRYPTOTOKEN/17');
  assert.throws(() => sealer.open(sealed, 'CRYPTOTOKEN/18'), { code: 'seal.broken' });
});

it('notices a change of any octet', () => {
  const sealer = new MasterKeySealer(masterKey, random);
  const sealed = sealer.seal(plain, 'x');
  for (const at of sealed.keys()) {
    const changed = sealed.slice();
    changed[at]! ^= 1;
    assert.throws(() => sealer.open(changed, 'x'), { code: /^seal\.(malformed|unknown_key|broken)$/ });
  }
});

it('refuses everything that is too short to be sealed', () => {
  const sealer = new MasterKeySealer(masterKey, random);
  const sealed = sealer.seal(new Uint8Array(), 'x');
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => sealer.open(sealed.subarray(0, length), 'x'), { code: 'seal.malformed' });
  }
});

it('says when another master key sealed it', () => {
  const sealed = new MasterKeySealer(random.bytes(32), random).seal(plain, 'x');
  assert.throws(() => new MasterKeySealer(masterKey, random).open(sealed, 'x'), { code: 'seal.unknown_key' });
});

it('opens with an earlier master key and seals with the present one', () => {
  const earlier = random.bytes(32);
  const sealed = new MasterKeySealer(earlier, random).seal(plain, 'x');
  const sealer = new MasterKeySealer(masterKey, random, [earlier]);
  assert.deepEqual(new Uint8Array(sealer.open(sealed, 'x')), plain);
  assert.throws(() => new MasterKeySealer(earlier, random).open(sealer.seal(plain, 'x'), 'x'), {
    code: 'seal.unknown_key',
  });
});

it('keeps no reference to the octets it was given', () => {
  const given = masterKey.slice();
  const sealer = new MasterKeySealer(given, random);
  given.fill(0);
  assert.deepEqual(new Uint8Array(new MasterKeySealer(masterKey, random).open(sealer.seal(plain, 'x'), 'x')), plain);
});
