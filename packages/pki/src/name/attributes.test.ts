import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ATTRIBUTES, attributeNamed, attributeOfType, DistinguishedName } from './index.ts';

/** A value that each syntax takes. */
const SAMPLES = { directory: 'Räv', printable: 'a-1', country: 'SE', ia5: 'a@b', 'postal-address': 'a$b' } as const;

for (const { name, aliases, oid, syntax } of ATTRIBUTES) {
  it(`reads and writes ${name}`, () => {
    const text = `${name}=${SAMPLES[syntax]}`;
    const parsed = DistinguishedName.parse(text);
    assert.equal(parsed.rdns[0]?.[0]?.type, oid);
    assert.equal(parsed.toString(), text);
    for (const alias of aliases) {
      assert.equal(DistinguishedName.parse(`${alias.toLowerCase()}=${SAMPLES[syntax]}`).toString(), text);
    }
  });
}

it('gives no name to two attributes', () => {
  const names = ATTRIBUTES.flatMap(({ name, aliases }) => [name, ...aliases]);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(ATTRIBUTES.map(({ oid }) => oid)).size, ATTRIBUTES.length);
});

it('finds an attribute by name in any case, and by identifier', () => {
  assert.equal(attributeNamed('emailaddress')?.name, 'E');
  assert.equal(attributeNamed('toString'), undefined);
  assert.equal(attributeOfType(attributeNamed('cn')!.oid)?.name, 'CN');
});
