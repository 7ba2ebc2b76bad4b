/** CAs with a second key, whose certificates have a second signature (X.509 §9.8). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  altSignatureAlgorithm,
  Certificate,
  parsePublicKey,
  type PublicKey,
  signatureAlgorithmOf,
  subjectAltPublicKeyInfo,
  verifyAlternativeSignature,
} from '@sealwright/pki';
import { sharedServer } from './ca-rest-setup.ts';
import { certificateOf, createCa, HOST } from './ca-setup.ts';
import { newRequest } from './enrolment.ts';

const ALTERNATIVE = {
  alternativeSignatureAlgorithm: 'ML-DSA-65',
  alternativeSignKeySpec: 'ML-DSA-65',
};

describe('a CA with an alternative key', () => {
  const shared = sharedServer();
  const alternativeKeyOf = (certificate: Certificate): PublicKey =>
    parsePublicKey(certificate.extension(subjectAltPublicKeyInfo)!);
  const enrol = async (ca: string, username: string) => {
    const body = { ...newRequest({ username, subject: `CN=${username}` }), certificate_authority_name: ca };
    const { status, json } = await shared.server.call('/v1/certificate/pkcs10enroll', { body });
    assert.equal(status, 200);
    return Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
  };

  it('has it in its certificate, and signs that with both', async () => {
    await createCa(shared.server, 'Hybrid', { ...ALTERNATIVE, alternativeCertSignKey: 'Hybrid alternative' });
    const certificate = await certificateOf(shared.server, 'Hybrid');
    const alternative = alternativeKeyOf(certificate);
    assert.equal(alternative.algorithm.name, 'ML-DSA-65');
    assert.equal(certificate.verify(certificate.publicKey), true);
    assert.equal(verifyAlternativeSignature(certificate, alternative), true);
  });

  it('signs what it issues with both', async () => {
    const root = await certificateOf(shared.server, 'Hybrid');
    await createCa(shared.server, 'Below', { signedBy: 'Hybrid', certificateProfile: 'SUBCA' });
    for (const certificate of [await certificateOf(shared.server, 'Below'), await enrol('Hybrid', 'leaf')]) {
      assert.equal(certificate.verify(root.publicKey), true);
      assert.equal(verifyAlternativeSignature(certificate, alternativeKeyOf(root)), true);
      assert.equal(signatureAlgorithmOf(certificate.extension(altSignatureAlgorithm)!).name, 'ML-DSA-65');
      assert.equal(certificate.extension(subjectAltPublicKeyInfo), undefined);
    }
  });

  it('gets two new keys when it is renewed with new ones', async () => {
    const before = await certificateOf(shared.server, 'Hybrid');
    await shared.server.running.installation.renewCa.renew(HOST, 'Hybrid', { newKey: true });
    const after = await certificateOf(shared.server, 'Hybrid');
    assert.notEqual(alternativeKeyOf(after).sha256Fingerprint, alternativeKeyOf(before).sha256Fingerprint);
    assert.equal(verifyAlternativeSignature(after, alternativeKeyOf(after)), true);
    assert.equal(verifyAlternativeSignature(after, alternativeKeyOf(before)), false);
    assert.equal(verifyAlternativeSignature(await enrol('Hybrid', 'later'), alternativeKeyOf(after)), true);
  });

  it('has to have a key that signs as its settings say', async () => {
    const settings = { ...ALTERNATIVE, alternativeSignKeySpec: 'ML-DSA-44', alternativeCertSignKey: 'wrong' };
    await assert.rejects(createCa(shared.server, 'Wrong', settings), { code: 'ca.certificate_refused' });
  });
});
