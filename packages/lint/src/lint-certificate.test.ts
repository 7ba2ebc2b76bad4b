import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explicit, sequence } from '../test/der.ts';
import { authority, codeSigner, leaf, mail, timeStamper } from '../test/tbs-certificate.ts';
import { Element } from './ber/element.ts';
import { lintCertificate, lintToBeSignedCertificate } from './lint-certificate.ts';

describe('lintToBeSignedCertificate', () => {
  it('finds nothing in what every rule allows', () => {
    assert.deepEqual(lintToBeSignedCertificate(leaf()), []);
    assert.deepEqual(lintToBeSignedCertificate(authority()), []);
  });

  it('finds nothing by the Baseline Requirements in what they allow', () => {
    assert.deepEqual(lintToBeSignedCertificate(mail(), { requirements: ['SMIME'] }), []);
    assert.deepEqual(lintToBeSignedCertificate(codeSigner(), { requirements: ['CODE_SIGNING'] }), []);
    assert.deepEqual(lintToBeSignedCertificate(timeStamper(), { requirements: ['CODE_SIGNING'] }), []);
  });

  it('tells of octets that it cannot read, wherever they end', () => {
    const octets = leaf();
    for (let length = 0; length < octets.length; length++) {
      const [finding, ...more] = lintToBeSignedCertificate(octets.subarray(0, length));
      assert.equal(finding?.rule, 'rfc5280/readable', `${length} octets`);
      assert.deepEqual(more, []);
    }
  });

  it('cannot read a list of extensions with something beside it, or none', () => {
    const fields = Element.only(leaf()).children;
    const list = fields.at(-1)!.children[0]!.raw;
    const beside = (...wrapped: readonly Uint8Array[]) =>
      lintToBeSignedCertificate(sequence(...fields.slice(0, -1).map(({ raw }) => raw), explicit(3, ...wrapped)));
    assert.deepEqual(beside(list), []);
    for (const wrapped of [[list, list], []])
      assert.deepEqual(
        beside(...wrapped).map(({ rule, message }) => [rule, message]),
        [['rfc5280/readable', 'extensions is not one element']],
      );
  });

  it('takes any single octet that changes without a crash', () => {
    const octets = Buffer.from(leaf());
    for (let at = 0; at < octets.length; at++) {
      for (const octet of [0, 0x1f, 0x80, 0xff]) {
        const changed = Buffer.from(octets);
        changed[at] = octet;
        assert.ok(
          Array.isArray(lintToBeSignedCertificate(changed, { requirements: ['TLS', 'SMIME', 'CODE_SIGNING'] })),
        );
      }
    }
  });
});

describe('lintCertificate', () => {
  it('wants the signature', () => {
    assert.equal(lintCertificate(leaf())[0]?.rule, 'rfc5280/readable');
  });
});
