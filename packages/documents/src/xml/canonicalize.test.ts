import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { asBytes, asText } from '../../test/xml-signing.ts';
import { findCanonicalizationMethod } from './canonicalization-methods.ts';
import { canonicalOctets, type CanonicalizeOptions } from './canonicalize.ts';
import { compareCodePoints } from './code-points.ts';
import { XmlError } from './errors.ts';
import { attributeOf, elementsOf } from './nodes.ts';
import { parseXml } from './parse.ts';

const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const INCLUSIVE_11 = 'http://www.w3.org/2006/12/xml-c14n11';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The canonical form of the whole document. */
function whole(text: string, uri: string, options?: CanonicalizeOptions): string {
  return asText(canonicalOctets(parseXml(asBytes(text)), findCanonicalizationMethod(uri)!, options));
}

/** The canonical form of the element whose `id` is `x`. */
function part(text: string, uri: string, options?: CanonicalizeOptions): string {
  const element = elementsOf(parseXml(asBytes(text)).root).find((one) => attributeOf(one, 'id') === 'x')!;
  return asText(canonicalOctets(element, findCanonicalizationMethod(uri)!, options));
}

describe('the canonical form of a document', () => {
  it('has instructions and comments outside of the element on lines of their own', () => {
    const text = '<?xml version="1.0"?>\n\n<?a  b ?>  <!-- c --><d/>\n\n<!-- e --><?f?>\n';
    assert.equal(whole(text, INCLUSIVE), '<?a b ?>\n<d></d>\n<?f?>');
    assert.equal(whole(text, `${INCLUSIVE}#WithComments`), '<?a b ?>\n<!-- c -->\n<d></d>\n<!-- e -->\n<?f?>');
    assert.equal(whole(text, `${INCLUSIVE}#WithComments`, { dropComments: true }), '<?a b ?>\n<d></d>\n<?f?>');
  });

  it('keeps white space in content, and none between attributes', () => {
    assert.equal(whole('<a  c="1"\n b = \'2\' > <b /> </a >', INCLUSIVE), '<a b="2" c="1"> <b></b> </a>');
  });

  it('orders namespaces by prefix, and attributes by namespace and name', () => {
    assert.equal(
      whole('<a b:y="1" a:z="2" x="3" a:b="4" xmlns:a="urn:z" xmlns:b="urn:a" xmlns="urn:d"/>', INCLUSIVE),
      '<a xmlns="urn:d" xmlns:a="urn:z" xmlns:b="urn:a" x="3" b:y="1" a:b="4" a:z="2"></a>',
    );
  });

  it('orders by code point', () => {
    assert.equal(whole('<a \u{10300}="1" \u{fa10}="2" z="3"/>', INCLUSIVE), '<a z="3" \u{fa10}="2" \u{10300}="1"></a>');
    assert.ok(compareCodePoints('\u{10300}', '\u{fa10}') > 0);
    assert.ok(compareCodePoints('a', 'ab') < 0);
    assert.equal(compareCodePoints('a', 'a'), 0);
  });

  it('writes references only where they are needed', () => {
    assert.equal(
      whole('<a b="&lt;>&amp;&quot;\'&#9;&#10;&#13;">&lt;&gt;&amp;"\'&#9;&#10;&#13;<![CDATA[<]]></a>', INCLUSIVE),
      '<a b="&lt;>&amp;&quot;\'&#x9;&#xA;&#xD;">&lt;&gt;&amp;"\'\t\n&#xD;&lt;</a>',
    );
  });

  it('leaves out declarations that say nothing new', () => {
    const text =
      '<a xmlns="urn:a" xmlns:p="urn:p"><b xmlns="urn:a" xmlns:p="urn:q"><c xmlns="" xmlns:p="urn:q"/></b></a>';
    assert.equal(
      whole(text, INCLUSIVE),
      '<a xmlns="urn:a" xmlns:p="urn:p"><b xmlns:p="urn:q"><c xmlns=""></c></b></a>',
    );
    assert.equal(whole('<a xmlns=""/>', INCLUSIVE), '<a></a>');
  });
});

describe('the work for a canonical form', () => {
  it('does not grow with the namespaces that are in scope', () => {
    const milliseconds = (namespaces: number): number => {
      const declared = Array.from({ length: namespaces }, (_, n) => ` xmlns:n${n}="urn:n"`).join('');
      const document = parseXml(asBytes(`<a${declared}>${'<b xmlns:q="urn:q"/>'.repeat(50_000)}</a>`));
      const before = process.threadCpuUsage();
      canonicalOctets(document, findCanonicalizationMethod(INCLUSIVE)!);
      return process.threadCpuUsage(before).user / 1000;
    };
    const [, few, many] = [1, 1, 1000].map(milliseconds);
    assert.ok(many! < 10 * few! + 200, `${few} ms, and ${many} ms`);
  });

  it('is told, also of what is not written', () => {
    let looked = 0;
    const look = (nodes: number): void => {
      looked += nodes;
    };
    const text = `<a xmlns:p="urn:p"><b xmlns:p="urn:p" id="x">${'<!-- c -->'.repeat(100)}</b></a>`;
    part(text, INCLUSIVE, { look });
    assert.ok(looked > 100 && looked < 120, `${looked}`);
  });
});

describe('the canonical form of an element', () => {
  const around = '<r xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" xml:lang="en" xml:space="preserve"';

  it('takes over namespaces and xml: attributes, the nearest first', () => {
    const text = `${around}><m xml:lang="sv"><p:e id="x"><f xml:lang="de"/></p:e></m></r>`;
    const expected =
      '<p:e xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" id="x" xml:lang="sv" xml:space="preserve"><f xml:lang="de"></f></p:e>';
    assert.equal(part(text, INCLUSIVE), expected);
    assert.equal(part(text, INCLUSIVE_11), expected);
  });

  it('takes over xml:id and xml:base in version 1.0; in 1.1 no xml:id, and it is refused below an xml:base', () => {
    assert.equal(
      part('<r xml:id="r" xml:base="http://b/"><e id="x"/></r>', INCLUSIVE),
      '<e id="x" xml:base="http://b/" xml:id="r"></e>',
    );
    assert.equal(part('<r xml:id="r"><e id="x" xml:base="a"/></r>', INCLUSIVE_11), '<e id="x" xml:base="a"></e>');
    assert.throws(
      () => part('<r xml:base="http://b/"><e id="x"/></r>', INCLUSIVE_11),
      (error) => error instanceof XmlError && error.code === 'xml.not_supported',
    );
  });

  it('declares what it uses, where it uses it, when it is exclusive', () => {
    assert.equal(
      part(`${around}><p:e id="x"><f q:a=""/><p:g/></p:e></r>`, EXCLUSIVE),
      '<p:e xmlns:p="urn:p" id="x"><f xmlns="urn:d" xmlns:q="urn:q" q:a=""></f><p:g></p:g></p:e>',
    );
  });

  it('treats the prefixes that are named as an inclusive form does', () => {
    assert.equal(
      part(`${around}><p:e id="x"><p:g/></p:e></r>`, EXCLUSIVE, { inclusivePrefixes: ['', 'q', 'unknown'] }),
      '<p:e xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" id="x"><p:g></p:g></p:e>',
    );
  });

  it('takes back a default namespace within', () => {
    const text = '<r xmlns="urn:d"><e id="x"><f xmlns=""><g xmlns="urn:d"/></f></e></r>';
    const expected = '<e xmlns="urn:d" id="x"><f xmlns=""><g xmlns="urn:d"></g></f></e>';
    assert.equal(part(text, INCLUSIVE), expected);
    assert.equal(part(text, EXCLUSIVE), expected);
  });
});
