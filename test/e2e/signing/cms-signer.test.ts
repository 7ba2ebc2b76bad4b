import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import {
  algorithmProtection,
  contentType,
  extendedKeyUsage,
  encodeSignedAttributes,
  KEY_PURPOSES,
  makeExtension,
  messageDigest,
  oid,
  signatureAlgorithmByName,
  SignedData,
  signerAlgorithms,
  signingCertificateIds,
  signatureTimeStamp,
  signingTime,
  TimeStampToken,
  verifySigner,
} from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import {
  certifyKey,
  certifyKeys,
  makeSigningToken,
  makeWorker,
  octetsTo,
  SIGNING_KEYS,
  withKey,
} from '../support/setups/signing-setup.ts';

const CMS = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.CMSSigner',
  CRYPTOTOKEN: 'Signing',
  AUTHTYPE: 'NOAUTH',
};
const DATA = '1.2.840.113549.1.7.1';
const DOCUMENT = Buffer.from('Sample Text!');

describe('a CMS signer', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  let chains: ReadonlyMap<string, string>;

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', SIGNING_KEYS);
    chains = await certifyKeys(shared.server, ca, Object.keys(SIGNING_KEYS));
    await worker('CMS');
  });

  const worker = (name: string, properties: Readonly<Record<string, string>> = {}) => {
    const alias = properties['DEFAULTKEY'] ?? 'rsa';
    const chain = { DEFAULTKEY: alias, SIGNERCERTCHAIN: chains.get(alias)! };
    return makeWorker(shared.server, name, { ...CMS, ...chain, ...properties });
  };
  const { process, processed, refusal } = octetsTo(shared);
  const encoded = async (...request: Parameters<typeof process>) => new Uint8Array(await processed(...request));
  /** The message, whose one signer is verified. */
  const verified = (message: Uint8Array, detached?: Uint8Array) => {
    const signedData = SignedData.parse(message, { maxOctets: 64 * 1024 * 1024 });
    const [signer, second] = signedData.signers;
    assert.ok(signer !== undefined && second === undefined);
    const certificate = signedData.signerCertificate(signer)!;
    const bytes = signedData.content ?? detached!;
    const verdict = verifySigner(signer, { certificate, contentType: signedData.contentType, content: { bytes } });
    assert.equal(verdict.status, 'valid', JSON.stringify(verdict));
    return { signedData, signer };
  };

  it('puts the content and the usual attributes into the message, in BER (case 48)', async () => {
    const message = await encoded('CMS', DOCUMENT, { name1: 'value1' });
    assert.deepEqual([...message.subarray(0, 2)], [0x30, 0x80]);
    const { signedData, signer } = verified(message);
    assert.deepEqual(Buffer.from(signedData.content!), DOCUMENT);
    assert.equal(signedData.version, 1);
    assert.equal(signer.identifier.type, 'issuerAndSerialNumber');
    assert.equal(signer.signed(contentType), DATA);
    assert.deepEqual(Buffer.from(signer.signed(messageDigest)!), hash('sha256', DOCUMENT, 'buffer'));
    assert.ok(Math.abs(signer.signed(signingTime)! - Date.now() / 1000) < 60);
    assert.notEqual(signer.signed(algorithmProtection), undefined);
    assert.equal(signer.signatureAlgorithm.name, 'SHA256WithRSA');
  });

  it('encodes in DER on demand, and takes an empty document', async () => {
    await worker('DER', { DER_RE_ENCODE: 'TRUE' });
    for (const document of [DOCUMENT, new Uint8Array()]) {
      const message = await encoded('DER', document);
      assert.notEqual(message[1], 0x80);
      assert.deepEqual(Buffer.from(verified(message).signedData.content!), Buffer.from(document));
      assert.deepEqual(
        Buffer.from(verified(await encoded('CMS', document)).signedData.content!),
        Buffer.from(document),
      );
    }
  });

  it('lets a large document pass by in pieces', async () => {
    const large = randomBytes(2_500_000);
    for (const name of ['CMS', 'DER']) {
      assert.deepEqual(Buffer.from(verified(await encoded(name, large)).signedData.content!), large);
    }
  });

  for (const [levels, count] of [
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['9', 3],
    ['', 3],
  ] as const) {
    it(`includes ${count} certificates for ${levels || 'no'} levels (case 111)`, async () => {
      await worker(`Levels ${levels || 'all'}`, { INCLUDE_CERTIFICATE_LEVELS: levels });
      const answer = await process(`Levels ${levels || 'all'}`, DOCUMENT);
      const signedData = SignedData.parse(new Uint8Array(Buffer.from(answer.json['data'] as string, 'base64')));
      assert.equal(signedData.certificateChoices.length, count);
      assert.equal(answer.json['signerCertificate'] === null, count === 0);
    });
  }

  for (const [alias, usual, ...others] of withKey([
    ['rsa', 'SHA256WithRSA', 'SHA512WithRSA', 'SHA384withRSAandMGF1'],
    ['p256', 'SHA256withECDSA', 'SHA384withECDSA'],
    ['p384', 'SHA256withECDSA'],
    ['brainpool', 'SHA256withECDSA'],
    ['ed25519', 'Ed25519'],
    ['ed448', 'Ed448'],
    ['mldsa', 'ML-DSA-65'],
    ['slhdsa', 'SLH-DSA-SHA2-128F'],
  ] as const)) {
    it(`signs with ${alias}: ${usual} unless the worker says otherwise (case 112)`, async () => {
      for (const algorithm of ['', ...others]) {
        const name = `${alias} ${algorithm || 'usual'}`;
        await worker(name, { DEFAULTKEY: alias, SIGNATUREALGORITHM: algorithm });
        assert.equal(verified(await encoded(name, DOCUMENT)).signer.signatureAlgorithm.name, algorithm || usual);
      }
    });
  }

  it('signs with SHA-1 when the configuration of the service allows it (case 112)', async () => {
    const path = '/documents/SIGNINGCONFIG/signing-configuration';
    const allow = (allowSha1Signatures: boolean) =>
      shared.server.administer(path, { method: 'PUT', body: { settings: { allowSha1Signatures } } });
    await worker('Sha1', { DEFAULTKEY: 'p256', SIGNATUREALGORITHM: 'SHA1withECDSA' });
    assert.equal((await refusal('Sha1', DOCUMENT))[0], 503);
    await allow(true);
    const { signer } = verified(await encoded('Sha1', DOCUMENT));
    assert.equal(signer.signatureAlgorithm.name, 'SHA1withECDSA');
    assert.equal(signer.digestAlgorithm.name, 'SHA-1');
    await allow(false);
  });

  it('leaves the content out when the worker, or the client if it may, says so (case 113)', async () => {
    await worker('Detached', { DETACHEDSIGNATURE: 'TRUE' });
    await worker('Either', { ALLOW_DETACHEDSIGNATURE_OVERRIDE: 'TRUE' });
    assert.equal(verified(await encoded('Detached', DOCUMENT), DOCUMENT).signedData.content, undefined);
    assert.equal(
      verified(await encoded('Either', DOCUMENT, { DETACHEDSIGNATURE: 'TRUE' }), DOCUMENT).signedData.content,
      undefined,
    );
    assert.deepEqual(await refusal('CMS', DOCUMENT, { DETACHEDSIGNATURE: 'TRUE' }), [
      400,
      'Detached signature requested but not allowed',
    ]);
    assert.deepEqual(await refusal('Detached', DOCUMENT, { DETACHEDSIGNATURE: 'false' }), [
      400,
      'Non detached signature requested but not allowed',
    ]);
  });

  it('names the type of the content as the worker, or the client if it may, says (case 114)', async () => {
    await worker('Typed', { CONTENTOID: '1.2.3.4', ALLOW_CONTENTOID_OVERRIDE: 'TRUE' });
    const { signedData, signer } = verified(await encoded('Typed', DOCUMENT));
    assert.deepEqual([signedData.contentType, signer.signed(contentType)], ['1.2.3.4', '1.2.3.4']);
    assert.equal(signedData.version, 3);
    assert.equal(verified(await encoded('Typed', DOCUMENT, { CONTENTOID: '1.2.9' })).signedData.contentType, '1.2.9');
    assert.deepEqual(await refusal('CMS', DOCUMENT, { CONTENTOID: '1.2.9' }), [
      400,
      'Overriding content OID requested but not allowed',
    ]);
    assert.deepEqual(await refusal('Typed', DOCUMENT, { CONTENTOID: 'data' }), [
      400,
      'Illegal OID specified in request',
    ]);
  });

  describe('with a hash that the client has made', () => {
    const hashed = (name: string) => ({ USING_CLIENTSUPPLIED_HASH: 'true', CLIENTSIDE_HASHDIGESTALGORITHM: name });
    const sha256 = hash('sha256', DOCUMENT, 'buffer');
    before(async () => {
      const hashing = {
        ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'TRUE',
        ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256,SHA-512',
      };
      await worker('Hashes', hashing);
      await worker('Hashes detached', { ...hashing, DETACHEDSIGNATURE: 'TRUE' });
      await worker('Hashes either', {
        ...hashing,
        DETACHEDSIGNATURE: 'TRUE',
        ALLOW_DETACHEDSIGNATURE_OVERRIDE: 'TRUE',
      });
      await worker('Hashes ed25519', { ...hashing, DEFAULTKEY: 'ed25519' });
      if (withKey([['mldsa']]).length > 0) await worker('Hashes mldsa', { ...hashing, DEFAULTKEY: 'mldsa' });
      await worker('Hashes 256', { ...hashing, SIGNATUREALGORITHM: 'SHA256withRSA' });
    });

    it('signs the hash as the digest of a detached content (case 109)', async () => {
      const { signedData, signer } = verified(await encoded('Hashes', sha256, hashed('SHA-256')), DOCUMENT);
      assert.equal(signedData.content, undefined);
      assert.deepEqual(Buffer.from(signer.signed(messageDigest)!), sha256);
    });

    it('is detached whatever a request says of it to a worker that is configured detached', async () => {
      for (const [name, asked] of [
        ['Hashes detached', 'false'],
        ['Hashes either', 'false'],
        ['Hashes', 'TRUE'],
      ] as const) {
        const request = { ...hashed('SHA-256'), DETACHEDSIGNATURE: asked };
        const { signedData } = verified(await encoded(name, sha256, request), DOCUMENT);
        assert.equal(signedData.content, undefined, name);
      }
    });

    it('signs with that hash, by keys that hash otherwise too', async () => {
      const sha512 = hash('sha512', DOCUMENT, 'buffer');
      for (const [, name] of withKey([
        ['rsa', 'Hashes'],
        ['ed25519', 'Hashes ed25519'],
        ['mldsa', 'Hashes mldsa'],
      ] as const)) {
        verified(await encoded(name, sha512, hashed('SHA512')), DOCUMENT);
      }
      const [status, error] = await refusal('Hashes 256', sha512, hashed('SHA512'));
      assert.equal(status, 400);
      assert.match(String(error), /takes no hash of SHA-512/);
      assert.match(String((await refusal('Hashes ed25519', sha256, hashed('SHA256')))[1]), /SHA-512 goes with it/);
    });

    it('refuses a hash of another length (case 108), and to put what it does not have into the message', async () => {
      assert.deepEqual(await refusal('Hashes', sha256.subarray(12), hashed('SHA-256')), [
        400,
        'Client-side hashing data length must match with the length of client specified digest algorithm',
      ]);
      assert.deepEqual(await refusal('Hashes', sha256, { ...hashed('SHA-256'), DETACHEDSIGNATURE: 'false' }), [
        400,
        'Client-side hashing can only be used with detached signatures',
      ]);
    });
  });

  describe('without signed attributes', () => {
    before(() => worker('Direct', { DIRECTSIGNATURE: 'TRUE' }));

    it('signs the content itself', async () => {
      for (const document of [DOCUMENT, randomBytes(1_500_000)]) {
        assert.equal(verified(await encoded('Direct', document)).signer.signedAttributes, undefined);
      }
    });

    it('refuses what would be a signature of another message, too', async () => {
      const algorithms = signerAlgorithms(signatureAlgorithmByName('SHA256withRSA'));
      const contentDigest = new Uint8Array(hash('sha256', 'another message', 'buffer'));
      const attributes = encodeSignedAttributes({ contentType: oid(DATA), contentDigest, algorithms });
      const [status, error] = await refusal('Direct', attributes);
      assert.equal(status, 400);
      assert.match(String(error), /looks like the signed attributes/);
      verified(await encoded('CMS', attributes));
    });

    it('goes with neither hashes of clients nor another type of content', async () => {
      const hashing = { CLIENTSIDEHASHING: 'TRUE', ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256' };
      await worker('Direct hashes', { DIRECTSIGNATURE: 'TRUE', ...hashing });
      await worker('Direct typed', { DIRECTSIGNATURE: 'TRUE', CONTENTOID: '1.2.3' });
      for (const name of ['Direct hashes', 'Direct typed']) assert.equal((await refusal(name, DOCUMENT))[0], 500);
    });
  });

  it('names the certificate among what it signs when the worker wants that', async () => {
    await worker('CAdES', { INCLUDE_SIGNING_CERTIFICATE_ATTRIBUTE: 'TRUE' });
    await worker('CAdES 1', { INCLUDE_SIGNING_CERTIFICATE_ATTRIBUTE: 'TRUE', CERTIFICATE_DIGEST_ALGORITHM: 'SHA1' });
    for (const [name, hashName] of [
      ['CAdES', 'SHA-256'],
      ['CAdES 1', 'SHA-1'],
    ] as const) {
      const { signer } = verified(await encoded(name, DOCUMENT));
      const [id] = signingCertificateIds(signer.signedAttributes!);
      assert.equal(id?.hash.name, hashName);
      assert.notEqual(id?.issuerSerial, undefined);
    }
    assert.deepEqual(signingCertificateIds(verified(await encoded('CMS', DOCUMENT)).signer.signedAttributes!), []);
  });

  it('has the signature stamped with the time by another worker', async () => {
    const extensions = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)];
    const contents = { subject: 'CN=TSA', extensions };
    await makeWorker(shared.server, 'TSA', {
      IMPLEMENTATION_CLASS: 'TimeStampSigner',
      CRYPTOTOKEN: 'Signing',
      AUTHTYPE: 'NOAUTH',
      DEFAULTKEY: 'p256',
      SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', 'p256', contents),
      DEFAULTTSAPOLICYOID: '1.2.3',
      ACCEPTEDPOLICIES: '1.2.3.4',
    });
    const extended = { IMPLEMENTATION_CLASS: 'org.signserver.module.extendedcmssigner.ExtendedCMSSigner' };
    await worker('Stamped', {
      ...extended,
      TSA_WORKER: 'TSA',
      TSA_POLICYOID: '1.2.3.4',
      TSA_DIGESTALGORITHM: 'SHA-512',
    });
    const { signer } = verified(await encoded('Stamped', DOCUMENT));
    const token = TimeStampToken.parse(signer.unsigned(signatureTimeStamp)[0]!);
    assert.equal(token.verify().status, 'valid');
    assert.ok(token.isOf(signer.signature));
    assert.equal(token.info.policy, '1.2.3.4');
    await worker('Refused', { ...extended, TSA_WORKER: 'TSA', TSA_POLICYOID: '1.2.3.5' });
    const [status, error] = await refusal('Refused', DOCUMENT);
    assert.equal(status, 503);
    assert.match(String(error), /^No time-stamp could be obtained: The request contains an unaccepted policy/);
    await worker('Alone', { ...extended, TSA_WORKER: 'nosuch' });
    const needed = (name: string) => `The worker '${name}', which this one needs, gave no answer: `;
    assert.deepEqual(await refusal('Alone', DOCUMENT), [503, `${needed('nosuch')}No such worker: nosuch`]);
    await worker('Closed', { AUTHTYPE: 'CLIENTCERT' });
    await worker('Unhelped', { ...extended, TSA_WORKER: 'Closed' });
    assert.deepEqual(await refusal('Unhelped', DOCUMENT), [
      503,
      `${needed('Closed')}Authorization failed: Error, client authentication is required.`,
    ]);
    await worker('Named', { AUTHTYPE: 'org.signserver.server.UsernameAuthorizer', ACCEPT_USERNAMES: 'alice' });
    await worker('Unnamed', { ...extended, TSA_WORKER: 'Named' });
    assert.deepEqual(await refusal('Unnamed', DOCUMENT), [503, `${needed('Named')}Username required`]);
    await worker('Two', { ...extended, TSA_WORKER: 'TSA', TSA_URL: 'http://127.0.0.1:1/' });
    assert.equal((await refusal('Two', DOCUMENT))[0], 500);
    for (const [index, user] of ['u:p', 'u', ':p'].entries()) {
      await worker(`Secret${index}`, { ...extended, TSA_URL: `http://${user}@127.0.0.1:1/` });
      assert.match(String((await refusal(`Secret${index}`, DOCUMENT))[1]), /misconfigured/, user);
    }
  });

  it('does not work without a certificate', async () => {
    await worker('Bare', { SIGNERCERTCHAIN: '' });
    assert.equal((await refusal('Bare', DOCUMENT))[0], 500);
  });

  it('answers in the media type and file name of a signature (case 80)', async () => {
    const form = new FormData();
    form.append('file', new File([DOCUMENT], 'text.txt'));
    const answer = await fetch(new URL('/signserver/rest/v1/workers/CMS/process', shared.server.running.urls[1]), {
      method: 'POST',
      body: form,
      headers: { 'x-keyfactor-requested-with': 'test', accept: 'application/octet-stream' },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/pkcs7-signature');
    assert.match(answer.headers.get('content-disposition') ?? '', /filename="text\.txt\.p7s"/);
    verified(new Uint8Array(await answer.arrayBuffer()));
  });
});
