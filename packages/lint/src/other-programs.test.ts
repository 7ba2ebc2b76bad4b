/** CRLs, OCSP responses and requests that other programs have made, and the test suite of NIST for paths. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Finding, lintCertificationRequest, lintCrl, lintOcspResponse } from './index.ts';

const PKI = new URL('../../pki/', import.meta.url);

/** The blocks of a file of PEM; a file of DER as it is. */
function objectsOf(path: string): readonly Uint8Array[] {
  const octets = readFileSync(new URL(path, PKI));
  const blocks = octets.toString('latin1').matchAll(/-----BEGIN [^-]+-----([A-Za-z0-9+/=\s]+)-----END/g);
  const decoded = Array.from(blocks, ([, text]) => Buffer.from(text!, 'base64'));
  return decoded.length === 0 ? [octets] : decoded;
}

function filesOf(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(new URL(folder, PKI))
    .filter((file) => ending.test(file))
    .map((file) => `${folder}${file}`);
}

function errorsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))];
}

describe('lint', () => {
  it('finds in 173 CRLs of PKITS the negative serial number that is there for it, and nothing else', () => {
    const objects = objectsOf('test/fixtures/pkits/crls.pem');
    assert.equal(objects.length, 173);
    assert.deepEqual(
      objects.flatMap((octets) => lintCrl(octets)).filter(({ level }) => level === 'error'),
      [
        {
          rule: 'crl/entry-serial-number-positive',
          clause: 'RFC 5280 §4.1.2.2',
          level: 'error',
          message: 'the entry of ff: the serial number is not positive',
        },
      ],
    );
  });

  it('finds no error in OCSP responses of OpenSSL and Bouncy Castle', () => {
    const files = filesOf('src/ocsp/fixtures/', /^(?!sealwright).*\.ors$/);
    assert.ok(files.length >= 4);
    for (const file of files)
      for (const octets of objectsOf(file)) assert.deepEqual(errorsOf(lintOcspResponse(octets)), [], file);
  });

  it('finds no error in requests of other programs', () => {
    const files = filesOf('src/request/fixtures/', /\.pem$/);
    assert.ok(files.length >= 4);
    for (const file of files)
      for (const octets of objectsOf(file)) assert.deepEqual(errorsOf(lintCertificationRequest(octets)), [], file);
  });
});
