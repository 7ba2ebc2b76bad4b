import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeTestKeys, TestCa } from '../../../../test/pki/test-pki.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { asDer } from '../der/index.ts';
import {
  altSignatureAlgorithm,
  altSignatureValue,
  makeExtension,
  nameConstraints,
  precertificatePoison,
  subjectAltName,
  subjectAltPublicKeyInfo,
} from '../extension/index.ts';
import { PathError } from './errors.ts';
import { findPath } from './find-path.ts';
import { trustAnchorOf } from './trust-anchor.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const root = TestCa.root('CN=Root');
const policy = root.subordinate('CN=Policy');
const issuing = policy.subordinate('CN=Issuing');
const { certificate: leaf } = issuing.issueClient('alice');
const anchors = [trustAnchorOf(root.certificate)];
const rules = { now: NOW };

describe('a path', () => {
  it('is found among certificates in any order', () => {
    const intermediates = [issuing.certificate, root.certificate, policy.certificate];
    const { certificates } = findPath(leaf, { anchors, intermediates }, rules);
    assert.deepEqual(subjects(certificates), ['CN=Policy', 'CN=Issuing', 'CN=alice']);
  });

  it('ends at the first certificate that is trusted', () => {
    const intermediates = [issuing.certificate, policy.certificate];
    const trusted = [trustAnchorOf(policy.certificate), ...anchors];
    const { anchor, certificates } = findPath(leaf, { anchors: trusted, intermediates }, rules);
    assert.equal(anchor.name.toString(), 'CN=Policy');
    assert.deepEqual(subjects(certificates), ['CN=Issuing', 'CN=alice']);
  });

  it('goes round a certificate of the same CA that is of no use', () => {
    const other = TestCa.root('CN=Other');
    const { publicKeyDer: publicKey } = issuing.certificate;
    const cross = other.certify({ subject: 'CN=Issuing', publicKey, ca: true });
    const expired = policy.certify({ subject: 'CN=Issuing', publicKey, ca: true, notAfter: NOW - 1 });
    const intermediates = [cross, other.certificate, expired, issuing.certificate, policy.certificate];
    assert.equal(findPath(leaf, { anchors, intermediates }, rules).certificates[1], issuing.certificate);
  });

  it('goes on to the next one when the caller does not like it', () => {
    const { publicKeyDer: publicKey } = issuing.certificate;
    const second = root.certify({ subject: 'CN=Issuing', publicKey, ca: true });
    const intermediates = [issuing.certificate, policy.certificate, second];
    const path = findPath(leaf, { anchors, intermediates }, rules, ({ certificates }) => {
      if (certificates.includes(policy.certificate)) throw new PathError('path.revoked', 'no');
    });
    assert.deepEqual(path.certificates, [second, leaf]);
  });

  it('is incomplete without one of its certificates', () => {
    assert.throws(() => findPath(leaf, { anchors, intermediates: [issuing.certificate] }, rules), {
      code: 'path.incomplete',
    });
  });

  it('is not ended by a key that has signed and is trusted under another name', () => {
    const anchor = { ...trustAnchorOf(root.certificate), name: TestCa.root('CN=Else').certificate.subject };
    assert.throws(() => findPath(policy.certificate, { anchors: [anchor], intermediates: [] }, rules), {
      code: 'path.incomplete',
    });
  });

  it('is not made below the trusted certificate of somebody who is not a CA', () => {
    const keys = makeTestKeys('P-256');
    const forged = root.issue({ subject: 'CN=alice', ...keys });
    const trusted = [trustAnchorOf(leaf)];
    assert.equal(
      findPath(leaf, { anchors: [trustAnchorOf(issuing.certificate)], intermediates: [] }, rules).certificates[0],
      leaf,
    );
    const below = TestCa.root('CN=alice').issueClient('mallory').certificate;
    assert.throws(() => findPath(below, { anchors: trusted, intermediates: [forged.certificate] }, rules), {
      code: 'path.not_a_ca',
    });
  });

  it('is refused for a precertificate', () => {
    const { certificate } = root.issue({
      subject: 'CN=a',
      extensions: [makeExtension(precertificatePoison, null, true)],
    });
    assert.throws(() => findPath(certificate, { anchors, intermediates: [] }, rules), {
      code: 'path.critical_extension',
    });
  });

  it('is refused when a second key or signature is critical, since it is not looked at (X.509 §9.8)', () => {
    const publicKey = asDer<'SubjectPublicKeyInfo'>(leaf.publicKeyDer);
    for (const make of [
      (critical: boolean) => makeExtension(subjectAltPublicKeyInfo, publicKey, critical),
      (critical: boolean) =>
        makeExtension(altSignatureAlgorithm, signatureAlgorithmByName('SHA256withECDSA').der, critical),
      (critical: boolean) => makeExtension(altSignatureValue, Uint8Array.of(1), critical),
    ]) {
      const certified = (critical: boolean) =>
        root.issue({ subject: 'CN=a', extensions: [make(critical)] }).certificate;
      assert.throws(() => findPath(certified(true), { anchors, intermediates: [] }, rules), {
        code: 'path.critical_extension',
      });
      findPath(certified(false), { anchors, intermediates: [] }, rules);
    }
  });

  it('is refused for a critical extension that cannot be read, though nothing is asked of it', () => {
    const names = { oid: subjectAltName.oid, critical: true, value: Uint8Array.of(0x30, 0x7f) };
    const unreadable = root.issue({ subject: 'CN=a', extensions: [names] }).certificate;
    assert.throws(() => findPath(unreadable, { anchors, intermediates: [] }, rules), { code: 'der.truncated' });
    const ignored = root.issue({ subject: 'CN=a', extensions: [{ ...names, critical: false }] }).certificate;
    findPath(ignored, { anchors, intermediates: [] }, rules);
  });

  it('is refused below a CA without a name (RFC 5280 §4.1.2.4)', () => {
    const nameless = root.subordinate('');
    const { certificate } = nameless.issueClient('alice');
    assert.throws(() => findPath(certificate, { anchors, intermediates: [nameless.certificate] }, rules), {
      code: 'path.name_chaining',
    });
    const trusted = [trustAnchorOf(nameless.certificate)];
    assert.throws(() => findPath(certificate, { anchors: trusted, intermediates: [] }, rules), {
      code: 'path.name_chaining',
    });
  });

  it('is refused below a CA whose constraints of names are empty (RFC 5280 §4.2.1.10)', () => {
    const empty = { oid: nameConstraints.oid, critical: true, value: Uint8Array.of(0x30, 0) };
    const ca = root.subordinate('CN=Empty', 'P-256', [empty]);
    const { certificate } = ca.issueClient('alice');
    assert.throws(() => findPath(certificate, { anchors, intermediates: [ca.certificate] }, rules), {
      code: 'path.name_constraints',
    });
  });

  it('is refused where a key of RSA with 1,024 bits has signed, unless weak signatures are accepted', () => {
    const ca = root.subordinate('CN=Short', 'RSA-1024');
    const { certificate } = ca.issueClient('alice');
    const material = { anchors, intermediates: [ca.certificate] };
    assert.throws(() => findPath(certificate, material, rules), { code: 'path.weak_signature' });
    findPath(certificate, material, { ...rules, acceptWeak: true });
  });

  it('ends at a certificate with keyCertSign that is not that of a CA, and does not go on below it', () => {
    const signing = root.issue({ subject: 'CN=Signing', usages: ['digitalSignature', 'keyCertSign'] });
    findPath(signing.certificate, { anchors, intermediates: [] }, rules);
    const { certificate } = TestCa.of(signing).issueClient('alice');
    assert.throws(() => findPath(certificate, { anchors, intermediates: [signing.certificate] }, rules), {
      code: 'path.not_a_ca',
    });
  });

  it('is looked for among certificates that go in circles, and no longer than allowed', () => {
    const names = Array.from({ length: 12 }, (_, at) => `CN=Circle ${at}`);
    const cas = names.map((name) => TestCa.root(name));
    const intermediates = cas.flatMap((above) =>
      cas.map((below) =>
        above.certify({
          subject: below.certificate.subject.toString(),
          publicKey: below.certificate.publicKeyDer,
          ca: true,
        }),
      ),
    );
    const { certificate } = cas[0]!.issueClient('alice');
    assert.throws(() => findPath(certificate, { anchors, intermediates }, rules), { code: 'path.too_large' });
  });

  it('is not looked for among more certificates than are read', () => {
    const intermediates = Array<Certificate>(1001).fill(issuing.certificate);
    assert.throws(() => findPath(leaf, { anchors, intermediates }, rules), { code: 'path.too_large' });
  });
});

function subjects(certificates: readonly Certificate[]): readonly string[] {
  return certificates.map(({ subject }) => subject.toString());
}
