/** Time-stamps: `openssl ts` asks us and verifies the answer, and the other way round. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  checkTimeStampResponse,
  digest,
  encodeTimeStampRequest,
  encodeTimeStampResponse,
  formatPem,
  hashAlgorithmByName,
  hashAlgorithms,
  makeMessageImprint,
  oid,
  parseTimeStampRequest,
  parseTimeStampResponse,
  signatureAlgorithms,
  type TimeStampRequest,
} from '@sealwright/pki';

import { text } from '../../../packages/pki/test/cms-signers.ts';
import { TestAuthority } from '../../../packages/pki/test/time-stamps.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

const content = text('what is signed\n');
openssl.write('content', content);
openssl.write('other', text('what is not signed\n'));
const authority = new TestAuthority('SHA256withECDSA');

/** Algorithms that `openssl ts` of OpenSSL 3.0 does not verify; Bouncy Castle is the witness of these, see the fixtures of `packages/pki`. */
const UNKNOWN = /^(?:(?:ML|SLH)-DSA-.*|Ed.*|SHA3-.*withECDSA|SHA(?:384|512)WithDSA|.*withRSAandMGF1)$/;

/** Asks with `openssl ts -query`. */
function ask(...args: readonly string[]): TimeStampRequest {
  openssl.run('ts', '-query', '-data', 'content', '-out', 'request.tsq', ...args);
  return parseTimeStampRequest(read('request.tsq'));
}

/** Returns the output of `openssl ts -verify` for the answer of `by` to `request.tsq`. */
function verify(response: Uint8Array, by: TestAuthority, ...args: readonly string[]): string {
  openssl.write('response.tsr', response);
  openssl.write('ca.pem', formatPem('CERTIFICATE', by.signer.certificate.der));
  return openssl.outcome('ts', '-verify', '-in', 'response.tsr', '-CAfile', 'ca.pem', ...args).output;
}

function read(name: string): Uint8Array {
  return new Uint8Array(readFileSync(openssl.path(name)));
}

describe('openssl ts verifies our answer to its request', () => {
  const known = signatureAlgorithms.filter(({ name }) => !UNKNOWN.test(name));
  for (const { name } of known) {
    it(`signed by ${name}`, () => {
      const one = new TestAuthority(name);
      const response = one.answer(ask('-sha256', '-cert'));
      assert.match(verify(response, one, '-queryfile', 'request.tsq'), /^Verification: OK$/m);
      assert.match(verify(response, one, '-data', 'content'), /^Verification: OK$/m);
      assert.match(verify(response, one, '-data', 'other'), /^Verification: FAILED$/m);
    });
  }

  it('was all of the algorithms but those that it does not verify', () => {
    assert.equal(known.length, 10 + 5 + 3);
  });

  it('with every digest that it hashes with', () => {
    for (const { nodeName, name } of hashAlgorithms.filter((one) => !one.name.startsWith('SHAKE'))) {
      const response = authority.answer(ask(`-${nodeName}`, '-cert', '-tspolicy', '1.2.3.4.5'));
      assert.match(verify(response, authority, '-queryfile', 'request.tsq'), /^Verification: OK$/m, name);
    }
  });

  it('with a certificate named by SHA-1 or another hash, with issuer and number or without', () => {
    const request = ask('-sha256', '-cert');
    const tstInfo = authority.tstInfo(request);
    for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']) {
      for (const issuerSerial of [true, false]) {
        const token = authority.token(tstInfo, { certificateHash: hashAlgorithmByName(name), issuerSerial });
        const response = encodeTimeStampResponse({ status: { status: 'granted' }, token });
        assert.match(verify(response, authority, '-queryfile', 'request.tsq'), /^Verification: OK$/m, name);
      }
    }
  });

  it('without certificates, when it has them', () => {
    const response = authority.answer(ask('-sha256'));
    assert.match(
      verify(response, authority, '-queryfile', 'request.tsq', '-untrusted', 'ca.pem'),
      /^Verification: OK$/m,
    );
  });

  it('and not one with another nonce or policy, or by another certificate', () => {
    const request = ask('-sha256', '-cert', '-tspolicy', '1.2.3.4.5');
    const failed = (response: Uint8Array, reason: RegExp) => {
      const output = verify(response, authority, '-queryfile', 'request.tsq');
      assert.match(output, /^Verification: FAILED$/m);
      assert.match(output, reason);
    };
    failed(authority.answer(request, { nonce: 1n }), /nonce mismatch/);
    failed(authority.answer(request, { policy: oid('1.2.3.4.6') }), /policy mismatch/);
    const certificate = new TestAuthority('SHA384withECDSA').signer.certificate;
    const token = authority.token(authority.tstInfo(request), { certificate });
    failed(encodeTimeStampResponse({ status: { status: 'granted' }, token }), /ess cert id not found/);
  });
});

describe('openssl ts reads', () => {
  it('everything that our time-stamp says', () => {
    const request = ask('-sha256', '-cert', '-tspolicy', '1.2.3.4.77');
    const response = authority.answer(request, {
      accuracy: { seconds: 1, millis: 500, micros: 100 },
      ordering: true,
      serialNumber: (1n << 160n) - 1n,
      tsa: { type: 'dNSName', value: 'tsa.example.com' },
      extensions: [{ oid: oid('1.2.3.4.8'), critical: true, value: Uint8Array.of(5, 0) }],
    });
    openssl.write('response.tsr', response);
    const printed = openssl.run('ts', '-reply', '-in', 'response.tsr', '-text');
    for (const line of [
      /^Status: Granted\.$/m,
      /^Status description: Operation Okay$/m,
      /^Policy OID: 1\.2\.3\.4\.77$/m,
      /^Serial number: 0xF{40}$/m,
      /^Time stamp: Nov 21 18:11:42\.12 2026 GMT$/m,
      /^Accuracy: 0x01 seconds, 0x01F4 millis, 0x64 micros$/m,
      /^Ordering: yes$/m,
      new RegExp(`^Nonce: 0x0*${request.nonce!.toString(16)}$`, 'im'),
      /^TSA: DNS:tsa\.example\.com$/m,
      /^1\.2\.3\.4\.8: critical$/m,
    ])
      assert.match(printed, line);
  });

  it('why we refuse', () => {
    const status = {
      status: 'rejection',
      texts: ['Nein.', 'No.'],
      failures: ['badAlg', 'timeNotAvailable', 'systemFailure'],
    } as const;
    openssl.write('response.tsr', encodeTimeStampResponse({ status, token: undefined }));
    const printed = openssl.run('ts', '-reply', '-in', 'response.tsr', '-text');
    assert.match(printed, /^Status: Rejected\.$/m);
    assert.match(printed, /^Status description: Nein\.\s+No\.$/m);
    assert.match(
      printed,
      /^Failure info: unrecognized or unsupported algorithm identifier, the TSA's time source is not available, the request cannot be handled due to system failure$/m,
    );
  });

  it('everything that our request asks for', () => {
    openssl.write('ours.tsq', encodeTimeStampRequest(everything()));
    const printed = openssl.run('ts', '-query', '-in', 'ours.tsq', '-text');
    for (const line of [
      /^Policy OID: 1\.2\.3\.4\.55$/m,
      /^Nonce: 0x0*FEEDBEEF$/m,
      /^Certificate required: yes$/m,
      /^1\.2\.3\.4\.8:/m,
    ])
      assert.match(printed, line);
  });
});

it('is what openssl ts answers to our request', () => {
  const request: TimeStampRequest = { ...everything(), extensions: [] };
  openssl.write('ours.tsq', encodeTimeStampRequest(request));
  openssl.write('serial', '0A01\n');
  openssl.write('tsa.cnf', CONFIGURATION);
  const make = [
    'req',
    '-x509',
    '-nodes',
    '-newkey',
    'rsa:2048',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.pem',
    '-subj',
    '/CN=TSA',
  ];
  openssl.run(...make, '-addext', 'extendedKeyUsage=critical,timeStamping');
  const keys = ['-signer', 'tsa.pem', '-inkey', 'tsa.key'];
  openssl.run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'ours.tsq', ...keys, '-out', 'theirs.tsr');
  const verdict = checkTimeStampResponse(parseTimeStampResponse(read('theirs.tsr')), request);
  assert.ok(verdict.status === 'stamped', verdict.status);
  assert.equal(verdict.weak, false);
  assert.deepEqual(verdict.token.info.accuracy, { seconds: 1, millis: 500, micros: 100 });
  assert.ok(Math.abs(verdict.token.info.genTime.seconds - Date.now() / 1000) < 600);
});

function everything(): TimeStampRequest {
  const hash = hashAlgorithmByName('SHA-512');
  return {
    messageImprint: makeMessageImprint(hash, digest(hash, content)),
    policy: oid('1.2.3.4.55'),
    nonce: 0xfeed_beefn,
    certificateRequested: true,
    extensions: [{ oid: oid('1.2.3.4.8'), critical: false, value: Uint8Array.of(5, 0) }],
  };
}

const CONFIGURATION = `
[tsa]
default_tsa = config
[config]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.55
digests = sha512
accuracy = secs:1, millisecs:500, microsecs:100
clock_precision_digits = 6
`;
