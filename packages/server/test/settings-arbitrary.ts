/** Random settings of a type of document: all that its schema allows, and so more than can be. */
import * as fc from 'fast-check';
import { KEY_PATHS, REFERENCE, type SchemaNode, SECRET } from '../src/modules/configuration/index.ts';

/** Settings in the outer form, complete, with `placeholder` for secrets that are there. */
export function settingsOf(schema: SchemaNode): fc.Arbitrary<unknown> {
  const bounds = schema as Readonly<Record<string, number | string | boolean | undefined>>;
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(settingsOf));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const reference = schema[REFERENCE];
  if (reference !== undefined) {
    return fc.oneof(NAME, ...(reference.words.length === 0 ? [] : [fc.constantFrom(...reference.words)]));
  }
  if (schema[SECRET] !== undefined) return fc.constantFrom('', 'placeholder');
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') {
    const maxLength = Math.min(4, Number(bounds.maxItems ?? 4));
    const items = settingsOf(schema.items ?? {});
    const minLength = Number(bounds.minItems ?? 0);
    return bounds.uniqueItems === true
      ? fc.uniqueArray(items, { minLength, maxLength })
      : fc.array(items, { minLength, maxLength });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') {
    return fc.integer({ min: Number(bounds.minimum ?? 0), max: Math.min(Number(bounds.maximum ?? 1e6), 2 ** 31 - 1) });
  }
  if (typeof bounds.pattern === 'string') return fc.stringMatching(new RegExp(bounds.pattern));
  return text(Number(bounds.minLength ?? 0), Math.min(Number(bounds.maxLength ?? 20), 20));
}

function objectOf(schema: SchemaNode): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema;
  if (properties !== undefined) {
    const members = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, settingsOf(of)]));
    const optional = Object.keys(members).filter(
      (name) => !required.includes(name) && !('default' in properties[name]!),
    );
    return fc.record(members, { requiredKeys: Object.keys(members).filter((name) => !optional.includes(name)) });
  }
  const [of = {}] = Object.values(schema.patternProperties ?? {});
  const key = schema[KEY_PATHS] === undefined ? NAME : NAME.map((name) => `/ca/${name}/`);
  return fc.dictionary(key, settingsOf(of), { maxKeys: 4, noNullPrototype: true });
}

/** Texts that parsers like to take for something else among them. */
function text(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const odd = [
    'true',
    'null',
    '00000',
    '1e3',
    '0x10',
    '~',
    '- a',
    '# b',
    'a: b',
    ' blank ',
    'Ünïcode',
    '2031-05-01',
    '{}',
    "it's",
  ];
  const fitting = odd.filter(({ length }) => length >= minLength && length <= maxLength);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength }).filter((made) => made.length <= maxLength);
  return fitting.length === 0 ? any : fc.oneof(any, fc.constantFrom(...fitting));
}

const NAME = fc.stringMatching(/^[A-Za-z0-9ÄÖÜ][A-Za-z0-9 ./_-]{0,18}[A-Za-z0-9]$/);
