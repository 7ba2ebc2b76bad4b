import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOcspPath } from './request-path.ts';

const read = (url: string) => readOcspPath(url, '/ocsp');
const hex = (octets: Uint8Array | undefined) => octets?.toHex();

it('keeps slashes that are part of base64, in a row and at the end', () => {
  assert.equal(hex(read('/ocsp/MA//').whole), '300fff');
  assert.equal(hex(read('/ocsp/MA//MA//').whole), '300fff300fff');
  assert.equal(hex(read('/ocsp/CA/MA//').afterFirst), '300fff');
  assert.equal(read('/ocsp/CA/MA//').first, 'CA');
});

it('decodes percent signs once, and takes a plus for a plus', () => {
  assert.equal(hex(read('/ocsp/MA%2f%2F').whole), '300fff');
  assert.equal(hex(read('/ocsp/MA+%2B').whole), '300fbe');
  assert.equal(hex(read('/ocsp/MAA%3D').whole), '3000');
  assert.equal(read('/ocsp/An%20issuing%20CA/MAA%3D').first, 'An issuing CA');
  assert.equal(read('/ocsp/MA%252F%252F').whole, undefined);
});

it('reads no query and takes missing padding', () => {
  assert.equal(hex(read('/ocsp/MAA?x=1').whole), '3000');
  assert.equal(hex(read('/ocsp/MAA').whole), '3000');
});

it('finds no request in what is not base64', () => {
  for (const path of ['/ocsp/', '/ocsp/%', '/ocsp/%FF', '/ocsp/M A', '/ocsp/MA-_', '/ocsp/M=A'])
    assert.equal(read(path).whole, undefined, path);
  assert.equal(read('/ocsp/MAA').afterFirst, undefined);
});
