import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { formatPem, parsePem, PemError, type PemErrorCode } from './pem.ts';

const isPemError = (code: PemErrorCode) => (error: unknown) => error instanceof PemError && error.code === code;
const BLOCK = '-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n';
const ONE = [{ label: 'CERTIFICATE', der: Uint8Array.of(1, 2, 3) }];

it('writes lines of 64 characters with a line feed after each (RFC 7468 §2)', () => {
  const lines = formatPem('CERTIFICATE', new Uint8Array(100)).split('\n');
  assert.deepEqual(
    lines.map((line) => line.length),
    [27, 64, 64, 8, 25, 0],
  );
});

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 4 }), (ders) => {
      const text = ders.map((der) => formatPem('X509 CRL', der)).join('');
      assert.deepEqual(
        parsePem(text),
        ders.map((der) => ({ label: 'X509 CRL', der })),
      );
    }),
  );
});

describe('reads', () => {
  for (const [why, text] of [
    ['text around the block', `Subject: CN=a\n${BLOCK}and more`],
    ['CRLF', BLOCK.replaceAll('\n', '\r\n')],
    ['lone carriage returns', BLOCK.replaceAll('\n', '\r')],
    ['blanks and empty lines', '-----BEGIN CERTIFICATE-----\n\n  AQ\t\nI D\n\n-----END CERTIFICATE-----'],
    ['everything on one line', '-----BEGIN CERTIFICATE-----AQID-----END CERTIFICATE-----'],
    ['the label X509 CERTIFICATE', BLOCK.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')],
    ['a BEGIN in the text before that begins nothing', `-----BEGIN \n-----BEGIN lots of ${'x'.repeat(80)}\n${BLOCK}`],
  ] as const) {
    it(why, () => assert.deepEqual(parsePem(text), ONE));
  }

  it('missing padding', () => {
    const text = '-----BEGIN A-----\nAQ\n-----END A-----';
    assert.deepEqual(parsePem(text)[0]!.der, Uint8Array.of(1));
  });

  it('the old label of requests as the new one (RFC 7468 §7)', () => {
    const text = formatPem('NEW CERTIFICATE REQUEST', Uint8Array.of(1));
    assert.equal(parsePem(text)[0]!.label, 'CERTIFICATE REQUEST');
  });

  it('the label that NSS gives a CRL as the common one (RFC 7468 §6)', () => {
    assert.equal(parsePem(formatPem('CRL', Uint8Array.of(1)))[0]!.label, 'X509 CRL');
  });

  it('several blocks in order', () => {
    const text = formatPem('PRIVATE KEY', Uint8Array.of(1)) + BLOCK;
    assert.deepEqual(
      parsePem(text).map(({ label }) => label),
      ['PRIVATE KEY', 'CERTIFICATE'],
    );
  });
});

describe('refuses', () => {
  for (const [why, text, code] of [
    ['an empty text', '', 'pem.nothing_found'],
    ['bare base64', 'AQID', 'pem.nothing_found'],
    ['four hyphens', BLOCK.replaceAll('-----', '----'), 'pem.nothing_found'],
    ['a block without an end', '-----BEGIN CERTIFICATE-----\nAQID\n', 'pem.bad_boundary'],
    ['another label at the end', BLOCK.replace('END CERTIFICATE', 'END X509 CRL'), 'pem.bad_boundary'],
    ['a block inside a block', `-----BEGIN CERTIFICATE-----\n${BLOCK}`, 'pem.bad_boundary'],
    ['what is not base64', BLOCK.replace('AQID', 'AQ*D'), 'pem.bad_base64'],
    ['base64 of the URL alphabet', BLOCK.replace('AQID', '-_AA'), 'pem.bad_base64'],
    ['base64 that stops too soon', BLOCK.replace('AQID', 'AQIDA'), 'pem.bad_base64'],
    ['text behind padding', BLOCK.replace('AQID', 'AQ==AQID'), 'pem.bad_base64'],
    ['headers', BLOCK.replace('AQID', 'Proc-Type: 4,ENCRYPTED\n\nAQID'), 'pem.encapsulated_headers'],
    ['more than 16 MiB', ' '.repeat(16 * 1024 * 1024 + 1), 'pem.too_large'],
    ['more than 10,000 blocks', BLOCK.repeat(10_001), 'pem.too_large'],
  ] as const) {
    it(why, () => assert.throws(() => parsePem(text), isPemError(code)));
  }

  it('to write a label that could not be read', () => {
    for (const label of ['', 'A-----', 'A\nB', ' A', 'A  B']) {
      assert.throws(() => formatPem(label, new Uint8Array(1)), RangeError);
    }
  });
});

it('stays linear on boundaries that never end', () => {
  assert.throws(() => parsePem('-----BEGIN '.repeat(100_000)), isPemError('pem.nothing_found'));
  assert.throws(() => parsePem('-----BEGIN A-----'.repeat(100_000)), isPemError('pem.bad_boundary'));
});
