import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';

import { type KeyPair, makeSpkac, spkiOf } from '../../test/crmf-request.ts';
import { spkacFixtures } from '../../test/request-fixtures.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { verifySignatureInPool } from '../public-key/index.ts';
import { SignedPublicKey } from './spkac.ts';
import { parseSpkacFile } from './spkac-file.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = makeSpkac(key).toBase64();

describe('an SPKAC', () => {
  for (const [name, text] of spkacFixtures()) {
    it(`of OpenSSL is read and its signature verified: ${name}`, async () => {
      const signed = SignedPublicKey.parse(parseSpkacFile(text).der, { lenient: false });
      assert.equal(signed.challenge, name.endsWith('md5') ? 'hello' : '');
      await signed.verifyProofOfPossessionBy(verifySignatureInPool);
    });
  }

  it('is accepted of keys of all kinds', async () => {
    const pairs: [string, KeyPair][] = [
      ['SHA256WithRSA', generateKeyPairSync('rsa', { modulusLength: 1024 })],
      ['Ed25519', generateKeyPairSync('ed25519')],
      ['ML-DSA-44', generateKeyPairSync('ml-dsa-44')],
    ];
    for (const [name, pair] of pairs) {
      const signed = SignedPublicKey.parse(makeSpkac(pair, '', signatureAlgorithmByName(name)), { lenient: false });
      assert.equal(signed.signatureAlgorithm.name, name);
      assert.deepEqual(signed.publicKey.der, spkiOf(pair));
      await signed.verifyProofOfPossessionBy(verifySignatureInPool);
    }
  });

  it('is refused when another key signed, or the challenge was exchanged', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const exchanged = makeSpkac(key, 'challenge');
    exchanged[Buffer.from(exchanged).indexOf('challenge')]! ^= 1;
    for (const der of [makeSpkac({ publicKey: key.publicKey, privateKey }), exchanged])
      await assert.rejects(SignedPublicKey.parse(der).verifyProofOfPossessionBy(verifySignatureInPool), {
        code: 'request.bad_signature',
      });
  });

  it('is refused with a weak key, a challenge beyond ASCII, or more than belongs to it', () => {
    const weak = makeSpkac(
      generateKeyPairSync('rsa', { modulusLength: 512 }),
      '',
      signatureAlgorithmByName('SHA256WithRSA'),
    );
    assert.throws(() => SignedPublicKey.parse(weak), { code: 'key.bad_size' });
    assert.throws(() => SignedPublicKey.parse(makeSpkac(key, 'é')), { code: 'der.bad_value' });
    assert.throws(() => SignedPublicKey.parse(Uint8Array.of(...makeSpkac(key), 0)), { code: 'der.trailing_bytes' });
  });
});

describe('the text of an SPKAC', () => {
  it('is base64 with or without its prefix, in one line or several', () => {
    const lines = base64.replace(/.{64}/g, '$&\r\n');
    for (const text of [base64, `SPKAC=${base64}\n`, lines, `SPKAC=${lines}`, `\n# a key\nspkac = ${base64}`])
      assert.deepEqual(parseSpkacFile(text), { der: Uint8Array.fromBase64(base64), subject: undefined });
  });

  it('has a subject in lines of its own, in their order', () => {
    const { subject } = parseSpkacFile(
      `C=SE\n0.OU=First\n1.OU = Second\nSPKAC=${base64}\nCN=alice=\nSN=Smith\nemailAddress=a@example.org\n`,
    );
    assert.equal(subject?.toString(), 'E=a@example.org,SURNAME=Smith,CN=alice=,OU=Second,OU=First,C=SE');
  });

  const refused: [string, string, string][] = [
    ['nothing', '# a comment\n', 'request.bad_line'],
    ['a subject alone', 'CN=alice', 'request.bad_line'],
    ['two of them', `SPKAC=${base64}\nSPKAC=${base64}`, 'request.bad_line'],
    ['an invalid name', `SPKAC=${base64}\nserial=12`, 'request.bad_line'],
    ['a value in quotes', `SPKAC=${base64}\nCN="alice"`, 'request.bad_line'],
    ['a value with a variable', `SPKAC=${base64}\nCN=$ENV::HOME`, 'request.bad_line'],
    ['no base64', 'SPKAC=%%%%', 'request.bad_line'],
    ['PEM', `-----BEGIN SPKAC-----\n${base64}\n-----END SPKAC-----`, 'request.bad_line'],
    ['a country of three letters', `SPKAC=${base64}\nC=SWE`, 'name.too_long'],
  ];
  for (const [name, text, code] of refused) {
    it(`is refused with ${name}`, () => {
      assert.throws(() => parseSpkacFile(text), { code });
    });
  }
});
