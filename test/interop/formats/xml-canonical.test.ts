/** Canonical forms: what libxml2 and the JDK make of a document is what we make of it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import * as fc from 'fast-check';

import { findCanonicalizationMethod } from '../../../packages/documents/src/xml/canonicalization-methods.ts';
import { canonicalOctets } from '../../../packages/documents/src/xml/canonicalize.ts';
import { parseXml } from '../../../packages/documents/src/xml/parse.ts';
import { xmlDocuments } from '../../../packages/documents/test/xml-arbitraries.ts';

const directory = mkdtempSync(join(tmpdir(), 'sealwright-canonical-'));
after(() => rmSync(directory, { recursive: true }));

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const C14N11 = 'http://www.w3.org/2006/12/xml-c14n11';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** Drawn once: a failing one stands in the message, with what was made of it. */
const documents = fc.sample(xmlDocuments(), { numRuns: 400, seed: 20_261_121 });
/** Names that the fifth edition of XML 1.0 allows, and the JDK does not know. */
const FIFTH_EDITION = /[\u{fa10}\u{10300}\u{10400}]/u;
/** libxml2 writes such a name as it stands, which is not XML. */
const AMPERSAND = '<a xmlns="urn:one?a=1&amp;b=&lt;&quot;"/>';
const compared = documents.map((text, index) => write(`${index}`, text));

describe('canonical forms are those of libxml2', () => {
  for (const [option, uri] of [
    ['--c14n', `${C14N}#WithComments`],
    ['--c14n11', `${C14N11}#WithComments`],
    ['--exc-c14n', `${EXCLUSIVE}WithComments`],
  ] as const)
    it(uri, () => {
      for (const file of compared) assertSame(file, uri, execFileSync('xmllint', [option, file], { stdio: 'pipe' }));
    });
});

describe('canonical forms are those of the JDK', () => {
  const jdk = mkdtempSync(join(directory, 'jdk-'));
  execFileSync('javac', ['-d', jdk, join(import.meta.dirname, 'xml/XmlWitness.java')]);
  // Of an element without children it forgets what follows it: theirs have one.
  const documents = fc.sample(xmlDocuments('<e/>'), { numRuns: 400, seed: 20_261_122 });
  const known = [...documents.filter((text) => !FIFTH_EDITION.test(text)), AMPERSAND];
  const compared = known.map((text, index) => write(`${basename(jdk)}/${index}`, text));
  assert.ok(compared.length > 50, `only ${compared.length} documents`);

  for (const uri of [C14N, C14N11, EXCLUSIVE].flatMap((one) => [
    one,
    one === EXCLUSIVE ? `${one}WithComments` : `${one}#WithComments`,
  ]))
    it(uri, () => {
      execFileSync('java', ['-cp', jdk, 'XmlWitness', 'canonicalize', uri, jdk]);
      for (const file of compared) assertSame(file, uri, readFileSync(file.replace(/xml$/, 'canonical')));
    });
});

function write(name: string, text: string): string {
  const file = join(directory, `${name}.xml`);
  writeFileSync(file, text);
  return file;
}

function assertSame(file: string, uri: string, expected: Uint8Array): void {
  const bytes = readFileSync(file);
  const found = new TextDecoder().decode(canonicalOctets(parseXml(bytes), findCanonicalizationMethod(uri)!));
  assert.equal(found, new TextDecoder().decode(expected), `of ${JSON.stringify(new TextDecoder().decode(bytes))}`);
}
