/** Signed messages: OpenSSL and GnuTLS verify what we write, with every algorithm that they know in CMS; what OpenSSL writes we verify. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  asDer,
  assembleSignerInfo,
  commitmentType,
  COMMITMENT_TYPES,
  CONTENT_TYPES,
  contentHints,
  encodeSignedAttributes,
  encodeSignedData,
  formatPem,
  hashAlgorithmByName,
  issuerAndSerialNumber,
  makeCmsAttribute,
  oid,
  signatureAlgorithms,
  SignedData,
  signedDataAround,
  type SignerVerdict,
  signingCertificateAttribute,
  signingTime,
  streamSignedData,
  verifySigner,
} from '@sealwright/pki';

import { signMessage, type SignOptions, TestSigner, text } from '../../../packages/pki/test/cms-signers.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

/** Algorithms that OpenSSL 3.0 does not verify in CMS; Bouncy Castle is the witness of these, see the fixtures of `packages/pki`. */
const UNKNOWN = /^(?:(?:ML|SLH)-DSA-.*|Ed.*|SHA3-.*withECDSA|SHA(?:384|512)WithDSA)$/;
const algorithms = signatureAlgorithms.filter(({ name }) => !UNKNOWN.test(name));
const content = text('what is signed\n');
const p256 = TestSigner.named('SHA256withECDSA');
const rsa = TestSigner.named('SHA256WithRSA');
openssl.write('content', content);
openssl.write('other', text('what is not signed\n'));

/** Level 0 admits MD5 and SHA-1. */
const VERIFY = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'message', '-purpose', 'any', '-auth_level', '0'];

/** Returns the output of `openssl cms -verify` for `message`, trusting the certificates of `signers`. */
function verify(message: Uint8Array, signers: readonly TestSigner[], ...more: readonly string[]) {
  openssl.write('message', message);
  openssl.write('trusted.pem', signers.map(({ certificate }) => formatPem('CERTIFICATE', certificate.der)).join(''));
  return openssl.outcome(...VERIFY, '-CAfile', 'trusted.pem', '-out', 'found', ...more);
}

function assertVerified(message: Uint8Array, signers: readonly TestSigner[], ...more: readonly string[]): void {
  const { status, output } = verify(message, signers, ...more);
  assert.equal(status, 0, output);
  assert.match(output, /^(?:CMS|CAdES) Verification successful$/m);
}

describe('openssl verifies what we sign', () => {
  for (const algorithm of algorithms) {
    it(`by ${algorithm.name}: with its content, without, and the content itself`, () => {
      const signer = new TestSigner(algorithm);
      assertVerified(signMessage(signer, content), [signer]);
      assert.deepEqual(new Uint8Array(readFileSync(openssl.path('found'))), content);
      const detached = signMessage(signer, content, { detached: true });
      assertVerified(detached, [signer], '-content', 'content');
      assert.notEqual(verify(detached, [signer], '-content', 'other').status, 0);
      const fields = { contentType: CONTENT_TYPES.data, certificates: [signer.certificate.der] };
      assertVerified(encodeSignedData({ ...fields, signers: [signer.directSignerInfo(content)] }, content), [signer]);
    });
  }

  it('was all of the algorithms but those that OpenSSL 3.0 does not verify in CMS', () => {
    assert.equal(algorithms.length, 23);
  });

  it('with two signers, one by key identifier', () => {
    const keyIdentifier = rsa.certificate.publicKey.keyIdentifier;
    const identified: SignOptions = { identifier: { type: 'subjectKeyIdentifier', keyIdentifier } };
    const message = encodeSignedData(
      {
        contentType: CONTENT_TYPES.data,
        signers: [p256.signerInfo(content), rsa.signerInfo(content, identified)],
        certificates: [p256.certificate.der, rsa.certificate.der],
      },
      content,
    );
    assertVerified(message, [p256, rsa]);
  });

  it('with every attribute of CAdES that it checks', () => {
    for (const name of ['SHA-1', 'SHA-256', 'SHA-512']) {
      const attributes = [
        signingCertificateAttribute([p256.certificate], hashAlgorithmByName(name)),
        makeCmsAttribute(signingTime, 1_700_000_000),
        makeCmsAttribute(contentHints, { description: 'an example', contentType: CONTENT_TYPES.data }),
        makeCmsAttribute(commitmentType, { type: COMMITMENT_TYPES.proofOfApproval }),
      ];
      assertVerified(signMessage(p256, content, { attributes }), [p256], '-cades');
    }
    const wrong = [signingCertificateAttribute([rsa.certificate], hashAlgorithmByName('SHA-256'))];
    assert.notEqual(verify(signMessage(p256, content, { attributes: wrong }), [p256], '-cades').status, 0);
  });

  it('under another content type', () => {
    const message = signMessage(p256, content, { contentType: oid('1.2.3.4') });
    assertVerified(message, [p256]);
    assert.match(
      openssl.run('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'message'),
      /eContentType: .*1\.2\.3\.4/,
    );
  });

  it('in one pass over pieces, with indefinite lengths', () => {
    const pieces = [content.subarray(0, 5), content.subarray(5)];
    const certificates = [p256.certificate.der];
    const stream = streamSignedData({ contentType: CONTENT_TYPES.data, algorithms: [p256.algorithms], certificates });
    const middle = pieces.flatMap((piece) => [stream.pieceHeader(piece.length), piece]);
    assertVerified(Buffer.concat([stream.before, ...middle, stream.after([p256.signerInfo(content)])]), [p256]);
  });

  it('around 100 MB that are never in memory at once', () => {
    const piece = new Uint8Array(1_000_000).fill(0x41);
    const pieces = 100;
    const hash = createHash('sha256');
    for (let i = 0; i < pieces; i++) hash.update(piece);
    const { algorithms: signed, certificate } = p256;
    const contentType = CONTENT_TYPES.data;
    const contentDigest = new Uint8Array(hash.digest());
    const signedAttributes = encodeSignedAttributes({ contentType, contentDigest, algorithms: signed });
    const signer = assembleSignerInfo({
      identifier: issuerAndSerialNumber(certificate),
      algorithms: signed,
      signedAttributes,
      signature: p256.sign(signedAttributes),
    });
    const fields = { contentType, signers: [signer], certificates: [certificate.der] };
    const { before, after: trailer } = signedDataAround(fields, piece.length * pieces);
    openssl.write('large', before);
    for (let i = 0; i < pieces; i++) appendFileSync(openssl.path('large'), piece);
    appendFileSync(openssl.path('large'), trailer);
    openssl.write('trusted.pem', formatPem('CERTIFICATE', certificate.der));
    const args = VERIFY.map((one) => (one === 'message' ? 'large' : one));
    assert.match(openssl.outcome(...args, '-CAfile', 'trusted.pem', '-out', 'found').output, /Verification successful/);
  });
});

describe('certtool verifies what we sign', () => {
  /** Algorithms that GnuTLS 3.7 does not know, or refuses as insecure; it takes every PSS for that over SHA-256, OpenSSL's too. */
  const unknown = /^(?:(?:ML|SLH)-DSA-.*|Ed448|MD5WithRSA|SHA(?:1|224|384|512)withRSAandMGF1)$/;
  const known = signatureAlgorithms.filter(({ name }) => !unknown.test(name));

  for (const algorithm of known) {
    it(`by ${algorithm.name}`, () => {
      const signer = new TestSigner(algorithm);
      openssl.write('ca.pem', formatPem('CERTIFICATE', signer.certificate.der));
      openssl.write('message', signMessage(signer, content));
      openssl.write('detached', signMessage(signer, content, { detached: true }));
      assert.match(certtool('--infile', 'message'), /Signature status: ok/);
      assert.match(certtool('--infile', 'detached', '--load-data', 'content'), /Signature status: ok/);
      assert.match(certtool('--infile', 'detached', '--load-data', 'other'), /Signature status: verification failed/);
    });
  }

  it('was all of the algorithms but those that GnuTLS 3.7 does not verify', () => {
    assert.equal(signatureAlgorithms.length - known.length, 3 + 12 + 1 + 1 + 4);
  });

  /** Returns the output of `certtool --p7-verify`, trusting `ca.pem`. */
  function certtool(...args: readonly string[]): string {
    const all = ['--p7-verify', '--inder', '--load-ca-certificate', 'ca.pem', ...args];
    const { stdout, stderr, error } = spawnSync('certtool', all, { cwd: openssl.directory, encoding: 'utf8' });
    if (error !== undefined) throw error;
    return stdout + stderr;
  }
});

describe('what openssl signs is verified', () => {
  const make = (name: string, ...key: readonly string[]): void => {
    const request = ['req', '-x509', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`];
    openssl.run(...request, '-days', '2', ...key);
  };
  make('rsa', '-newkey', 'rsa:2048');
  make('ec', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384');

  /** Signs the content with `openssl cms -sign`. */
  const sign = (...args: readonly string[]): Uint8Array => {
    openssl.run('cms', '-sign', '-binary', '-in', 'content', '-outform', 'DER', '-out', 'signed', ...args);
    return new Uint8Array(readFileSync(openssl.path('signed')));
  };
  const verdicts = (message: Uint8Array, bytes = content): readonly SignerVerdict['status'][] => {
    const signed = SignedData.parse(message);
    assert.ok(signed.signers.length > 0);
    return signed.signers.map((signer) => {
      const certificate = signed.signerCertificate(signer)!;
      return verifySigner(signer, { certificate, contentType: signed.contentType, content: { bytes } }).status;
    });
  };
  const by = (name: string) => ['-signer', `${name}.pem`, '-inkey', `${name}.key`];

  for (const [behaviour, ...args] of [
    ['RSA', '-nodetach', ...by('rsa')],
    ['PSS', '-nodetach', ...by('rsa'), '-keyopt', 'rsa_padding_mode:pss', '-md', 'sha384'],
    [
      'PSS with a salt of its own length',
      '-nodetach',
      ...by('rsa'),
      '-keyopt',
      'rsa_padding_mode:pss',
      '-keyopt',
      'rsa_pss_saltlen:20',
    ],
    ['a hash shorter than the curve', '-nodetach', ...by('ec'), '-md', 'sha256'],
    ['a detached signature', ...by('ec')],
    ['two signers', '-nodetach', ...by('ec'), ...by('rsa')],
    ['a key identifier', '-nodetach', '-keyid', ...by('ec')],
    ['the content itself', '-nodetach', '-noattr', ...by('ec')],
    ['CAdES', '-nodetach', '-cades', ...by('rsa'), '-md', 'sha512'],
    ['indefinite lengths', '-nodetach', '-stream', ...by('rsa')],
  ] as const) {
    it(behaviour, () => {
      const message = sign(...args);
      assert.ok(verdicts(message).every((status) => status === 'valid'));
      assert.ok(verdicts(message, text('what is not signed\n')).every((status) => status === 'invalid'));
    });
  }

  it('and takes a signer of ours beside its own, which openssl verifies', () => {
    const first = SignedData.parse(sign('-nodetach', ...by('ec')));
    const signers = [...first.signers.map(({ der }) => asDer<'SignerInfo'>(der)), p256.signerInfo(content)];
    const certificates = [...first.certificateChoices, p256.certificate.der];
    const both = encodeSignedData({ contentType: first.contentType, signers, certificates }, first.content);
    openssl.write('message', both);
    const ours = formatPem('CERTIFICATE', p256.certificate.der);
    openssl.write('trusted.pem', `${ours}${readFileSync(openssl.path('ec.pem'), 'utf8')}`);
    const { status, output } = openssl.outcome(...VERIFY, '-CAfile', 'trusted.pem', '-out', 'found');
    assert.equal(status, 0, output);
  });
});
