import assert from 'node:assert/strict';
import { parsePem, readCertsOnly } from '@sealwright/pki';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type CaRestFixture,
  ENROLLMENT_BODY,
  startCaRest,
  TestError,
} from '../../../../../test/http/ca-rest-fixture.ts';
import type { IssuedCertificate } from '../../../../modules/ca/index.ts';
import type { EnrolledCertificate, EnrollmentWithRequest } from '../../../../modules/ra/index.ts';

const leaf = new Uint8Array([0x30, 3, 2, 1, 1]);
const issuing = new Uint8Array([0x30, 3, 2, 1, 2]);
const root = new Uint8Array([0x30, 3, 2, 1, 3]);

describe('pkcs10enroll', () => {
  let rest: CaRestFixture;
  before(async () => {
    rest = await startCaRest();
  });
  after(async () => rest.stop());
  beforeEach(() => {
    rest.calls.length = 0;
    rest.answers = {
      enrollWithRequest: () => enrolled('005a1f33c09d2e7781', [issuing, root]),
    };
  });

  const enroll = async (more: object = {}) =>
    rest.ask('/v1/certificate/pkcs10enroll', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ENROLLMENT_BODY, ...more }),
    });
  const asked = (): EnrollmentWithRequest => rest.calls.at(-1)!.arguments[0] as EnrollmentWithRequest;

  it('answers DER without a chain when nothing else is asked for', async () => {
    const { status, json } = await enroll();
    assert.equal(status, 200);
    assert.deepEqual(json(), { certificate: 'MAMCAQE=', serial_number: '5A1F33C09D2E7781', response_format: 'DER' });
  });

  it('puts the CA certificates into the chain, the issuing CA first, without the leaf', async () => {
    const { json } = await enroll({ include_chain: true, response_format: 'der' });
    assert.deepEqual((json() as { certificate_chain: string[] }).certificate_chain, ['MAMCAQI=', 'MAMCAQM=']);
  });

  it('answers PKCS#7 as base64 of PEM text', async () => {
    const { json } = await enroll({ include_chain: true, response_format: 'Pkcs7' });
    const body = json() as { certificate: string; response_format: string; certificate_chain: string[] };
    assert.equal(body.response_format, 'PKCS7');
    assert.deepEqual(certificatesOf(body.certificate), [leaf]);
    assert.equal(body.certificate_chain.length, 1);
    assert.deepEqual(certificatesOf(body.certificate_chain[0]!), [issuing, root]);
  });

  it('refuses other formats in the words that clients know', async () => {
    const message = async (format: unknown) => {
      const { status, json } = await enroll({ response_format: format });
      assert.equal(status, 400);
      return (json() as { error_message: string }).error_message;
    };
    assert.equal(await message('XYZ'), 'Invalid input. Response format can only be DER or PKCS7');
    assert.equal(await message(''), 'Invalid input. Response format can only be DER or PKCS7');
    assert.equal(await message(null), 'Invalid input. Incorrect response format');
    assert.deepEqual(rest.calls, []);
  });

  it('hands on what the client said, and null as not said', async () => {
    await enroll({ email: null, password: null, include_chain: null, extension_data: null });
    assert.deepEqual(asked(), {
      certificateRequest: ENROLLMENT_BODY.certificate_request,
      certificateProfileName: 'TLS',
      endEntityProfileName: 'Web',
      certificateAuthorityName: 'Issuing CA',
      username: 'alice',
      password: undefined,
      email: undefined,
      accountBindingId: undefined,
      notBefore: undefined,
      notAfter: undefined,
      strictValidity: false,
      subjectDn: undefined,
      extensionData: [],
      customData: [],
    });
    const extension = { name: '1.2.3', value: '0500' };
    await enroll({
      email: '',
      password: 'foo123',
      account_binding_id: 'acc-1',
      subject_dn: 'CN=other',
      extension_data: [{ ...extension, more: 1 }],
      custom_data: [{ name: 'a', value: 'b' }],
      start_time: '2031-05-01 10:00:00',
      end_time: '2031-05-01T10:00:00Z',
    });
    const { password, email, accountBindingId, subjectDn, extensionData, customData, notBefore, notAfter } = asked();
    assert.deepEqual([password, email, accountBindingId, subjectDn], ['foo123', '', 'acc-1', 'CN=other']);
    assert.deepEqual([extensionData, customData], [[extension], [{ name: 'a', value: 'b' }]]);
    assert.deepEqual([notBefore, notAfter], [Date.UTC(2031, 4, 1, 10) / 1000, undefined]);
  });

  it('answers 202 with an id and a link when the enrollment waits for approval', async () => {
    rest.answers.enrollWithRequest = () => ({
      outcome: 'pending-approval',
      requestId: 1_443_311,
      type: 'ADD_END_ENTITY',
    });
    const { status, json } = await enroll();
    assert.equal(status, 202);
    assert.deepEqual(json(), {
      status_code: 202,
      info_message: 'Add Entity request has been added for approval by authorized administrators.',
      link: `${rest.url}/v1/certificate/1443311/finalize`,
      request_id: 1_443_311,
    });
  });

  it('answers 400 with the words of the cause to whatever is wrong with the request', async () => {
    for (const kind of ['malformed', 'not-found', 'refused-by-policy', 'conflict'] as const) {
      rest.answers.enrollWithRequest = () => {
        throw new TestError(kind, 'ra.something', 'The cause.');
      };
      const { status, json } = await enroll();
      assert.deepEqual([status, json()], [400, { error_code: 400, error_message: 'The cause.' }], kind);
    }
  });

  it('keeps 403, 409 for a change at the same time, and 503', async () => {
    for (const [kind, code, status, message] of [
      ['forbidden', 'access.denied', 403, 'The cause.'],
      ['conflict', 'storage.conflict', 409, 'The cause.'],
      ['unavailable', 'crypto_token.offline', 503, 'Device was unavailable.'],
    ] as const) {
      rest.answers.enrollWithRequest = () => {
        throw new TestError(kind, code, 'The cause.');
      };
      const answer = await enroll();
      assert.deepEqual([answer.status, answer.json()], [status, { error_code: status, error_message: message }]);
    }
  });
});

describe('compatibility with EJBCA', () => {
  it('answers 201', async () => {
    const rest = await startCaRest('ejbca');
    try {
      rest.answers.enrollWithRequest = () => enrolled('1', []);
      const headers = { 'content-type': 'application/json' };
      const answer = await rest.ask('/v1/certificate/pkcs10enroll', {
        method: 'POST',
        headers,
        body: JSON.stringify(ENROLLMENT_BODY),
      });
      assert.deepEqual(
        [answer.status, answer.json()],
        [201, { certificate: 'MAMCAQE=', serial_number: '1', response_format: 'DER' }],
      );
    } finally {
      await rest.stop();
    }
  });
});

/** As far as the route looks at it. */
function enrolled(serialNumber: string, chain: readonly Uint8Array[]): EnrolledCertificate {
  return { outcome: 'issued', certificate: { der: leaf, serialNumber } as unknown as IssuedCertificate, chain };
}

function certificatesOf(base64: string): Uint8Array[] {
  const blocks = parsePem(Buffer.from(base64, 'base64').toString('ascii'));
  assert.deepEqual(
    blocks.map(({ label }) => label),
    ['PKCS7'],
  );
  return readCertsOnly(blocks[0]!.der).map((der) => new Uint8Array(der));
}
