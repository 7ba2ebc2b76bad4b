import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { generalNames } from '../../test/general-name-arbitraries.ts';
import type { GeneralName } from '../general-name/index.ts';
import { nameConstraints } from './name-constraints.ts';

describe('nameConstraints', () => {
  // openssl req with nameConstraints=permitted;DNS:.example.com,permitted;IP:10.0.0.0/255.0.0.0,excluded;email:bad.com
  const hex = '302ba01c300e820c2e6578616d706c652e636f6d300a87080a000000ff000000a10b300981076261642e636f6d';

  it('writes both lists as OpenSSL does', () => {
    assertVector(
      nameConstraints,
      {
        permittedSubtrees: [
          { base: { type: 'dNSName', value: '.example.com' }, minimum: 0 },
          { base: { type: 'iPAddress', value: bytes('0a000000ff000000') }, minimum: 0 },
        ],
        excludedSubtrees: [{ base: { type: 'rfc822Name', value: 'bad.com' }, minimum: 0 }],
      },
      hex,
    );
  });

  it('reads back what it writes', () => {
    const base = fc.oneof(
      generalNames().filter(({ type }) => type !== 'iPAddress'),
      fc
        .constantFrom('0a000000ff000000', `${'20'.repeat(16)}${'ff'.repeat(16)}`, '0'.repeat(64))
        .map((octets): GeneralName => ({ type: 'iPAddress', value: bytes(octets) })),
    );
    const subtrees = fc.array(
      base.map((name) => ({ base: name, minimum: 0 })),
      { minLength: 1, maxLength: 3 },
    );
    const plain = { noNullPrototype: true };
    assertRoundTrip(
      nameConstraints,
      fc.oneof(
        fc.record({ permittedSubtrees: subtrees, excludedSubtrees: subtrees }, plain),
        fc.record({ permittedSubtrees: subtrees }, plain),
        fc.record({ excludedSubtrees: subtrees }, plain),
      ),
    );
  });

  it('accepts a minimum and a maximum and refuses to write them (RFC 5280 §4.2.1.10)', () => {
    const subtree = { base: { type: 'dNSName', value: 'a' }, minimum: 1, maximum: 2 } as const;
    assertReads(nameConstraints, '300d a00b 3009 820161 800101 810102', { permittedSubtrees: [subtree] });
    assert.throws(() => nameConstraints.encode({ permittedSubtrees: [subtree] }), RangeError);
    assert.throws(
      () => nameConstraints.encode({ permittedSubtrees: [{ base: subtree.base, minimum: 0, maximum: 0 }] }),
      RangeError,
    );
  });

  it('accepts a minimum of 0 written out', () => {
    const base = { type: 'dNSName', value: 'a' } as const;
    assertReads(nameConstraints, '300a a008 3006 820161 800100', { permittedSubtrees: [{ base, minimum: 0 }] });
  });

  it('accepts an empty sequence and refuses to write one', () => {
    assertReads(nameConstraints, '3000', {});
    assert.throws(() => nameConstraints.encode({}), RangeError);
  });

  it('refuses an empty list in both directions', () => {
    assertRefuses(nameConstraints, '3002a000', 'der.out_of_range');
    assert.throws(() => nameConstraints.encode({ excludedSubtrees: [] }), RangeError);
  });

  it('refuses to write an address without a mask, or with one that has gaps', () => {
    for (const octets of ['0a000000', '0a000000ff00ff00', '0a0000000000ff00']) {
      const base: GeneralName = { type: 'iPAddress', value: bytes(octets) };
      assert.throws(() => nameConstraints.encode({ permittedSubtrees: [{ base, minimum: 0 }] }), RangeError);
    }
  });

  it('survives damage', () => {
    assertSurvivesDamage(nameConstraints, hex);
  });
});
