import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assembleCrl,
  Crl,
  CrlRevocation,
  defaultSignatureAlgorithm,
  encodeCrlEntry,
  encodeTbsCrl,
  findPath,
  serialNumberFromHex,
  trustAnchorOf,
} from '@sealwright/pki';
import { sign } from 'node:crypto';
import { TestCa } from '../../../../../../test/pki/test-pki.ts';
import { CrlIndexes } from './crl-indexes.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const ca = TestCa.root('CN=Root');
const { certificate } = ca.issueClient('alice');
const path = findPath(certificate, { anchors: [trustAnchorOf(ca.certificate)], intermediates: [] }, { now: NOW });
const signers = { path, certificates: [] };
/** More than is looked at in place. */
const MANY = 1000;

/** A list with so many entries, and that of alice before the last ones. */
function listOf(count: number, last = encodeEntry('0F')): Crl {
  const { publicKey, subject } = ca.certificate;
  const signatureAlgorithm = defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
  const entries = Array.from({ length: count }, (_, at) => encodeEntry(`02${at.toString(16).padStart(30, '0')}`));
  const alice = encodeCrlEntry({ serialNumber: certificate.serialNumber, revocationDate: NOW - 5 });
  const tbs = encodeTbsCrl({
    signatureAlgorithm,
    issuer: subject.der,
    thisUpdate: NOW,
    nextUpdate: NOW + 60,
    entries: [...entries, alice, last],
    extensions: [],
  });
  const signature = sign(signatureAlgorithm.node.digest, tbs, { key: ca.privateKey, dsaEncoding: 'der' });
  return Crl.parse(assembleCrl(tbs, signatureAlgorithm, new Uint8Array(signature)));
}

function encodeEntry(serial: string): Uint8Array {
  return encodeCrlEntry({ serialNumber: serialNumberFromHex(serial), revocationDate: NOW });
}

describe('lists that are asked again and again', () => {
  for (const [size, count] of [
    ['small', 1],
    ['large', MANY],
  ] as const)
    it(`are looked at once, also when their octets come again: a ${size} one`, async () => {
      const indexes = new CrlIndexes();
      const crl = listOf(count);
      const [[one], [other]] = await Promise.all([
        indexes.prepare([crl], signers),
        indexes.prepare([Crl.parse(Uint8Array.from(crl.der))], signers),
      ]);
      assert.equal(one, other);
      assert.deepEqual(one?.entryOf(certificate), { reason: 'UNSPECIFIED', revokedAt: NOW - 5 });
    });

  it('are verified aside, with the keys that have the name of their issuer', async ({ mock }) => {
    const { mock: verified } = mock.method(Crl.prototype, 'verify');
    const namesake = TestCa.root('CN=Root').certificate;
    const stranger = TestCa.root('CN=Other').certificate;
    const indexes = new CrlIndexes();
    const crl = listOf(MANY);
    const [list] = await indexes.prepare([crl], signers);
    assert.equal(list?.knownSignature(ca.certificate.publicKey), true);
    assert.equal(list.knownSignature(namesake.publicKey), undefined);
    await indexes.prepare([crl], { path, certificates: [namesake, stranger] });
    assert.equal(list.knownSignature(namesake.publicKey), false);
    assert.equal(list.knownSignature(stranger.publicKey), undefined);
    assert.equal(verified.callCount(), 0);
  });

  it('are verified nowhere with more keys than that, and none of those is relied on', async ({ mock }) => {
    const { mock: verified } = mock.method(Crl.prototype, 'verify');
    // Prepared for a path without the one that has signed, who stands behind many of that name.
    const other = TestCa.root('CN=Other');
    const { certificate: leaf } = other.issueClient('bob');
    const above = findPath(leaf, { anchors: [trustAnchorOf(other.certificate)], intermediates: [] }, { now: NOW });
    const namesakes = Array.from({ length: 12 }, () => TestCa.root('CN=Root').certificate);
    const certificates = [...namesakes, ca.certificate];
    const [list] = await new CrlIndexes().prepare([listOf(MANY)], { path: above, certificates });
    assert.deepEqual(
      certificates.map(({ publicKey }) => list?.knownSignature(publicKey)),
      [...namesakes.map(() => false), undefined],
    );
    const material = { crls: [list!], certificates, rules: { now: NOW } };
    assert.equal(new CrlRevocation(material).statusOf(path, 0).status, 'unknown');
    assert.equal(verified.callCount(), 0);
  });

  it('have no signature verified when nobody is named', async ({ mock }) => {
    const { mock: verified } = mock.method(Crl.prototype, 'verify');
    const [list] = await new CrlIndexes().prepare([listOf(MANY)]);
    assert.deepEqual(list?.entryOf(certificate), { reason: 'UNSPECIFIED', revokedAt: NOW - 5 });
    assert.equal(list?.knownSignature(ca.certificate.publicKey), undefined);
    assert.equal(verified.callCount(), 0);
  });

  it('are left out when they cannot be read', async () => {
    const good = listOf(1);
    const bad = listOf(MANY, Uint8Array.of(0x30, 0x02, 0x05, 0x00));
    const lists = await new CrlIndexes().prepare([bad, good], signers);
    assert.deepEqual(
      lists.map(({ crl }) => crl),
      [good],
    );
  });

  it('are kept as far as there is room, the last ones that somebody asked for', async () => {
    const [first, second, third] = [listOf(MANY), listOf(MANY + 1), listOf(MANY + 2)];
    const indexes = new CrlIndexes({ maxOctets: second.der.length * 2 + 100 });
    const ask = async (crl: Crl) => (await indexes.prepare([crl], signers))[0];
    const [one, two] = [await ask(first), await ask(second)];
    assert.equal(await ask(first), one);
    await ask(third);
    assert.equal(await ask(first), one);
    assert.notEqual(await ask(second), two);
  });
});
