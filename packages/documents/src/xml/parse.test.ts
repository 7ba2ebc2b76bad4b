import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { asBytes } from '../../test/xml-signing.ts';
import { XmlError, type XmlErrorCode } from './errors.ts';
import { childElements } from './nodes.ts';
import { parseXml, type XmlLimits } from './parse.ts';

function assertRefused(document: string | Uint8Array, code: XmlErrorCode, limits?: XmlLimits): void {
  const bytes = typeof document === 'string' ? asBytes(document) : document;
  assert.throws(
    () => parseXml(bytes, limits),
    (error) => error instanceof XmlError && error.code === code,
    `${code} of ${typeof document === 'string' ? document.slice(0, 80) : 'octets'}`,
  );
}

function utf16(text: string, bigEndian = false): Uint8Array {
  const octets = Buffer.from(text, 'utf16le');
  return new Uint8Array(bigEndian ? octets.swap16() : octets);
}

/** A document whose characters are the octets behind its declaration. */
function inOctets(encoding: string, octets: string): Uint8Array {
  return new Uint8Array(Buffer.from(`<?xml version='1.0' encoding='${encoding}'?>${octets}`, 'latin1'));
}

describe('a document is refused', () => {
  it('that is not well-formed', () => {
    for (const text of [
      '',
      'text',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a/>text',
      '<a b="1" b="2"/>',
      '<a b=1/>',
      '<a b="<"/>',
      '<a>&</a>',
      '<a>&unknown;</a>',
      '<a>&#0;</a>',
      '<a>&#xD800;</a>',
      '<a>]]></a>',
      '<a>\u{1}</a>',
      '<a><!-- -- --></a>',
      '<a><?xml version="1.0"?></a>',
      ' <?xml version="1.0"?><a/>',
      '<!-- a',
      '<a><![CDATA[</a>',
    ])
      assertRefused(text, 'xml.not_well_formed');
  });

  it('whose namespaces are not well-formed', () => {
    for (const text of [
      '<p:a/>',
      '<a p:b="1"/>',
      '<a xmlns:p="urn:x" xmlns:q="urn:x" p:b="1" q:b="2"/>',
      '<a xmlns:p=""/>',
      '<xmlns:a/>',
      '<a xmlns:xml="urn:x"/>',
      '<a:b:c xmlns:a="urn:x"/>',
    ])
      assertRefused(text, 'xml.not_well_formed');
  });

  it('with a namespace whose name is not an absolute URI', () => {
    for (const name of ['relative', '../a', '//host/a', ' ', ' urn:a', 'urn:a ', 'urn:a b'])
      assertRefused(`<a xmlns="${name}"/>`, 'xml.bad_namespace');
  });

  it('with a document type, whatever stands in it', () => {
    for (const subset of [
      '',
      ' SYSTEM "file:///etc/passwd"',
      ' PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"',
      ' []',
      ' [<!ATTLIST a b CDATA "default">]',
      ' [<!ENTITY x SYSTEM "file:///etc/passwd">]',
      ' [<!ENTITY % p SYSTEM "http://127.0.0.1/"> %p;]',
    ])
      assertRefused(`<!DOCTYPE a${subset}><a/>`, 'xml.doctype');
  });

  it('with entities that expand without bound, before they are expanded', () => {
    const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    assertRefused(`<!DOCTYPE a [<!ENTITY e0 "lol">${entities.join('')}]><a>&e10;</a>`, 'xml.doctype');
  });

  it('of another version', () => {
    assertRefused('<?xml version="1.1"?><a/>', 'xml.version');
  });

  it('in an encoding that is not read, or another than it says', () => {
    assertRefused('<?xml version="1.0" encoding="ISO-8859-15"?><a/>', 'xml.encoding');
    assertRefused('<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>', 'xml.encoding');
    assertRefused('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'xml.encoding');
    assertRefused('<?xml version="1.0" encoding="UTF-16"?><a/>', 'xml.encoding');
    assertRefused(utf16('\ufeff<?xml version="1.0" encoding="UTF-8"?><a/>'), 'xml.encoding');
    assertRefused(utf16('\ufeff<?xml version="1.0" encoding="UTF-16BE"?><a/>'), 'xml.encoding');
  });

  it('whose octets are not of its encoding', () => {
    const latin1 = new Uint8Array(Buffer.from('<a>\u{e5}</a>', 'latin1'));
    assertRefused(latin1, 'xml.encoding');
    assertRefused(new Uint8Array([...asBytes('<a>'), 0xc0, 0x80, ...asBytes('</a>')]), 'xml.encoding');
    assertRefused(new Uint8Array([...asBytes('<a>'), 0xed, 0xa0, 0x80, ...asBytes('</a>')]), 'xml.encoding');
    assertRefused(utf16('\ufeff<a>\ud800</a>'), 'xml.encoding');
    assertRefused(utf16('\ufeff<a/>').subarray(0, -1), 'xml.encoding');
    assertRefused(inOctets('US-ASCII', '<a>\x80</a>'), 'xml.encoding');
    assertRefused(inOctets('windows-1252', '<a>\x81</a>'), 'xml.encoding');
  });

  it('with more depth, attributes or nodes than are read', () => {
    const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    const wide = (count: number): string => `<a ${Array.from({ length: count }, (_, n) => `b${n}=""`).join(' ')}/>`;
    parseXml(asBytes(deep(256)));
    parseXml(asBytes(wide(1024)));
    assertRefused(deep(257), 'xml.too_large');
    assertRefused(deep(1_000_000), 'xml.too_large');
    assertRefused(wide(1025), 'xml.too_large');
    assertRefused(wide(300_000), 'xml.too_large');
    assertRefused(`<a xmlns:x="urn:x" ${'b="" '.repeat(2000)}/>`, 'xml.too_large');
    const namespaces = (count: number): string => Array.from({ length: count }, (_, n) => `xmlns:n${n}="u:"`).join(' ');
    parseXml(asBytes(`<a ${namespaces(512)}>${`<b ${namespaces(512)}/>`.repeat(3)}</a>`));
    assertRefused(`<a ${namespaces(512)}><b ${namespaces(513)}/></a>`, 'xml.too_large');
    parseXml(asBytes('<a b="1">text<b/></a>'), { maxNodes: 4 });
    assertRefused('<a b="1">text<b/></a>', 'xml.too_large', { maxNodes: 3 });
  });
});

describe('a document is read', () => {
  it('in what it is declared, an octet for each character', () => {
    const read = (encoding: string, octets: string) => parseXml(inOctets(encoding, octets)).root.children;
    assert.deepEqual(read('ISO-8859-1', '<a>\x80\x93\xe5\xff&#8364;</a>'), ['\x80\x93åÿ€']);
    assert.deepEqual(read('iso-8859-1', '<\xe5>\xc3\xa5</\xe5>'), ['Ã¥']);
    assert.deepEqual(read('windows-1252', '<a>\x80\x93\xe5\xff</a>'), ['€“åÿ']);
    assert.deepEqual(read('US-ASCII', '<a>text&#229;</a>'), ['textå']);
  });

  it('in UTF-8 and UTF-16, with and without mark and declaration', () => {
    const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><å>😀</å>`;
    for (const bytes of [
      asBytes('<å>😀</å>'),
      asBytes('\ufeff<å>😀</å>'),
      asBytes(declared('utf-8')),
      asBytes(`\ufeff${declared('UTF-8')}`),
      utf16('\ufeff<å>😀</å>'),
      utf16(`\ufeff${declared('UTF-16')}`),
      utf16(declared('UTF-16LE')),
      utf16(`\ufeff${declared('utf-16')}`, true),
      utf16(declared('UTF-16BE'), true),
    ]) {
      const { root } = parseXml(bytes);
      assert.equal(root.name, 'å');
      assert.deepEqual(root.children, ['😀']);
    }
  });

  it('with line ends and attributes normalized, references replaced and CDATA as text', () => {
    const { root } = parseXml(asBytes('<a b="1\r\n2\t3&#10;4">x\r\ny\rz&amp;&#xD;<![CDATA[<&\r\n]]></a>'));
    assert.equal(root.attributes[0]?.value, '1 2 3\n4');
    assert.equal(root.children.map(String).join(''), 'x\ny\nz&\r<&\n');
  });

  it('with namespaces resolved, also for names that objects have', () => {
    const { root } = parseXml(
      asBytes('<p:a xmlns:p="urn:p" xmlns="urn:d" __proto__="1" constructor="2"><b xmlns=""/></p:a>'),
    );
    const [child] = childElements(root);
    assert.deepEqual([root.namespace, root.local, child?.namespace], ['urn:p', 'a', '']);
    assert.deepEqual(
      root.attributes.map(({ name }) => name),
      ['__proto__', 'constructor'],
    );
  });
});
