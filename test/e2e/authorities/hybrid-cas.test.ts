/** CAs with a second key, whose certificates have a second signature (X.509 §9.8). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  altSignatureAlgorithm,
  alternativePublicKeyOf,
  Certificate,
  CertificationRequest,
  Crl,
  type Extension,
  formatPem,
  makeExtension,
  parsePublicKey,
  type PublicKey,
  signatureAlgorithmByName,
  signatureAlgorithmOf,
  subjectAltPublicKeyInfo,
  verifyAlternativeCrlSignature,
  verifyAlternativeRequestSignature,
  verifyAlternativeSignature,
} from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, certificateOf, createCa, HOST } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { managementToken } from '../support/installations/management-token.ts';

/** Algorithms and keys that verifiers of tomorrow trust; in a device those that it makes. */
const [ALGORITHM, KEY_SPEC, OTHER_SPEC] =
  managementToken() === undefined
    ? (['ML-DSA-65', 'ML-DSA-65', 'ML-DSA-44'] as const)
    : (['SHA384withECDSA', 'P-384', '2048'] as const);
const ALTERNATIVE = { alternativeSignatureAlgorithm: ALGORITHM, alternativeSignKeySpec: KEY_SPEC };

describe('a CA with an alternative key', () => {
  const shared = sharedServer();
  const alternativeKeyOf = (certificate: Certificate): PublicKey =>
    parsePublicKey(certificate.extension(subjectAltPublicKeyInfo)!);
  const caSettingsOf = async (name: string) => (await caOf(shared.server, name)).settings;
  const enroll = async (ca: string, username: string) => {
    const body = { ...newRequest({ username, subject: `CN=${username}` }), certificate_authority_name: ca };
    const { status, json } = await shared.server.call('/v1/certificate/pkcs10enroll', { body });
    assert.equal(status, 200);
    return Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
  };

  it('has it in its certificate, and signs that with both', async () => {
    await createCa(shared.server, 'Hybrid', { ...ALTERNATIVE, alternativeCertSignKey: 'Hybrid alternative' });
    const certificate = await certificateOf(shared.server, 'Hybrid');
    const alternative = alternativeKeyOf(certificate);
    assert.equal(alternative.algorithm, signatureAlgorithmByName(ALGORITHM).keyAlgorithm);
    assert.equal(certificate.verify(certificate.publicKey), true);
    assert.equal(verifyAlternativeSignature(certificate, alternative), true);
  });

  it('signs what it issues with both', async () => {
    const root = await certificateOf(shared.server, 'Hybrid');
    await createCa(shared.server, 'Below', { signedBy: 'Hybrid', certificateProfile: 'SUBCA' });
    for (const certificate of [await certificateOf(shared.server, 'Below'), await enroll('Hybrid', 'leaf')]) {
      assert.equal(certificate.verify(root.publicKey), true);
      assert.equal(verifyAlternativeSignature(certificate, alternativeKeyOf(root)), true);
      assert.equal(signatureAlgorithmOf(certificate.extension(altSignatureAlgorithm)!).name, ALGORITHM);
      assert.equal(certificate.extension(subjectAltPublicKeyInfo), undefined);
    }
  });

  it('signs its CRLs with both, delta CRLs and those of partitions as well', async () => {
    await createCa(shared.server, 'Lists', {
      ...ALTERNATIVE,
      alternativeCertSignKey: 'Lists alternative',
      deltaCrlPeriod: '1h',
      usePartitionedCrl: true,
      crlPartitions: 1,
      crlDistributionPoints: ['http://example.com/lists-*.crl'],
    });
    const root = await certificateOf(shared.server, 'Lists');
    const path = `/v1/ca/${encodeURIComponent(root.subject.toString())}`;
    const { serialNumberText } = await enroll('Lists', 'revoked');
    const certificate = `/v1/certificate/${encodeURIComponent(root.subject.toString())}/${serialNumberText}`;
    for (const delta of [false, true]) {
      if (delta) await shared.server.call(`${certificate}/revoke?reason=SUPERSEDED`, { method: 'PUT' });
      const made = await shared.server.call(`${path}/createcrl?deltacrl=${delta}`, { method: 'POST' });
      assert.equal(made.json['all_success'], true, made.text);
      for (const partition of [0, 1]) {
        const query = `deltaCrl=${delta}&crlPartitionIndex=${partition}`;
        const { json } = await shared.server.call(`${path}/getLatestCrl?${query}`);
        const crl = Crl.parse(Uint8Array.fromBase64(json['crl'] as string), { lenient: false });
        assert.equal(crl.verify(root.publicKey), true);
        assert.equal(verifyAlternativeCrlSignature(crl, alternativeKeyOf(root)), true);
      }
    }
  });

  it('asks with both for a certificate elsewhere', async () => {
    const alias = 'Elsewhere alternative';
    await createCa(shared.server, 'Elsewhere', {
      ...ALTERNATIVE,
      alternativeCertSignKey: alias,
      signedBy: 'External CA',
      certificateProfile: 'SUBCA',
    });
    const path = `/v1/ca/${encodeURIComponent('CN=Elsewhere,O=Example')}/generatecsr`;
    const body = { key_pair: 'Elsewhere key', response_format: 'DER' };
    const { status, bytes, text } = await shared.server.call(path, { method: 'PUT', body });
    assert.equal(status, 200, text);
    const request = CertificationRequest.parse(bytes, { lenient: false });
    request.verifyProofOfPossession();
    assert.equal(verifyAlternativeRequestSignature(request), true);
    const { publicKey } = await shared.server.running.installation.tokens.cryptoTokens.getKeyPair(
      (await caSettingsOf('Elsewhere')).cryptoTokenId!,
      alias,
    );
    assert.equal(alternativePublicKeyOf(request)!.sha256Fingerprint, parsePublicKey(publicKey).sha256Fingerprint);
  });

  it('takes a certificate from elsewhere with its second key, or without any, and with no other', async () => {
    const { installation } = shared.server.running;
    const root = TestCa.root('CN=Root elsewhere');
    const { request: waiting } = (await installation.ca.states.findState((await caOf(shared.server, 'Elsewhere')).id))!;
    const request = CertificationRequest.parse(waiting!.der);
    const { publicKey } = request;
    const certified = (...extensions: readonly Extension[]) => {
      const subject = request.subject.toString();
      const { der } = root.certify({ subject, publicKey: publicKey.der, ca: true, extensions });
      return installation.ca.receiveCaCertificate.receive(HOST, 'Elsewhere', [
        root.certificatePem,
        formatPem('CERTIFICATE', der),
      ]);
    };
    const other = makeExtension(subjectAltPublicKeyInfo, publicKey.der, false);
    await assert.rejects(certified(other), { code: 'ca.certificate_unusable' });
    await certified(makeExtension(subjectAltPublicKeyInfo, alternativePublicKeyOf(request)!.der, false));
    const { alternativePublicKey } = (await caOf(shared.server, 'Elsewhere')).issuer!;
    assert.equal(verifyAlternativeSignature(await enroll('Elsewhere', 'below'), alternativePublicKey!), true);
  });

  it('gets two new keys when it is renewed with new ones', async () => {
    const before = await certificateOf(shared.server, 'Hybrid');
    await shared.server.running.installation.ca.renewCa.renew(HOST, 'Hybrid', { newKey: true });
    const after = await certificateOf(shared.server, 'Hybrid');
    assert.notEqual(alternativeKeyOf(after).sha256Fingerprint, alternativeKeyOf(before).sha256Fingerprint);
    assert.equal(verifyAlternativeSignature(after, alternativeKeyOf(after)), true);
    assert.equal(verifyAlternativeSignature(after, alternativeKeyOf(before)), false);
    assert.equal(verifyAlternativeSignature(await enroll('Hybrid', 'later'), alternativeKeyOf(after)), true);
  });

  it('has to have a key that signs as its settings say', async () => {
    const settings = { ...ALTERNATIVE, alternativeSignKeySpec: OTHER_SPEC, alternativeCertSignKey: 'wrong' };
    await assert.rejects(createCa(shared.server, 'Wrong', settings), { code: 'ca.certificate_refused' });
  });
});
