import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { bitString } from '../../test/der.ts';
import { extension, Oid } from '../../test/tbs-certificate.ts';
import { Element, hashOf } from '../ber/element.ts';
import { keyUsage } from '../certificate/extensions/key-usage.ts';
import { Reads } from './reads.ts';
import { SharedExtensions } from './shared-extensions.ts';

const usages = (...octets: number[]) => extension(Oid.keyUsage, bitString(Uint8Array.from(octets), 0), true);
const names = extension(Oid.subjectAltName, Uint8Array.of(0x30, 0), false);

describe('extensions that certificates share', () => {
  const read = (shared: SharedExtensions, octets: Uint8Array) => shared.read(Element.only(octets), new Reads());

  it('are read once, and do not change with the octets that they were read from', () => {
    const shared = new SharedExtensions();
    const octets = Uint8Array.from(usages(0x80));
    const first = read(shared, octets);
    octets.fill(0xff);
    assert.equal(read(shared, usages(0x80)), first);
    assert.notEqual(read(shared, usages(0x40)).number, first.number);
    assert.deepEqual((first.read(keyUsage).value as { octets: Uint8Array }).octets, Uint8Array.of(0x80));
  });

  it('leave out those that differ in each certificate, and large ones', () => {
    const shared = new SharedExtensions();
    assert.equal(read(shared, names).number, undefined);
    assert.equal(read(shared, usages(...Array.from({ length: 1024 }, () => 1))).number, undefined);
  });

  it('are never taken for others of the same hash', () => {
    const byHash = new Map<number, Uint8Array>();
    let [one, other]: (Uint8Array | undefined)[] = [];
    for (let number = 0; other === undefined; number++) {
      const octets = usages(...createHash('sha256').update(String(number)).digest());
      const hash = hashOf(Element.only(octets));
      one = byHash.get(hash);
      if (one === undefined) byHash.set(hash, octets);
      else other = octets;
    }
    const shared = new SharedExtensions();
    const kept = read(shared, one!);
    const second = read(shared, other);
    assert.equal(second.number, undefined);
    assert.deepEqual(Buffer.from(second.element.raw), Buffer.from(other));
    assert.equal(read(shared, one!), kept);
  });

  it('are forgotten when there are too many, and their numbers stay theirs', () => {
    const shared = new SharedExtensions();
    const numbers = new Set<number | undefined>();
    for (let number = 0; number < 3000; number++)
      numbers.add(read(shared, usages(1, number >> 8, number & 0xff, 1)).number);
    numbers.add(read(shared, usages(1, 0, 0, 1)).number);
    assert.equal(numbers.size, 3001);
  });
});
