import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { settingsOf } from '../../../../test/settings-arbitrary.ts';
import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import { DOCUMENT_TYPES } from '../../../wiring/document-types.ts';
import { fillDefaults, isJsonObject } from '../../configuration/index.ts';
import { DumpTypes } from '../items/index.ts';

describe('a member that nobody knows, anywhere in an item', () => {
  for (const codec of new DumpTypes(DOCUMENT_TYPES).all.flatMap(({ codecs }) => codecs)) {
    const { schema, title } = codec.type;
    const toItem = (settings: JsonObject) =>
      codec.toDump({ name: 'Web Server', namespace: '', publicId: 4711, settings, facts: FACTS }, { defaults: true });

    test(`of a ${title} is named, or kept and exported again`, () => {
      let named = 0;
      fc.assert(
        fc.property(settingsOf(schema), fc.nat(), fc.nat(), ANY_VALUE, (random, place, position, value) => {
          const item = toItem(fillDefaults(schema, random) as JsonObject);
          const places = placesIn(item, '');
          const at = places[place % places.length]!;
          const { warnings, problems, settings } = codec.fromDump(withMember(item, '', at, position, value));
          const path = at === '' ? UNKNOWN : `${at} / ${UNKNOWN}`;
          if ([...warnings, ...problems].some(({ key }) => key === path || key.startsWith(`${path}[`))) {
            named += 1;
            return;
          }
          assert.ok(holds(settings), `${path} was left out silently`);
          assert.ok(holds(toItem(fillDefaults(schema, settings) as JsonObject)), `${path} is not exported`);
        }),
        { numRuns: 300 },
      );
      assert.ok(named > 0);
    });
  }
});

/** Lists the paths of all maps in an item, as remarks have them. */
function placesIn(value: JsonValue, at: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesIn(each as JsonValue, `${at}[${index}]`));
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([label, each]) =>
    placesIn(each, at === '' ? label : `${at} / ${label}`),
  );
  return [at, ...inner];
}

/** Returns an item with the member at that place. */
function withMember(value: JsonValue, at: string, place: string, position: number, member: JsonValue): JsonValue {
  if (Array.isArray(value))
    return value.map((each, index) => withMember(each as JsonValue, `${at}[${index}]`, place, position, member));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([label, each]) =>
      [label, withMember(each, at === '' ? label : `${at} / ${label}`, place, position, member)] as const,
  );
  if (at !== place) return Object.fromEntries(members);
  return Object.fromEntries(members.toSpliced(position % (members.length + 1), 0, [UNKNOWN, member]));
}

/** Tells whether the member is anywhere in a value. */
function holds(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holds);
  if (!isJsonObject(value)) return false;
  return Object.hasOwn(value, UNKNOWN) || Object.values(value).some(holds);
}

const UNKNOWN = 'Quantum Proof Seal';
const ANY_VALUE: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>(true, 5, 'text', '', null, [], ['x'], {
  Level: 5,
});
/** Keys that an export adds to the settings of crypto tokens and of CAs. */
const FACTS = {
  Used: true,
  'Key Pair Info': [{ Alias: 'sign', 'Key Algorithm': 'ECDSA', 'Key Specification': 'P-256' }],
  Active: true,
  'CA Certificate Chain': ['MIIB'],
};
