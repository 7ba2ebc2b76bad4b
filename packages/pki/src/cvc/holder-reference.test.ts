import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { HolderReference } from './holder-reference.ts';

describe('a holder reference', () => {
  it('is country, mnemonic and sequence number in one string', () => {
    const { country, mnemonic, sequence } = HolderReference.parse('DECVCAeID00012');
    assert.deepEqual([country, mnemonic, sequence], ['DE', 'CVCAeID', '00012']);
  });

  it('is read back from its octets, ISO 8859-1', () => {
    const reference = new HolderReference('SE', 'Ö~ ÿ', 'DE00A');
    assert.equal(reference.encode().toHex(), '5345d67e20ff4445303041');
    assert.ok(HolderReference.decode(reference.encode()).equals(reference));
  });

  it('takes every mnemonic of ISO 8859-1', () => {
    const codes = Array.from({ length: 256 }, (_, code) => code).filter(
      (code) => (code & 0x7f) >= 0x20 && code !== 0x7f,
    );
    const characters = codes.map((code) => String.fromCharCode(code));
    const mnemonics = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(mnemonics, (mnemonic) => {
        const reference = new HolderReference('SE', mnemonic.join(''), '00000');
        assert.deepEqual(HolderReference.decode(reference.encode()), reference);
      }),
    );
  });

  for (const [what, text] of [
    ['no mnemonic', 'DE00001'],
    ['17 characters', 'DECVCACVCAC100001'],
    ['a country in lower case', 'deCVCA00001'],
    ['a country of digits', '12CVCA00001'],
    ['a control character', 'DECV\n00001'],
    ['a code that is unassigned', 'DECV\u008500001'],
    ['a character outside of ISO 8859-1', 'DECV€00001'],
    ['a sequence number in lower case', 'DECVCA0000a'],
    ['a sequence number with a sign', 'DECVCA-0001'],
  ] as const) {
    it(`is refused with ${what}`, () =>
      assert.throws(() => HolderReference.parse(text), { code: 'cvc.bad_reference' }));
  }

  it('is refused when its octets are too many to look at', () => {
    assert.throws(() => HolderReference.decode(new Uint8Array(100_000)), { code: 'cvc.bad_reference' });
  });

  it('names the same holder under another sequence number', () => {
    const reference = HolderReference.parse('DECVCA00001');
    assert.ok(reference.sameHolder(HolderReference.parse('DECVCA00002')));
    assert.ok(!reference.sameHolder(HolderReference.parse('DECVCB00001')));
    assert.ok(!reference.equals(HolderReference.parse('DECVCA00002')));
  });
});

describe('the next sequence number', () => {
  for (const [sequence, next] of [
    ['00000', '00001'],
    ['00099', '00100'],
    ['0000A', '0000B'],
    ['0000Z', '00010'],
    ['00A09', '00A0A'],
    ['SE001', 'SE002'],
    ['SE00A', 'SE00B'],
    ['SE0ZZ', 'SE100'],
  ] as const) {
    it(`after ${sequence} is ${next}`, () =>
      assert.equal(new HolderReference('DE', 'CVCA', sequence).next().text, `DECVCA${next}`));
  }

  for (const sequence of ['99999', 'SE999', 'SEZZZ', 'ZZZZZ']) {
    it(`after ${sequence} there is none`, () =>
      assert.throws(() => new HolderReference('DE', 'CVCA', sequence).next(), { code: 'cvc.sequence_exhausted' }));
  }
});
