import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { request } from '../test/certification-request.ts';
import { bitString, sequence } from '../test/der.ts';
import { responseData, signedResponse } from '../test/ocsp-response.ts';
import { crl, signedCrl } from '../test/tbs-crl.ts';
import { algorithm, leaf } from '../test/tbs-certificate.ts';
import { objectKindOf } from './object-kind.ts';

const certificate = (tbs: Uint8Array) => sequence(tbs, algorithm('1.2.840.10045.4.3.2'), bitString(Uint8Array.of(1)));

describe('the kind of an object', () => {
  it('is told by its first octets', () => {
    const kinds = {
      certificate: [certificate(leaf()), certificate(leaf({ version: new Uint8Array() }))],
      CRL: [signedCrl(crl()), signedCrl(crl({ version: new Uint8Array() })), signedCrl(crl({ entries: null }))],
      request: [request(), request({ subject: sequence() })],
      'OCSP response': [signedResponse(responseData())],
    };
    for (const [kind, all] of Object.entries(kinds))
      for (const octets of all) assert.equal(objectKindOf(octets.subarray(0, 200)), kind);
  });

  it('is undefined for other octets, and for too few', () => {
    for (const octets of [
      new Uint8Array(),
      Buffer.from('text'),
      Buffer.from('0123456789'),
      Buffer.alloc(99),
      sequence(),
      sequence(sequence(sequence(), sequence(), sequence())),
    ])
      assert.equal(objectKindOf(octets), undefined);
    const octets = signedCrl(crl());
    for (let length = 0; length < 20; length++) assert.equal(objectKindOf(octets.subarray(0, length)), undefined);
  });
});
