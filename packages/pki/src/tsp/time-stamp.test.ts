/** Our own requests, time-stamps and responses, and what is refused of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { digest, hashAlgorithmByName, signatureAlgorithms } from '../algorithm/index.ts';
import { asDer, oid } from '../der/index.ts';
import { KEY_PURPOSES } from '../extension/index.ts';
import {
  CONTENT_TYPES,
  encodeSignedData,
  makeCmsAttribute,
  signatureTimeStamp,
  SignedData,
  signingTime,
  verifySigner,
  withUnsignedAttributes,
} from '../cms/index.ts';
import { signMessage, TestSigner, text } from '../../test/cms-signers.ts';
import { NOW_MICROSECONDS, TestAuthority } from '../../test/time-stamps.ts';
import {
  checkTimeStampResponse,
  encodeTimeStampRequest,
  encodeTimeStampResponse,
  makeMessageImprint,
  parseTimeStampRequest,
  parseTimeStampResponse,
  type TimeStampRequest,
  TimeStampToken,
  type TokenAttributes,
} from './index.ts';

const sha1 = hashAlgorithmByName('SHA-1');
const sha256 = hashAlgorithmByName('SHA-256');
const sha512 = hashAlgorithmByName('SHA-512');
const messageImprint = makeMessageImprint(sha256, digest(sha256, text('what is signed\n')));
const request: TimeStampRequest = {
  messageImprint,
  policy: oid('1.2.3.4.1'),
  nonce: 0xfeed_beefn,
  certificateRequested: true,
  extensions: [],
};
const authority = new TestAuthority('SHA256withECDSA');

function verdictOf(response: Uint8Array, asked = request, others = [authority.signer.certificate]) {
  return checkTimeStampResponse(parseTimeStampResponse(response), asked, others);
}

function faultOf(response: Uint8Array, asked = request, others = [authority.signer.certificate]): string {
  const verdict = verdictOf(response, asked, others);
  return verdict.status === 'unacceptable' ? verdict.fault : verdict.status;
}

/** A response with a token made otherwise. */
function responseWith(token: Uint8Array): Uint8Array {
  return encodeTimeStampResponse({ status: { status: 'granted' }, token });
}

describe('a time-stamp', () => {
  for (const { name } of signatureAlgorithms.filter(({ name }) => !/^SLH-DSA-.*S$/.test(name))) {
    it(`is verified by the one who asked: ${name}`, () => {
      const one = new TestAuthority(name);
      const asked = parseTimeStampRequest(encodeTimeStampRequest(request));
      const verdict = verdictOf(one.answer(asked), asked);
      assert.ok(verdict.status === 'stamped', verdict.status);
      assert.equal(verdict.weak, /MD5|SHA1with/i.test(name));
      assert.equal(verdict.certificate.sha256Fingerprint, one.signer.certificate.sha256Fingerprint);
    });
  }

  it('names its certificate by any hash, with or without issuer and number', () => {
    for (const certificateHash of [sha1, sha256, sha512]) {
      for (const issuerSerial of [true, false]) {
        const token = authority.token(authority.tstInfo(request), { certificateHash, issuerSerial });
        assert.equal(verdictOf(responseWith(token)).status, 'stamped');
      }
    }
  });

  it('has a signing time and protected algorithms, or not', () => {
    const tstInfo = authority.tstInfo(request);
    const seconds = NOW_MICROSECONDS / 1_000_000 - 0.12;
    const full = TimeStampToken.parse(authority.token(tstInfo, { signingTime: seconds }));
    assert.equal(full.signer.signed(signingTime), seconds);
    const bare = TimeStampToken.parse(authority.token(tstInfo, { algorithmProtection: false }));
    assert.equal(bare.signer.signedAttributes?.length, 3);
    assert.equal(full.signer.signedAttributes?.length, 5);
    assert.equal(bare.verify().status, 'valid');
  });

  it('without certificates is verified with those that the caller has', () => {
    const asked = { ...request, certificateRequested: false };
    const answer = authority.answer(asked);
    assert.equal(verdictOf(answer, asked).status, 'stamped');
    assert.equal(faultOf(answer, asked, []), 'no-certificate');
  });
});

describe('a time-stamp of a signature', () => {
  it('goes into the message that holds the signature, which stays valid', () => {
    const signer = TestSigner.named('SHA384withECDSA');
    const content = text('content');
    const message = SignedData.parse(signMessage(signer, content));
    const [first] = message.signers;
    const asked = { messageImprint: makeMessageImprint(sha512, digest(sha512, first!.signature)) };
    const token = authority.token(authority.tstInfo(asked));
    const stamped = withUnsignedAttributes(first!, [makeCmsAttribute(signatureTimeStamp, token)]);
    const { contentType, certificateChoices: certificates } = message;
    const again = SignedData.parse(
      encodeSignedData({ contentType, signers: [stamped], certificates }, message.content),
    );
    const [signed] = again.signers;
    const check = { certificate: again.signerCertificate(signed!)!, contentType, content: { bytes: content } };
    assert.equal(verifySigner(signed!, check).status, 'valid');
    const [read] = signed!.unsigned(signatureTimeStamp).map((der) => TimeStampToken.parse(der));
    assert.equal(read!.verify().status, 'valid');
    assert.equal(read!.isOf(signed!.signature), true);
    assert.equal(read!.isOf(content), false);
  });
});

describe('a response is unacceptable (RFC 3161 §2.4.2)', () => {
  it('with the time-stamp of something else', () => {
    const other = makeMessageImprint(sha256, digest(sha256, text('something else')));
    assert.equal(faultOf(authority.answer(request, { messageImprint: other })), 'imprint');
    const sameOctets = makeMessageImprint(hashAlgorithmByName('SHA3-256'), messageImprint.digest);
    assert.equal(faultOf(authority.answer(request, { messageImprint: sameOctets })), 'imprint');
  });

  it('with another nonce, without the nonce, or with one that was not sent', () => {
    assert.equal(faultOf(authority.answer(request, { nonce: 1n })), 'nonce');
    assert.equal(faultOf(authority.answer(request, { nonce: undefined })), 'nonce');
    assert.equal(faultOf(authority.answer(request), { ...request, nonce: undefined }), 'nonce');
  });

  it('under another policy than was asked for', () => {
    assert.equal(faultOf(authority.answer(request, { policy: oid('1.2.3.4.2') })), 'policy');
    const any = { ...request, policy: undefined };
    assert.equal(faultOf(authority.answer(any, { policy: oid('1.2.3.4.2') }), any), 'stamped');
  });

  it('with certificates that nobody asked for, or without', () => {
    assert.equal(faultOf(authority.answer(request), { ...request, certificateRequested: false }), 'certificates');
    const without = authority.token(authority.tstInfo(request), {}, false);
    assert.equal(faultOf(responseWith(without)), 'certificates');
  });

  it('by a certificate that is not for time-stamps, critically and alone', () => {
    for (const one of [
      new TestAuthority('SHA256withECDSA', [KEY_PURPOSES.codeSigning]),
      new TestAuthority('SHA256withECDSA', [KEY_PURPOSES.timeStamping, KEY_PURPOSES.codeSigning]),
      new TestAuthority('SHA256withECDSA', [KEY_PURPOSES.timeStamping], false),
    ])
      assert.equal(faultOf(one.answer(request)), 'key-purpose');
  });

  it('when the signed attributes name another certificate, or none', () => {
    const other = new TestAuthority('SHA384withECDSA').signer.certificate;
    const changed: Partial<TokenAttributes> = { certificate: other };
    assert.equal(faultOf(responseWith(authority.token(authority.tstInfo(request), changed))), 'signing-certificate');
    const content = authority.tstInfo(request);
    const plain = signMessage(authority.signer, content, { contentType: CONTENT_TYPES.tstInfo });
    assert.equal(faultOf(responseWith(plain)), 'no-signing-certificate');
  });

  it('with one octet of what it says changed', () => {
    const answer = Uint8Array.from(authority.answer(request));
    const at = Buffer.from(answer).indexOf('20261121');
    assert.ok(at > 0);
    answer[at + 3]! ^= 1;
    assert.equal(faultOf(answer), 'digest');
  });
});

describe('a token is refused', () => {
  it('that is not a time-stamp', () => {
    const signed = signMessage(authority.signer, text('content'));
    assert.throws(() => TimeStampToken.parse(signed), { code: 'tsp.bad_token' });
    const detached = { contentType: CONTENT_TYPES.tstInfo, detached: true };
    assert.throws(() => TimeStampToken.parse(signMessage(authority.signer, text('content'), detached)), {
      code: 'tsp.bad_token',
    });
  });

  it('with two signers, or none', () => {
    const { signers, content, contentType } = SignedData.parse(authority.token(authority.tstInfo(request)));
    const signer = asDer<'SignerInfo'>(signers[0]!.der);
    for (const count of [0, 2]) {
      const all = Array.from({ length: count }, () => signer);
      const token = encodeSignedData({ contentType, signers: all }, content);
      assert.throws(() => TimeStampToken.parse(token), { code: 'tsp.bad_token' });
    }
  });

  it('truncated at every octet, and so is the response around it', () => {
    const response = authority.answer(request);
    const { token } = parseTimeStampResponse(response);
    for (let length = 0; length < response.length; length++)
      assert.throws(() => parseTimeStampResponse(response.subarray(0, length)), { name: 'BerError' });
    for (let length = 0; length < token!.length; length++)
      assert.throws(() => TimeStampToken.parse(token!.subarray(0, length)), { name: 'BerError' });
    assert.throws(() => parseTimeStampResponse(response, { maxOctets: 100 }), { code: 'ber.too_large' });
  });
});
