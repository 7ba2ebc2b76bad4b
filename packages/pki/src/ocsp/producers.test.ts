/** The requests and responses of other producers: read, verified, and encoded again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { signatureAlgorithmOf } from '../algorithm/index.ts';
import { findExtension } from '../extension/index.ts';
import { Certificate } from '../certificate/index.ts';
import { type OcspFixture, OCSP_NOW, ocspFixtures, ocspPathTo } from '../../test/ocsp-fixtures.ts';
import {
  archiveCutoff,
  assembleBasicOcspResponse,
  assembleOcspRequest,
  type BasicOcspResponse,
  checkOcspResponse,
  encodeOcspResponse,
  encodeOcspResponseData,
  encodeTbsOcspRequest,
  extendedRevoke,
  ocspNonce,
  OcspRequest,
  parseOcspResponse,
} from './index.ts';

function answerOf({ response }: Pick<OcspFixture, 'response'>): BasicOcspResponse {
  const read = parseOcspResponse(response);
  assert.ok(read.status === 'successful');
  return read.basic;
}

function fixture(name: string): OcspFixture {
  return ocspFixtures().find((one) => one.name === name)!;
}

describe('what another producer wrote', () => {
  for (const one of ocspFixtures()) {
    it(`is encoded again to the same octets: ${one.name}`, () => {
      const { queries, requestorName, extensions, signature } = OcspRequest.parse(one.request);
      const tbs = encodeTbsOcspRequest({ queries, requestorName, extensions });
      const signed = signature && {
        algorithm: signatureAlgorithmOf(signature.algorithmDer),
        signature: signature.value,
        certificates: signature.certificates,
      };
      assert.deepEqual(Uint8Array.from(assembleOcspRequest(tbs, signed)), one.request);
      const answer = answerOf(one);
      const basic = assembleBasicOcspResponse(
        encodeOcspResponseData(answer),
        answer.signatureAlgorithm,
        answer.signature,
        answer.certificates,
      );
      assert.deepEqual(Uint8Array.from(encodeOcspResponse({ status: 'successful', basic })), one.response);
    });
  }

  for (const [name, of, responder, status] of [
    ['openssl-good', 'openssl-good', 'delegated', 'good'],
    ['openssl-revoked', 'openssl-revoked', 'issuer', 'revoked'],
    ['openssl-several', 'openssl-revoked', 'delegated', 'revoked'],
    ['openssl-several', 'openssl-unknown', 'delegated', 'unknown'],
    ['openssl-signed', 'openssl-unknown', 'issuer', 'unknown'],
    ['bouncycastle-everything', 'bouncycastle-good', 'delegated', 'good'],
    ['bouncycastle-ml-dsa-44', 'bouncycastle-revoked', 'delegated', 'revoked'],
    ['bouncycastle-slh-dsa', 'bouncycastle-good', 'delegated', 'good'],
    ['bouncycastle-ca', 'bouncycastle-revoked', 'issuer', 'revoked'],
  ] as const)
    it(`says what it was made to say: ${name}, ${of}`, () => {
      const nonce = OcspRequest.parse(fixture(name).request).extension(ocspNonce);
      const question = { path: ocspPathTo(of), at: 0, now: OCSP_NOW, nonce };
      const verdict = checkOcspResponse(answerOf(fixture(name)), question);
      assert.ok(verdict.status === 'answered', JSON.stringify(verdict));
      assert.equal(verdict.responder.kind, responder);
      assert.equal(verdict.response.certificateStatus.status, status);
    });

  it('gives the reason and time of a revocation', () => {
    const [found] = answerOf(fixture('openssl-revoked')).responses;
    const revokedAt = Date.UTC(2026, 0, 1, 12) / 1000;
    assert.deepEqual(found?.certificateStatus, { status: 'revoked', revokedAt, reason: 'KEY_COMPROMISE' });
  });

  it('has extensions that are understood', () => {
    const answer = answerOf(fixture('bouncycastle-everything'));
    assert.equal(answer.extension(extendedRevoke), true);
    const since = Date.UTC(2020, 0, 1) / 1000;
    for (const { extensions } of answer.responses) assert.equal(findExtension(extensions, archiveCutoff), since);
  });

  it('is signed by the one who asks', () => {
    const signed = ocspFixtures()
      .map(({ request }) => OcspRequest.parse(request))
      .filter(({ signature }) => signature !== undefined);
    assert.equal(signed.length, 5);
    for (const request of signed) {
      const { publicKey } = Certificate.parse(request.signature!.certificates[0]!);
      assert.equal(request.verify(publicKey), true);
    }
  });

  it('is not signed by others', () => {
    const request = OcspRequest.parse(fixture('openssl-signed').request);
    assert.equal(request.verify(ocspPathTo('openssl-revoked').publicKeys[0]!), false);
  });
});
