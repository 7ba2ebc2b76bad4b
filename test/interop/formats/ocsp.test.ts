/** OpenSSL reads and verifies our requests and answers, and we its own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  assembleOcspRequest,
  type Certificate,
  checkOcspResponse,
  encodeTbsOcspRequest,
  findPath,
  formatPem,
  hashAlgorithmByName,
  makeExtension,
  ocspCertificateId,
  ocspNonce,
  OcspRequest,
  type OcspVerdict,
  parseOcspResponse,
  signatureAlgorithmByName,
  trustAnchorOf,
} from '@sealwright/pki';
import { type TestAnswer, TestResponder } from '../../pki/test-ocsp.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const NOW = Math.floor(Date.now() / 1000);
const openssl = sharedOpenSsl();
const ca = TestCa.root('CN=Root', 'RSA-2048');
const responder = ca.issue({ subject: 'CN=Responder', purposes: ['OCSPSigning'] });
const leaf = ca.issue({ subject: 'CN=alice' });
const lost = ca.issue({ subject: 'CN=lost' });
const stranger = ca.issue({ subject: 'CN=stranger' });
for (const [name, { certificatePem, privateKeyPem }] of Object.entries({ ca, responder, leaf, lost, stranger })) {
  openssl.write(`${name}.pem`, certificatePem);
  openssl.write(`${name}.key`, privateKeyPem);
}
openssl.write(
  'index.txt',
  `V\t491231235959Z\t\t${leaf.certificate.serialNumber}\tunknown\t/CN=alice\n` +
    `R\t491231235959Z\t260101120000Z,superseded\t${lost.certificate.serialNumber}\tunknown\t/CN=lost\n`,
);

describe('the answers that we make', () => {
  for (const [what, by, answer] of [
    ['of the CA', new TestResponder(ca), {}],
    ['of a delegate', TestResponder.delegated(ca), {}],
    ['by name', TestResponder.delegated(ca), { responderId: 'name' }],
    ['without an end', TestResponder.delegated(ca), { nextUpdate: null }],
    ['with PSS', new TestResponder(ca), { algorithm: signatureAlgorithmByName('SHA384withRSAandMGF1') }],
    ['with Ed25519', TestResponder.delegated(ca, { keyType: 'Ed25519' }), {}],
  ] as const satisfies readonly (readonly [string, TestResponder, TestAnswer])[])
    it(`are verified by OpenSSL: ${what}`, () => {
      assert.match(said(by, answer), /: good[^]*Response verify OK/);
    });

  it('say of OpenSSL what they say of us', () => {
    const by = TestResponder.delegated(ca);
    assert.match(said(by, { status: { status: 'unknown' } }), /: unknown[^]*Response verify OK/);
    const status = { status: 'revoked', revokedAt: NOW - 5, reason: 'KEY_COMPROMISE' } as const;
    assert.match(said(by, { status }), /: revoked[^]*Reason: keyCompromise[^]*Response verify OK/);
  });

  it('of somebody else are no more accepted there than here', () => {
    const identity = ca.issue({ subject: 'CN=Responder', purposes: ['clientAuth'] });
    const by = new TestResponder(ca, identity);
    assert.match(said(by, {}), /Response Verify Failure/i);
    assert.equal(faultOf(checked(by.answer(leaf.certificate, NOW), leaf.certificate)), 'responder');
  });

  /** Returns the output of OpenSSL for our answer. */
  function said(by: TestResponder, answer: TestAnswer): string {
    openssl.write('ours.ors', by.answer(leaf.certificate, NOW, answer));
    const files = ['-issuer', 'ca.pem', '-cert', 'leaf.pem', '-CAfile', 'ca.pem', '-respin', 'ours.ors'];
    return openssl.outcome('ocsp', ...files).output;
  }
});

describe('the answers of OpenSSL to our requests', () => {
  for (const [what, signer, args] of [
    ['of the CA', 'ca', []],
    ['of a delegate', 'responder', ['-resp_key_id']],
    ['with PSS', 'ca', ['-rmd', 'sha256', '-rsigopt', 'rsa_padding_mode:pss']],
  ] as const)
    it(`are verified: ${what}`, () => {
      for (const [of, status] of [
        [leaf, 'good'],
        [lost, 'revoked'],
        [stranger, 'unknown'],
      ] as const) {
        const nonce = crypto.getRandomValues(new Uint8Array(32));
        const verdict = checked(answered(of.certificate, nonce, signer, args), of.certificate, nonce);
        assert.ok(verdict.status === 'answered', JSON.stringify(verdict));
        assert.equal(verdict.response.certificateStatus.status, status);
        assert.equal(verdict.responder.kind, signer === 'ca' ? 'issuer' : 'delegated');
      }
    });

  function answered(certificate: Certificate, nonce: Uint8Array, signer: string, args: readonly string[]): Uint8Array {
    const request = assembleOcspRequest(
      encodeTbsOcspRequest({
        queries: [{ certificateId: ocspCertificateId(certificate, ca.certificate.publicKey) }],
        extensions: [makeExtension(ocspNonce, nonce, false)],
      }),
    );
    openssl.write('ours.orq', request);
    const by = ['-index', 'index.txt', '-CA', 'ca.pem', '-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`];
    openssl.run('ocsp', ...by, '-reqin', 'ours.orq', '-respout', 'theirs.ors', '-nmin', '5', ...args);
    return new Uint8Array(readFileSync(openssl.path('theirs.ors')));
  }
});

describe('our requests', () => {
  it('are read by OpenSSL as they were meant', () => {
    const hash = hashAlgorithmByName('SHA-256');
    const certificateId = ocspCertificateId(leaf.certificate, ca.certificate.publicKey, hash);
    const tbs = encodeTbsOcspRequest({ queries: [{ certificateId }] });
    openssl.write('ours.orq', assembleOcspRequest(tbs));
    const text = openssl.run('ocsp', '-reqin', 'ours.orq', '-req_text');
    assert.match(text, /Hash Algorithm: sha256/);
    assert.match(text, new RegExp(`Serial Number: ${leaf.certificate.serialNumberText.padStart(32, '0')}`));
  });

  it('are what OpenSSL asks', () => {
    openssl.run('ocsp', '-issuer', 'ca.pem', '-cert', 'leaf.pem', '-no_nonce', '-reqout', 'theirs.orq');
    const theirs = new Uint8Array(readFileSync(openssl.path('theirs.orq')));
    const certificateId = ocspCertificateId(leaf.certificate, ca.certificate.publicKey);
    const ours = assembleOcspRequest(encodeTbsOcspRequest({ queries: [{ certificateId }] }));
    assert.deepEqual(Uint8Array.from(ours), theirs);
    assert.equal(OcspRequest.parse(theirs).queries.length, 1);
  });
});

function checked(response: Uint8Array, certificate: Certificate, nonce?: Uint8Array): OcspVerdict {
  const read = parseOcspResponse(response);
  assert.ok(read.status === 'successful', formatPem('OCSP RESPONSE', response));
  const path = findPath(certificate, { anchors: [trustAnchorOf(ca.certificate)], intermediates: [] }, { now: NOW });
  return checkOcspResponse(read.basic, { path, at: 0, now: NOW, nonce, nonceRequired: nonce !== undefined });
}

function faultOf(verdict: OcspVerdict): string {
  return verdict.status === 'unacceptable' ? verdict.fault : verdict.status;
}
