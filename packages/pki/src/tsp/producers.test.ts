/** The requests and responses of other producers: read, verified, and encoded again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Certificate } from '../certificate/index.ts';
import { signingCertificate, signingCertificateV2 } from '../cms/index.ts';
import { asDer } from '../der/index.ts';
import { parsePem } from '../pem.ts';
import { readTimeStampFixture, type TimeStampFixture, timeStampFixtures } from '../../test/time-stamps.ts';
import {
  assembleTimeStampToken,
  checkImprint,
  checkTimeStampResponse,
  encodeTimeStampRequest,
  encodeTimeStampResponse,
  encodeTstInfo,
  parseTimeStampRequest,
  parseTimeStampResponse,
  type ResponseVerdict,
  TimeStampToken,
} from './index.ts';

const pem = new TextDecoder().decode(readTimeStampFixture('openssl-no-certificate.pem'));
const others = parsePem(pem).map(({ der }) => Certificate.parse(der));

function verdictOf({ request, response }: Omit<TimeStampFixture, 'name'>): ResponseVerdict {
  return checkTimeStampResponse(parseTimeStampResponse(response), parseTimeStampRequest(request), others);
}

function fixture(name: string): TimeStampFixture {
  return timeStampFixtures().find((one) => one.name === name)!;
}

function stamped(name: string): TimeStampToken {
  const verdict = verdictOf(fixture(name));
  assert.ok(verdict.status === 'stamped', verdict.status);
  return verdict.token;
}

const refusals = /-(?:bad-algorithm|bad-policy|rejection)$/;

describe('what another producer wrote', () => {
  for (const one of timeStampFixtures()) {
    it(`is an answer to its request: ${one.name}`, () => {
      assert.equal(checkImprint(parseTimeStampRequest(one.request).messageImprint).status, 'good');
      assert.equal(verdictOf(one).status, refusals.test(one.name) ? 'refused' : 'stamped');
    });

    it(`is encoded again to the same octets: ${one.name}`, () => {
      const request = parseTimeStampRequest(one.request);
      // We write no negative nonces.
      if ((request.nonce ?? 0n) >= 0n) assert.deepEqual(Uint8Array.from(encodeTimeStampRequest(request)), one.request);
      const response = parseTimeStampResponse(one.response);
      assert.deepEqual(Uint8Array.from(encodeTimeStampResponse(response)), one.response);
      if (response.token === undefined) return;
      const { info, signedData, signer } = TimeStampToken.parse(response.token);
      const tstInfo = encodeTstInfo(info);
      assert.deepEqual(Uint8Array.from(tstInfo), Uint8Array.from(signedData.content!));
      const extras = { certificates: signedData.certificateChoices };
      const token = assembleTimeStampToken(tstInfo, asDer<'SignerInfo'>(signer.der), extras);
      assert.deepEqual(Uint8Array.from(token), Uint8Array.from(response.token));
    });
  }

  it('is refused as the answer to another request', () => {
    const { response } = fixture('openssl-everything');
    for (const [name, fault] of [
      ['openssl-bad-policy', 'policy'],
      ['openssl-plain', 'imprint'],
    ] as const) {
      const verdict = verdictOf({ request: fixture(name).request, response });
      assert.ok(verdict.status === 'unacceptable' && verdict.fault === fault, verdict.status);
    }
  });
});

describe('what a response of another producer says', () => {
  it('is everything that Bouncy Castle wrote', () => {
    const { info } = stamped('bouncycastle-everything');
    assert.equal(info.policy, '1.2.3.4.7');
    assert.equal(info.serialNumber, 0x0123456789abcdef0123456789abcdef01234567n);
    assert.deepEqual(info.genTime, { seconds: 1_795_284_702, fraction: '12' });
    assert.deepEqual(info.accuracy, { seconds: 2, millis: 3, micros: 4 });
    assert.equal(info.ordering, true);
    assert.equal(info.nonce, (1n << 300n) - 1n);
    assert.equal(info.tsa?.type === 'directoryName' && String(info.tsa.value), 'CN=SHA256withECDSA,O=Example,C=SE');
    assert.deepEqual(
      info.extensions?.map(({ oid, critical }) => [oid, critical]),
      [
        ['1.2.3.4.8', false],
        ['1.2.3.4.9', true],
      ],
    );
  });

  it('is a certificate by SHA-1 or by another hash (RFC 5816)', () => {
    const hashes = (name: string) => {
      const { signer } = stamped(name);
      const values = [signer.signed(signingCertificate), signer.signed(signingCertificateV2)];
      return values.map((value) => value?.certificates[0]!.hash.name);
    };
    assert.deepEqual(hashes('openssl-plain'), ['SHA-1', undefined]);
    assert.deepEqual(hashes('openssl-everything'), [undefined, 'SHA-256']);
    assert.deepEqual(hashes('bouncycastle-everything'), [undefined, 'SHA-512']);
  });

  it('is why it was refused', () => {
    const info = (name: string) => parseTimeStampResponse(fixture(name).response).status;
    assert.deepEqual(info('openssl-bad-algorithm').failures, ['badAlg']);
    assert.deepEqual(info('openssl-bad-policy').failures, ['unacceptedPolicy']);
    assert.deepEqual(info('bouncycastle-rejection'), {
      status: 'rejection',
      texts: ['The clock stands.'],
      failures: ['timeNotAvailable'],
    });
  });

  it('is a negative nonce', () => {
    assert.equal(stamped('bouncycastle-negative-nonce').info.nonce, -5n);
  });
});
