/** Signatures of other producers, and ours that other programs have verified. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { asText, everyProperty } from '../../test/xml-signing.ts';
import { finishXmlSignature, prepareXmlSignature, verifyXmlSignatures } from './index.ts';

const directory = new URL('fixtures/', import.meta.url);
const files = readdirSync(directory).filter((name) => name.endsWith('.xml'));
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, directory)));

function validOf(name: string, xades: boolean) {
  const [verdict, second] = verifyXmlSignatures(read(name), { xades });
  assert.equal(second, undefined);
  assert.ok(verdict?.status === 'valid', name);
  return verdict;
}

describe('the signature is valid, and over all of the document, of', () => {
  for (const name of files)
    it(name, () => {
      const { coversDocument, foreignContent, weak, xades } = validOf(name, !name.startsWith('xmlsec'));
      assert.deepEqual([coversDocument, foreignContent, weak], [true, false, []]);
      if (/^(?:dss|signxml)/.test(name)) assert.deepEqual(xades?.claimedRoles, ['a role']);
    });

  it('all of the files that there are', () => {
    assert.equal(files.length, 7);
  });
});

describe('what is written today is what other programs have verified:', () => {
  for (const [name, version, stamped] of [
    ['sealwright-b.xml', 2, false],
    ['sealwright-b-version-1.xml', 1, false],
    ['sealwright-t.xml', 2, true],
  ] as const)
    it(name, () => {
      const bytes = read(name);
      const text = asText(bytes);
      const document = new TextEncoder().encode(text.replace(/<ds:Signature .*<\/ds:Signature>/s, ''));
      const { certificate, algorithm } = validOf(name, true);
      const prepared = prepareXmlSignature(document, {
        signatureAlgorithm: algorithm.name,
        certificate: certificate.der,
        included: [certificate.der],
        xades: { ...everyProperty, propertiesVersion: version },
      });
      const value = base64In(text, 'ds:SignatureValue');
      const token = stamped ? base64In(text, 'xades:EncapsulatedTimeStamp') : undefined;
      assert.equal(asText(finishXmlSignature(document, prepared, value, token)), text);
    });
});

function base64In(text: string, element: string): Uint8Array {
  return Uint8Array.fromBase64(new RegExp(`<${element}[^>]*>([^<]*)`).exec(text)![1]!);
}
