/** Generated names for property tests. */
import * as fc from 'fast-check';

import { oid, writeDer, type Oid } from '../src/der/index.ts';
import type { GeneralName } from '../src/general-name/index.ts';
import { AttributeType, DistinguishedName } from '../src/name/index.ts';

/** Object identifiers of every first arc, small arcs and wide ones: up to 48 bits, which is what `@peculiar/*` gets right. */
export function oids(): fc.Arbitrary<Oid> {
  const arcs = fc.array(
    fc.oneof(fc.nat(200), fc.nat({ max: 2 ** 31 - 1 }), fc.bigInt({ min: 0n, max: (1n << 48n) - 1n })),
    { maxLength: 5 },
  );
  return fc
    .tuple(fc.constantFrom('0.0', '0.39', '1.2', '1.3.6.1.4.1', '2.5.29', '2.999'), arcs)
    .map(([start, rest]) => oid([start, ...rest].join('.')));
}

/** Octets of any value, at least one. */
export function octets(maxLength = 40): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: 1, maxLength });
}

/** Printable ASCII, at least one character. */
export function asciiText(maxLength = 40): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength });
}

/** Names of `minComponents` to `maxComponents` components, each of one or two attributes. */
export function distinguishedNames(minComponents = 1, maxComponents = 3): fc.Arbitrary<DistinguishedName> {
  const type = fc.constantFrom(AttributeType.commonName, AttributeType.organization, AttributeType.organizationalUnit);
  const attribute = fc.record({ type, value: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }) });
  const rdn = fc.array(attribute, { minLength: 1, maxLength: 2 });
  return fc
    .array(rdn, { minLength: minComponents, maxLength: maxComponents })
    .map((rdns) => DistinguishedName.of(rdns));
}

/** Names of every form that programs use, addresses without a mask. */
export function generalNames(): fc.Arbitrary<GeneralName> {
  return fc.oneof(
    fc.record(
      { type: fc.constantFrom('rfc822Name', 'dNSName', 'uniformResourceIdentifier'), value: asciiText() },
      { noNullPrototype: true },
    ),
    fc
      .oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
      .map((value): GeneralName => ({ type: 'iPAddress', value })),
    distinguishedNames().map((value): GeneralName => ({ type: 'directoryName', value })),
    oids().map((value): GeneralName => ({ type: 'registeredID', value })),
    fc.tuple(oids(), asciiText()).map(([typeId, text]): GeneralName => ({
      type: 'otherName',
      typeId,
      value: writeDer((writer) => writer.utf8String(text)),
    })),
  );
}

/** One to three names. */
export function generalNameLists(): fc.Arbitrary<readonly GeneralName[]> {
  return fc.array(generalNames(), { minLength: 1, maxLength: 3 });
}
