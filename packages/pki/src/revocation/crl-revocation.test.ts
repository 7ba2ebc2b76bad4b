import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { makeTestKeys, TestCa, type TestRevocation } from '../../../../test/pki/test-pki.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { assembleCrl, Crl, encodeCrlEntry, encodeTbsCrl } from '../crl/index.ts';
import {
  crlDistributionPoints,
  crlNumber,
  deltaCrlIndicator,
  type Extension,
  issuingDistributionPoint,
  makeExtension,
} from '../extension/index.ts';
import { findPath, type PathRules, trustAnchorOf } from '../path/index.ts';
import { CrlRevocation, indexCrl, IndexedCrl, type RevocationStatus } from './index.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const ca = TestCa.root('CN=Root', 'RSA-2048');
const { certificate: leaf } = ca.issueClient('alice');
/** Has the name of the CA, and a key of its own. */
const namesake = TestCa.root('CN=Root', 'RSA-2048');
const revoked = [{ certificate: leaf, revokedAt: NOW - 60, reason: 'KEY_COMPROMISE' }] as const;

describe('revocation by CRLs', () => {
  for (const algorithm of ['SHA1WithRSA', 'MD5WithRSA']) {
    it(`does not rely on a list signed with ${algorithm} unless such signatures are accepted`, () => {
      const crls = [listOf(ca, { algorithm })];
      assert.equal(statusBy(crls).status, 'unknown');
      assert.equal(statusBy(crls, { acceptWeak: true }).status, 'good');
    });
  }

  it('does not rely on a delta signed with SHA-1 unless such signatures are accepted', () => {
    const release = [{ certificate: leaf, revokedAt: NOW - 30, reason: 'REMOVE_FROM_CRL' }] as const;
    const crls = [
      listOf(ca, { entries: revoked, extensions: [numbered(1n)] }),
      listOf(ca, { algorithm: 'SHA1WithRSA', entries: release, extensions: [numbered(2n), deltaTo(1n)] }),
    ];
    assert.equal(statusBy(crls).status, 'revoked');
    assert.equal(statusBy(crls, { acceptWeak: true }).status, 'good');
  });

  it('passes over deltas that cannot be read, no matter who wrote them', () => {
    const broken = { oid: crlNumber.oid, critical: false, value: Uint8Array.of(4, 1, 0xff) };
    const complete = listOf(ca, { extensions: [numbered(1n)] });
    const delta = listOf(ca, { entries: revoked, extensions: [numbered(2n), deltaTo(1n)] });
    for (const writer of [TestCa.root('CN=Evil', 'RSA-2048'), namesake]) {
      const unreadable = listOf(writer, { extensions: [broken, deltaTo(1n)] });
      assert.equal(statusBy([complete, unreadable]).status, 'good');
      assert.equal(statusBy([complete, unreadable, delta]).status, 'revoked');
    }
  });

  it('believes the newest of several current lists, whichever comes first', () => {
    const older = listOf(ca, { thisUpdate: NOW - 7200 });
    const newer = listOf(ca, { entries: revoked });
    assert.equal(statusBy([older, newer]).status, 'revoked');
    assert.equal(statusBy([newer, older]).status, 'revoked');
  });

  it('calls a certificate revoked that one list both revokes and takes back (RFC 5280 §5.3.1)', () => {
    const removal = { certificate: leaf, revokedAt: NOW - 30, reason: 'REMOVE_FROM_CRL' } as const;
    assert.equal(statusBy([listOf(ca, { entries: [removal, ...revoked] })]).status, 'revoked');
    assert.equal(statusBy([listOf(ca, { entries: [removal] })]).status, 'good');
    const complete = listOf(ca, { entries: revoked, extensions: [numbered(1n)] });
    const delta = listOf(ca, { entries: [removal, ...revoked], extensions: [numbered(2n), deltaTo(1n)] });
    assert.equal(statusBy([complete, delta]).status, 'revoked');
  });

  it('takes the newest delta that the signer of the complete list has signed', () => {
    const complete = listOf(ca, { extensions: [numbered(1n)] });
    const delta = listOf(ca, { entries: revoked, extensions: [numbered(2n), deltaTo(1n)] });
    const forged = listOf(namesake, { extensions: [numbered(3n), deltaTo(1n)] });
    assert.equal(statusBy([forged, complete, delta]).status, 'revoked');
  });
});

describe('the work that CRLs make', () => {
  const lists = TestCa.root('CN=Lists', 'RSA-2048');
  const { subject: value } = lists.certificate;
  const point = { cRLIssuer: [{ type: 'directoryName', value }] } as const;
  const indirect = makeExtension(
    issuingDistributionPoint,
    { indirectCRL: true, onlyContainsUserCerts: false, onlyContainsCACerts: false, onlyContainsAttributeCerts: false },
    true,
  );
  const { certificate } = ca.issue({
    subject: 'CN=bob',
    extensions: [
      makeExtension(
        crlDistributionPoints,
        Array.from({ length: 64 }, () => point),
        false,
      ),
    ],
  });
  const foreign = listOf(lists, { extensions: [indirect] });
  const certificates = Array.from({ length: 8 }, () =>
    namesake.certify({ subject: 'CN=Lists', publicKey: makeTestKeys('P-256').publicKey, ca: true }),
  );

  it('is done once for all the distribution points of a certificate', (context) => {
    const verified = countVerified(context);
    assert.equal(statusBy([foreign, listOf(ca)], { certificate, certificates }).status, 'good');
    assert.equal(verified(), certificates.length + 1);
  });

  it('looks for a path to the signer of a list once', (context) => {
    const verified = countVerified(context);
    const own = Array.from({ length: 40 }, () => Crl.parse(foreign.der));
    const signer = lists.certificate;
    assert.equal(statusBy([...own, listOf(ca)], { certificate, certificates: [signer] }).status, 'good');
    assert.equal(verified(), own.length + 1);
  });

  it('has an end, and no certificate is good whose lists were not all looked at', (context) => {
    const many = Array.from({ length: 30 }, () => Crl.parse(foreign.der));
    const good = listOf(ca);
    const verified = countVerified(context);
    assert.equal(statusBy([...many, good], { certificate, certificates }).status, 'unknown');
    assert.equal(verified(), 200);
    assert.equal(statusBy([...many.slice(0, 20), good], { certificate, certificates }).status, 'good');
  });

  it('is not done here for a list that was prepared aside, be it that its signer is not known then', (context) => {
    const crl = listOf(ca);
    const verified = countVerified(context);
    const prepared = new IndexedCrl(crl, indexCrl(crl));
    assert.equal(statusBy([prepared]).status, 'unknown');
    prepared.rememberSignature(ca.certificate.publicKey, true);
    assert.equal(statusBy([prepared]).status, 'good');
    assert.equal(verified(), 0);
  });

  it('ends at points and lists that have nothing to do with each other', () => {
    const many = Array.from({ length: 200 }, () => foreign);
    assert.equal(statusBy([...many, listOf(ca)], { certificate }).status, 'unknown');
  });
});

/** Counts the signatures of lists that are verified from now on. */
function countVerified({ mock }: TestContext): () => number {
  const { mock: calls } = mock.method(Crl.prototype, 'verify');
  return () => calls.callCount();
}

interface ListContents {
  readonly algorithm?: string;
  readonly entries?: readonly TestRevocation[];
  readonly extensions?: readonly Extension[];
  readonly thisUpdate?: number;
}

function listOf(
  issuer: TestCa,
  { algorithm = 'SHA256WithRSA', entries = [], extensions = [], thisUpdate = NOW - 3600 }: ListContents = {},
): Crl {
  const signatureAlgorithm = signatureAlgorithmByName(algorithm);
  const tbs = encodeTbsCrl({
    signatureAlgorithm,
    issuer: issuer.certificate.subject.der,
    thisUpdate,
    nextUpdate: NOW + 3600,
    entries: entries.map(({ certificate: { serialNumber }, revokedAt: revocationDate, reason }) =>
      encodeCrlEntry({ serialNumber, revocationDate, reason }),
    ),
    extensions,
  });
  const signature = sign(signatureAlgorithm.node.digest, tbs, issuer.privateKey);
  return Crl.parse(assembleCrl(tbs, signatureAlgorithm, new Uint8Array(signature)));
}

function numbered(number: bigint): Extension {
  return makeExtension(crlNumber, number, false);
}

function deltaTo(base: bigint): Extension {
  return makeExtension(deltaCrlIndicator, base, true);
}

interface Asked extends Partial<PathRules> {
  /** Alice's when left out. */
  readonly certificate?: Certificate;
  /** Among which the signers of lists are looked for. */
  readonly certificates?: readonly Certificate[];
}

function statusBy(
  crls: readonly (Crl | IndexedCrl)[],
  { certificate = leaf, certificates = [], ...others }: Asked = {},
): RevocationStatus {
  const rules = { now: NOW, ...others };
  const path = findPath(certificate, { anchors: [trustAnchorOf(ca.certificate)], intermediates: [] }, rules);
  const lists = crls.map((crl) => (crl instanceof IndexedCrl ? crl : new IndexedCrl(crl)));
  return new CrlRevocation({ crls: lists, certificates, rules }).statusOf(path, 0);
}
