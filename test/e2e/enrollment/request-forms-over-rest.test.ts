/** Requests in every form over the CA REST interface: `enroll` and `certificaterequest`, the formats of their answers, and proofs of possession. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import {
  makeCrmf,
  makeSpkac,
  signatureProof,
  signingKeyInput,
  spkiOf,
} from '../../../packages/pki/test/crmf-request.ts';
import { crmfFixtures } from '../../../packages/pki/test/request-fixtures.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateRequest, type KeyPair } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { enrollOverRest, recordOf, type RestForm } from '../support/request-forms.ts';
import type { ClientIdentity } from '../support/test-server.ts';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (octets: Uint8Array): string => octets.toBase64();
const crmf = (octets: Uint8Array): RestForm => ({ type: 'CRMF', text: base64(octets) });
/** A request of another producer. */
const crmfOf = (name: string): RestForm => crmf(crmfFixtures().get(name)!);

/** Texts for one key, by what they are called. */
const FORMS: Readonly<Record<string, (key: KeyPair) => RestForm>> = {
  'PKCS10 in PEM': (key) => ({ type: 'PKCS10', text: certificateRequest('CN=other', key) }),
  'CRMF in base64': (key) => crmf(makeCrmf({ subject: 'CN=other' }, key)),
  'CRMF in PEM': (key) => ({ type: 'crmf', text: formatPem('CERTREQ', makeCrmf({ subject: 'CN=other' }, key)) }),
  'CRMF proven by raVerified': (key) => crmf(makeCrmf({ subject: 'CN=other' }, key, Uint8Array.of(0x80, 0))),
  'SPKAC in base64': (key) => ({ type: 'SPKAC', text: base64(makeSpkac(key)) }),
  'SPKAC with its name before it': (key) => ({ type: 'spkac', text: `SPKAC=${base64(makeSpkac(key))}` }),
  'SPKAC with names beside it': (key) => ({ type: 'SPKAC', text: `CN=other\nSPKAC=${base64(makeSpkac(key))}\n` }),
  'PUBLICKEY in base64': (key) => ({ type: 'PUBLICKEY', text: base64(spkiOf(key)) }),
  'PUBLICKEY in PEM': (key) => ({ type: 'PublicKey', text: formatPem('PUBLIC KEY', spkiOf(key)) }),
};

describe('a request over REST', () => {
  const shared = sharedServer();
  let issuer: ClientIdentity;
  before(async () => {
    issuer = await newOfficer(shared.server, 'issuer', {
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ca/': 'ALLOW',
    });
  });

  let count = 0;
  const newRecord = () => recordOf(`form${++count}`);
  const enroll = (form: RestForm, record: object, as?: ClientIdentity) =>
    shared.server.call('/v1/certificate/enroll', {
      body: { certificate_request: form.text, certificate_request_type: form.type, end_entity: record },
      ...(as === undefined ? {} : { as }),
    });
  /** The end entity of a new record, asking by its password. */
  const request = async (
    form: RestForm,
    record: ReturnType<typeof recordOf>,
    as: ClientIdentity | undefined = issuer,
  ) => {
    const added = await shared.server.call('/v1/endentity', { body: record });
    assert.equal(added.status, 200, added.text);
    return shared.server.call('/v1/certificate/certificaterequest', {
      body: {
        certificate_request: form.text,
        certificate_request_type: form.type,
        username: record.username,
        password: 'foo123',
        certificate_authority_name: 'ManagementCA',
      },
      ...(as === undefined ? {} : { as }),
    });
  };

  for (const [what, formOf] of Object.entries(FORMS)) {
    it(`gets the names of its end entity and is answered in DER and PKCS7: ${what}`, async () => {
      const key = newKey();
      const username = `form${++count}`;
      const [certificate] = await enrollOverRest(shared.server, formOf(key), { username, subject: `CN=${username}` });
      assert.deepEqual(certificate!.publicKey.der, spkiOf(key));
    });
  }

  it('without a chain has none in its answer', async () => {
    const { json, status, text } = await enroll(FORMS['CRMF in base64']!(newKey()), newRecord());
    assert.equal(status, 200, text);
    assert.deepEqual(Object.keys(json).toSorted(), ['certificate', 'response_format', 'serial_number']);
  });

  it('in CRMF without a subject is signed in the name of the end entity', async () => {
    for (const [sender, isRefused] of [
      ['its own', false],
      ['CN=somebody else', true],
    ] as const) {
      const [key, record] = [newKey(), newRecord()];
      const input = signingKeyInput(sender === 'its own' ? record.subject_dn : sender, spkiOf(key));
      const form = crmf(makeCrmf({}, key, signatureProof(input, key, undefined, input)));
      const answer = await request(form, record);
      if (isRefused) assertRefusal(answer, 400, /proof of possession is of 'CN=somebody else'/);
      else assert.equal(answer.status, 200, answer.text);
    }
  });

  it('in CRMF with a MAC is made with the password of the end entity', async () => {
    const answer = await request(crmfOf('bouncycastle-mac'), newRecord());
    assert.equal(answer.status, 200, answer.text);
    const other = { ...newRecord(), password: 'foo124' };
    assertRefusal(await enroll(crmfOf('bouncycastle-mac'), other), 400, /MAC/);
  });

  for (const [what, form, message] of [
    ['in CRMF whose proof is an encryption', crmfOf('bouncycastle-key-encipherment'), /keyEncipherment/],
    ['in CRMF whose proof is an encryption, of OpenSSL', crmfOf('openssl-key-encipherment'), /keyEncipherment/],
    ['in CRMF whose proof is a key agreement', crmf(agreement()), /keyAgreement/],
    ['in CRMF without a proof', crmfOf('openssl-no-proof'), /no proof/],
    ['in CRMF with a control', crmfOf('bouncycastle-registration-token'), /regToken/],
    ['in CRMF with another one', crmfOf('bouncycastle-two'), /./],
    ['in CRMF that another key signed', crmf(forged()), /./],
    ['in SPKAC that is called CRMF', { type: 'CRMF', text: base64(makeSpkac(newKey())) }, /./],
    ['in PKCS10 that is called PUBLICKEY', { type: 'PUBLICKEY', text: certificateRequest('CN=a', newKey()) }, /./],
    ['that is empty', { type: 'SPKAC', text: 'SPKAC=' }, /./],
  ] as const) {
    it(`is refused by both ${what}`, async () => {
      const record = newRecord();
      assertRefusal(await enroll(form, record), 400, message);
      assertRefusal(await request(form, record), 400, message);
    });
  }

  for (const what of ['PUBLICKEY in base64', 'CRMF proven by raVerified'] as const) {
    it(`that proves nothing takes the right to edit the end entity: ${what}`, async () => {
      const refused = await request(FORMS[what]!(newKey()), newRecord());
      assertRefusal(refused, 403, /does not prove that its sender holds the private key/);
      const record = newRecord();
      const form = FORMS[what]!(newKey());
      assert.equal((await enroll(form, record)).status, 200);
      const row = auditRows(shared.server).findLast(({ event }) => event === 'CERT_CREATION');
      assert.deepEqual([row?.username, detailsOf(row!)['proofOfPossession']], [record.username, 'vouched for']);
    });
  }

  it('that proves nothing and is refused takes no request from its end entity', async () => {
    const record = newRecord();
    assert.equal((await request(FORMS['PUBLICKEY in base64']!(newKey()), record)).status, 403);
    const body = {
      certificate_request: certificateRequest('CN=a', newKey()),
      username: record.username,
      password: 'foo123',
      certificate_authority_name: 'ManagementCA',
    };
    const answer = await shared.server.call('/v1/certificate/certificaterequest', { body, as: issuer });
    assert.equal(answer.status, 200, answer.text);
  });
});

/** A request whose proof is the key agreement `subsequentMessage [1]` with a challenge. */
function agreement(): Uint8Array {
  return makeCrmf({ subject: 'CN=other' }, newKey(), Uint8Array.of(0xa3, 3, 0x81, 1, 1));
}

/** A request signed with another key than it is for. */
function forged(): Uint8Array {
  return makeCrmf({ subject: 'CN=other', publicKey: spkiOf(newKey()) }, newKey());
}
