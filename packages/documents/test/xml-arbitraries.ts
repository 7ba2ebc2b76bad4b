/** Documents for property tests: everything that a canonical form depends on, in small, and written in more ways than one. */
import * as fc from 'fast-check';

/** A well-formed document, as text, with `inside` somewhere as the last child of its element. */
export function xmlDocuments(inside = ''): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...DECLARATIONS), outside, element(3), outside)
    .map(([declaration, before, root, after]) => declaration + before + root(inside, []) + after);
}

/** Writes an element, given the prefixes that are declared around it. */
type Writer = (inside: string, declared: readonly string[]) => string;

function element(depth: number): fc.Arbitrary<Writer> {
  return fc
    .record({
      prefix: fc.constantFrom('', 'a', 'b', 'c'),
      local: fc.constantFrom('e', 'f', 'ö', '𐐀'),
      declarations: fc.dictionary(fc.constantFrom('', 'a', 'b', 'c', 'é'), fc.constantFrom(...NAMESPACES), {
        maxKeys: 4,
      }),
      attributes: fc.uniqueArray(attribute, { maxLength: 5, selector: ({ name }) => name }),
      children: fc.array(fc.oneof(text, depth === 0 ? text : element(depth - 1)), { maxLength: 4 }),
      quote: fc.constantFrom('"', "'"),
      space: fc.constantFrom(' ', '\n', '\t', '  '),
    })
    .map((parts) => (inside, declared) => writeElement(parts, inside, declared));
}

interface ElementParts {
  readonly prefix: string;
  readonly local: string;
  readonly declarations: Readonly<Record<string, string>>;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly children: readonly (string | Writer)[];
  readonly quote: string;
  readonly space: string;
}

function writeElement(parts: ElementParts, inside: string, declared: readonly string[]): string {
  const { local, quote, space, attributes } = parts;
  const declarations = Object.entries(parts.declarations).filter(([prefix, uri]) => prefix === '' || uri !== '');
  const prefixes = [...declared, ...declarations.map(([prefix]) => prefix)];
  const prefix = prefixes.includes(parts.prefix) ? parts.prefix : '';
  const name = prefix === '' ? local : `${prefix}:${local}`;
  // Two prefixes may stand for one namespace, so local names tell attributes apart.
  const locals = new Set<string>();
  const written = attributes.filter(({ name }) => {
    const [attributePrefix, attributeLocal] = splitName(name);
    if (attributePrefix !== '' && attributePrefix !== 'xml' && !prefixes.includes(attributePrefix)) return false;
    if (locals.has(attributeLocal)) return false;
    locals.add(attributeLocal);
    return true;
  });
  const all = [
    ...declarations.map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri] as const),
    ...written.map(({ name, value }) => [name, value] as const),
  ];
  const start = [name, ...all.map(([name, value]) => `${name}=${quote}${value.replaceAll(quote, '&#x22;')}${quote}`)];
  const content =
    parts.children.map((child) => (typeof child === 'string' ? child : child('', prefixes))).join('') + inside;
  return content === '' ? `<${start.join(space)}/>` : `<${start.join(space)}>${content}</${name}${space}>`;
}

function splitName(name: string): readonly [string, string] {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

const DECLARATIONS = ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'];
const NAMESPACES = ['', 'urn:one', 'urn:two', 'http://example.com/a?b=%20'];

const comment = fc.constantFrom('<!---->', '<!-- a comment -->', '<!-- <a> & \r\n ü -->');
const instruction = fc.constantFrom('<?target?>', '<?target  some data ?>', '<?t a="1"\r\nb=\'2\'?>');
const outside = fc
  .array(fc.oneof(comment, instruction, fc.constantFrom('\n', '\r\n', ' ')), { maxLength: 4 })
  .map((pieces) => pieces.join(''));
const text = fc.oneof(
  fc.constantFrom('text', ' ', '\n', '\r\n', '\r', '\t', 'a\r\rb', 'é', '😀', "'", '"', '>', '\u{85}', '\u{2028}'),
  fc.constantFrom('&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#13;', '&#xA;', '&#9;', '&#x1F600;', '&#xFFFD;'),
  fc.constantFrom('<![CDATA[]]>', '<![CDATA[<a b="&amp;">]]>', '<![CDATA[]]]]><![CDATA[>\r\n]]>'),
  comment,
  instruction,
);
const attributeText = fc
  .array(
    fc.constantFrom(
      'v',
      ' ',
      '\n',
      '\r\n',
      '\t',
      "'",
      '"',
      '>',
      '&lt;',
      '&amp;',
      '&quot;',
      '&#13;',
      '&#10;',
      '&#9;',
      '&#32;',
      'ü',
      '😀',
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''));
const attribute = fc.oneof(
  fc.record({
    name: fc.constantFrom('z', 'y', 'a:y', 'b:x', 'b:w', 'c:v', 'é', '\u{fa10}', '\u{10300}'),
    value: attributeText,
  }),
  fc.record({ name: fc.constantFrom('xml:lang', 'xml:space'), value: fc.constantFrom('en', 'default', '') }),
);
