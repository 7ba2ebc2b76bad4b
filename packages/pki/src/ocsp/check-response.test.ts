/** Which answers are relied on: who has signed them, what they are of, and when. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';

import { type TestAnswer, TestResponder } from '../../../../test/pki/test-ocsp.ts';
import { TestCa, type TestSubject } from '../../../../test/pki/test-pki.ts';
import { hashAlgorithmByName, signatureAlgorithmByName } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { asDer, oid } from '../der/index.ts';
import { findPath, trustAnchorOf, type ValidPath } from '../path/index.ts';
import {
  archiveCutoff,
  BasicOcspResponse,
  checkOcspResponse,
  extendedRevoke,
  ocspCertificateId,
  OcspCertificateMatch,
  type OcspQuestion,
  type OcspVerdict,
} from './index.ts';
import { makeExtension } from '../extension/index.ts';
import { statusByOcsp } from '../revocation/index.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const root = TestCa.root('CN=Root');
const ca = root.subordinate('CN=Issuing', 'RSA-2048');
const leaf = ca.issue({ subject: 'CN=alice' }).certificate;
const byCa = new TestResponder(ca);
const delegated = TestResponder.delegated(ca);

function pathTo(certificate: Certificate, now = NOW): ValidPath {
  return findPath(
    certificate,
    { anchors: [trustAnchorOf(root.certificate)], intermediates: [ca.certificate] },
    { now },
  );
}

function verdictOf(der: Uint8Array, changes: Partial<OcspQuestion> = {}): OcspVerdict {
  const path = changes.path ?? pathTo(leaf);
  const at = path.certificates.length - 1;
  return checkOcspResponse(BasicOcspResponse.parse(der), { path, at, now: NOW, ...changes });
}

function outcomeOf(der: Uint8Array, changes: Partial<OcspQuestion> = {}): string {
  const verdict = verdictOf(der, changes);
  return verdict.status === 'answered' ? verdict.responder.kind : verdict.fault;
}

function said(answer: TestAnswer = {}, by = delegated): Uint8Array {
  return by.basic(leaf, NOW, answer);
}

function delegate(changes: Partial<TestSubject>): Uint8Array {
  return said({}, TestResponder.delegated(ca, changes));
}

describe('an answer is relied on', () => {
  it('when the CA of the certificate has signed it', () => {
    assert.equal(outcomeOf(said({}, byCa)), 'issuer');
    assert.equal(outcomeOf(said({ responderId: 'name' }, byCa)), 'issuer');
  });

  it('when one has signed it whom the CA has certified for that', () => {
    for (const responderId of ['name', 'key'] as const) assert.equal(outcomeOf(said({ responderId })), 'delegated');
    const verdict = verdictOf(said());
    assert.ok(verdict.status === 'answered' && verdict.responder.kind === 'delegated');
    assert.equal(verdict.responder.noCheck, true);
    assert.deepEqual(
      verdict.responder.path.certificates.map(({ subject }) => subject.toString()),
      ['CN=Issuing', 'CN=Responder'],
    );
  });

  it('and whether somebody has to ask for the status of that one is said', () => {
    const verdict = verdictOf(delegate({ extensions: [] }));
    assert.ok(verdict.status === 'answered' && verdict.responder.kind === 'delegated');
    assert.equal(verdict.responder.noCheck, false);
  });

  it('when one has signed it whom the caller trusts', () => {
    const stranger = TestCa.root('CN=Stranger');
    const answer = new TestResponder(ca, stranger).basic(leaf, NOW, { certificates: [] });
    assert.equal(outcomeOf(answer, { trustedResponders: [stranger.certificate] }), 'trusted');
    assert.equal(outcomeOf(answer), 'responder');
  });

  for (const name of ['SHA256withRSAandMGF1', 'SHA384withECDSA', 'Ed25519', 'Ed448', 'ML-DSA-44', 'ML-DSA-87'])
    it(`when it is signed with ${name}`, () => {
      const algorithm = signatureAlgorithmByName(name);
      const { publicKey, privateKey } = keysFor(name);
      const spki = asDer<'SubjectPublicKeyInfo'>(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
      const certificate = ca.certify({ subject: 'CN=R', publicKey: spki, purposes: ['OCSPSigning'] });
      const answer = new TestResponder(ca, { certificate, privateKey }).basic(leaf, NOW, { algorithm });
      assert.equal(outcomeOf(answer), 'delegated');
      answer[answer.length - certificate.der.length - 20]! ^= 1;
      assert.notEqual(outcomeOf(answer), 'delegated');
    });

  it('of a CA by the CA above it', () => {
    const path = pathTo(leaf);
    const answer = new TestResponder(root).basic(ca.certificate, NOW);
    assert.equal(outcomeOf(answer, { path, at: 0 }), 'issuer');
    assert.equal(outcomeOf(answer, { path, at: 1 }), 'certificate');
  });

  it('with extensions that are understood, though they are critical', () => {
    assert.equal(outcomeOf(said({ extensions: [makeExtension(extendedRevoke, true, true)] })), 'delegated');
  });
});

describe('nobody else may answer:', () => {
  it('one without the purpose, or with any', () => {
    assert.equal(outcomeOf(delegate({ purposes: ['clientAuth'] })), 'responder');
    assert.equal(outcomeOf(delegate({ purposes: ['anyExtendedKeyUsage'] })), 'responder');
  });

  it('one whose key is not for signatures', () => {
    assert.equal(outcomeOf(delegate({ usages: ['keyEncipherment'] })), 'responder');
    assert.equal(outcomeOf(delegate({ usages: ['nonRepudiation'] })), 'delegated');
  });

  it('one whose certificate has ended, has not begun, or has something critical that nobody knows', () => {
    assert.equal(outcomeOf(delegate({ notAfter: NOW - 1 })), 'responder');
    assert.equal(outcomeOf(delegate({ notBefore: NOW + 1 })), 'responder');
    const extensions = [{ oid: oid('1.2.3.4'), critical: true, value: Uint8Array.of(5, 0) }];
    assert.equal(outcomeOf(delegate({ extensions })), 'responder');
  });

  it('one that another CA has certified, be it the one above, one below or a namesake', () => {
    const namesake = TestCa.root('CN=Root').subordinate('CN=Issuing');
    for (const other of [root, ca.subordinate('CN=Below'), namesake]) {
      const identity = other.issue({ subject: 'CN=Responder', purposes: ['OCSPSigning'] });
      const certificates = [identity.certificate, other.certificate];
      assert.equal(outcomeOf(said({ certificates }, new TestResponder(ca, identity))), 'responder');
    }
  });

  it('one with the name of the CA and another key', () => {
    const namesake = TestCa.root('CN=Issuing');
    for (const responderId of ['name', { type: 'key', keyHash: ca.certificate.publicKey.keyIdentifier }] as const)
      assert.equal(outcomeOf(said({ responderId }, new TestResponder(ca, namesake))), 'responder');
  });

  it('one whose certificate is not there', () => {
    assert.equal(outcomeOf(said({ certificates: [] })), 'responder');
  });

  it('one that says to be another', () => {
    assert.equal(outcomeOf(said({ responderId: { type: 'name', name: ca.certificate.subject } })), 'responder');
    assert.equal(outcomeOf(said({ responderId: { type: 'key', keyHash: new Uint8Array(20) } }, byCa)), 'responder');
  });
});

describe('an answer is not relied on', () => {
  it('that is of another certificate, or of one of another CA', () => {
    const bob = ca.issue({ subject: 'CN=bob' }).certificate;
    assert.equal(outcomeOf(said(), { path: pathTo(bob) }), 'certificate');
    const other = new TestResponder(TestCa.root('CN=Issuing'));
    assert.equal(outcomeOf(other.basic(leaf, NOW)), 'certificate');
  });

  it('that is of the future, too old, or ends before it begins', () => {
    for (const [answer, outcome] of [
      [{ thisUpdate: NOW + 301 }, 'time'],
      [{ thisUpdate: NOW + 300 }, 'delegated'],
      [{ producedAt: NOW + 301 }, 'time'],
      [{ thisUpdate: NOW - 9000, nextUpdate: NOW - 301 }, 'time'],
      [{ thisUpdate: NOW - 9000, nextUpdate: NOW - 300 }, 'delegated'],
      [{ thisUpdate: NOW, nextUpdate: NOW - 1 }, 'time'],
      [{ thisUpdate: NOW - 3901, nextUpdate: null }, 'time'],
      [{ thisUpdate: NOW - 3900, nextUpdate: null }, 'delegated'],
    ] as const)
      assert.equal(outcomeOf(said(answer)), outcome, JSON.stringify(answer));
    assert.equal(outcomeOf(said({ thisUpdate: NOW + 1 }), { skewSeconds: 0 }), 'time');
    assert.equal(
      outcomeOf(said({ thisUpdate: NOW - 60, nextUpdate: null }), { skewSeconds: 0, maxAgeSeconds: 59 }),
      'time',
    );
  });

  it('that has another nonce than the request, or none where one has to be', () => {
    const [nonce, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    assert.equal(outcomeOf(said({ nonce }), { nonce, nonceRequired: true }), 'delegated');
    assert.equal(outcomeOf(said({ nonce }), { nonce: other }), 'nonce');
    assert.equal(outcomeOf(said(), { nonce }), 'delegated');
    assert.equal(outcomeOf(said(), { nonce, nonceRequired: true }), 'nonce');
  });

  it('that has something critical that nobody knows', () => {
    const unknown = [{ oid: oid('1.2.3.4'), critical: true, value: Uint8Array.of(5, 0) }];
    assert.equal(outcomeOf(said({ extensions: unknown })), 'critical-extension');
    assert.equal(outcomeOf(said({ singleExtensions: unknown })), 'critical-extension');
  });

  it('that is signed with SHA-1, unless such signatures are accepted', () => {
    const answer = said({ algorithm: signatureAlgorithmByName('SHA1WithRSA') }, byCa);
    assert.equal(outcomeOf(answer), 'algorithm');
    assert.equal(outcomeOf(answer, { acceptWeak: true }), 'issuer');
  });

  it('any octet of whose signed part was changed', () => {
    const answer = said();
    const { length } = BasicOcspResponse.parse(answer).tbs;
    // Behind the headers of the answer and of what is signed.
    for (let at = 8; at < length; at += 7) {
      const changed = answer.slice();
      changed[at]! ^= 1;
      try {
        assert.notEqual(outcomeOf(changed), 'delegated', `octet ${at}`);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
    }
  });
});

describe('the identifier of a certificate', () => {
  const other = ca.issue({ subject: 'CN=bob' }).certificate;
  const match = new OcspCertificateMatch(leaf, ca.certificate.publicKey);

  for (const name of ['SHA-1', 'SHA-256', 'SHA-512'])
    it(`is told from others by ${name}`, () => {
      const hash = hashAlgorithmByName(name);
      assert.equal(match.matches(ocspCertificateId(leaf, ca.certificate.publicKey, hash)), true);
      assert.equal(match.matches(ocspCertificateId(other, ca.certificate.publicKey, hash)), false);
      assert.equal(match.matches(ocspCertificateId(leaf, root.certificate.publicKey, hash)), false);
      const { serialNumberBytes } = leaf;
      const ofRoot = { issuer: root.certificate.subject, serialNumberBytes };
      assert.equal(match.matches(ocspCertificateId(ofRoot, ca.certificate.publicKey, hash)), false);
    });

  it('does not exist by MD5', () => {
    const id = ocspCertificateId(leaf, ca.certificate.publicKey, hashAlgorithmByName('MD5'));
    assert.equal(match.matches(id), false);
  });
});

describe('a status by OCSP', () => {
  const statusOf = (answer: TestAnswer, certificate = leaf, at = NOW) => {
    const { responses } = BasicOcspResponse.parse(delegated.basic(certificate, at, answer));
    return statusByOcsp(responses[0]!, certificate, at);
  };

  it('has the reason and time of a revocation', () => {
    const revokedAt = NOW - 5;
    assert.deepEqual(statusOf({ status: { status: 'revoked', revokedAt, reason: 'SUPERSEDED' } }), {
      status: 'revoked',
      reason: 'SUPERSEDED',
      revokedAt,
    });
    const unsaid = statusOf({ status: { status: 'revoked', revokedAt, reason: undefined } });
    assert.deepEqual(unsaid, { status: 'revoked', reason: 'UNSPECIFIED', revokedAt });
  });

  it('is good of one that has ended only as far as the responder remembers', () => {
    const ended = ca.issue({ subject: 'CN=old', notAfter: NOW - 100 }).certificate;
    const since = (time: number) => ({ singleExtensions: [makeExtension(archiveCutoff, time, false)] });
    assert.equal(statusOf({}, ended).status, 'unknown');
    assert.equal(statusOf(since(NOW - 99), ended).status, 'unknown');
    assert.equal(statusOf(since(NOW - 100), ended).status, 'good');
    const revoked = { status: { status: 'revoked', revokedAt: NOW - 200, reason: undefined } } as const;
    assert.equal(statusOf(revoked, ended).status, 'revoked');
  });
});

function keysFor(name: string): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  if (name.includes('RSA')) return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (name.includes('ECDSA')) return generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return generateKeyPairSync(name.toLowerCase() as 'ed25519');
}
