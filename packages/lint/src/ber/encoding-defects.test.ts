import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { element } from '../../test/der.ts';
import { Element } from './element.ts';
import { Defect, defectsOf, defectsWithin } from './encoding-defects.ts';
import { MalformedError } from './malformed.ts';

describe('defects of the encoding', () => {
  it('are those of each element and of its children, whatever the octets are', () => {
    const seen = { readable: 0, malformed: 0, defective: 0 };
    fc.assert(
      fc.property(DER, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }), (octets, changes) => {
        const changed = Uint8Array.from(octets);
        for (const [at, octet] of changes) changed[at % changed.length] = octet;
        const outer = orMalformed(() => Element.at(changed, 0));
        if (outer instanceof MalformedError) return;
        const right = orMalformed(() => throughChildren(outer));
        const found = orMalformed(() => defectsWithin(outer));
        if (right instanceof MalformedError) assert.ok(found instanceof MalformedError);
        else assert.equal(found, right);
        seen[right instanceof MalformedError ? 'malformed' : right === 0 ? 'readable' : 'defective'] += 1;
      }),
      { numRuns: 3000 },
    );
    for (const [kind, count] of Object.entries(seen)) assert.ok(count > 100, `${count} ${kind}`);
  });

  it('are looked for after an element that holds none, and at any depth', () => {
    let nested: Uint8Array = Uint8Array.of(0x01, 0x01, 0x02);
    for (let depth = 0; depth < 3000; depth++) nested = element(0x30, element(0x30), nested, element(0x05));
    assert.equal(defectsWithin(Element.only(nested)), Defect.otherBoolean);
  });

  it('are not reported for an element that goes on beyond the one around it', () => {
    const beyond = Element.only(element(0x30, element(0x30, Uint8Array.of(0x04, 0x01)), element(0x05)));
    assert.throws(() => defectsWithin(beyond), MalformedError);
  });
});

function throughChildren(outer: Element): number {
  const within = outer.isConstructed ? outer.children.map(throughChildren) : [];
  return within.reduce((defects, one) => defects | one, defectsOf(outer));
}

function orMalformed<T>(read: () => T): T | MalformedError {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedError) return error;
    throw error;
  }
}

const PRIMITIVE = fc
  .tuple(fc.constantFrom(0x01, 0x02, 0x04, 0x05, 0x0c, 0x80), fc.uint8Array({ maxLength: 4 }))
  .map(([tag, content]) => element(tag, content));
const DER = fc.letrec<{ one: Uint8Array }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    PRIMITIVE,
    fc
      .tuple(fc.constantFrom(0x30, 0x31, 0xa0), fc.array(tie('one'), { maxLength: 4 }))
      .map(([tag, content]) => element(tag, ...content)),
  ),
})).one;
