import { serialNumberFromHex } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CaRestFixture, NOW, startCaRest, TestError } from '../../../test/http/ca-rest-fixture.ts';
import {
  type CertificateName,
  REVOCATION_REASONS,
  type RevocationRequest,
  type RevocationState,
} from '../../modules/ca/index.ts';

describe('revocation', () => {
  let rest: CaRestFixture;
  before(async () => {
    rest = await startCaRest();
  });
  after(async () => rest.stop());
  beforeEach(() => {
    rest.calls.length = 0;
    rest.answers = {
      revoke: () => ({
        outcome: 'done',
        state: { reason: 'KEY_COMPROMISE', revokedAt: NOW / 1000, invalidity: 0 },
      }),
    };
  });

  const revoke = async (query: string, serial = '5A1F') =>
    rest.ask(`/v1/certificate/CN=Issuing%20CA/${serial}/revoke?${query}`, { method: 'PUT' });
  const asked = (): CertificateName & RevocationRequest => {
    const [name, request] = rest.calls.at(-1)!.arguments as readonly [CertificateName, RevocationRequest];
    return { ...name, ...request };
  };
  async function assertRefused(answer: ReturnType<typeof revoke>, message: string): Promise<void> {
    const { status, json } = await answer;
    assert.deepEqual([status, json()], [400, { error_code: 400, error_message: message }]);
    assert.deepEqual(rest.calls, []);
  }

  it('revokes', async () => {
    const { status, json } = await revoke('reason=KEY_COMPROMISE&date=2031-05-01T10:00:00Z', '0x5a1F');
    assert.equal(status, 200);
    assert.deepEqual(json(), {
      issuer_dn: 'CN=Issuing CA',
      serial_number: '0x5a1F',
      revocation_reason: 'KEY_COMPROMISE',
      revocation_date: '2031-05-01T10:00:00Z',
      invalidity_date: '1970-01-01T00:00:00Z',
      message: 'Successfully revoked',
      revoked: true,
    });
    assert.deepEqual(asked(), {
      issuerDn: 'CN=Issuing CA',
      serialNumber: serialNumberFromHex('5a1F'),
      reason: 'KEY_COMPROMISE',
      date: NOW / 1000,
      invalidityDate: undefined,
    });
  });

  it('knows every reason by its exact name and no other', async () => {
    for (const reason of Object.keys(REVOCATION_REASONS)) {
      await revoke(`reason=${reason}`);
      assert.equal(asked().reason, reason);
    }
    rest.calls.length = 0;
    for (const bad of ['BAD', 'key_compromise', '', 'toString', '1'])
      await assertRefused(revoke(`reason=${bad}`), 'Invalid revocation reason.');
  });

  it('leaves a missing reason to be judged by the state of the certificate', async () => {
    await revoke('invalidity_date=2031-01-01T00:00:00%2B02:00');
    assert.deepEqual([asked().reason, asked().invalidityDate], [undefined, Date.UTC(2030, 11, 31, 22) / 1000]);
  });

  it('refuses a serial number that is not hex before everything else', async () => {
    for (const serial of ['zz', '0x', '12-34', '0x0x1', '%C2%A0'])
      await assertRefused(
        revoke('reason=BAD', serial),
        "Invalid serial number format. Should be HEX encoded (optionally with '0x' prefix) e.g. '0x10782a83eef170d4'",
      );
  });

  it('refuses dates of another form, and gives an example', async () => {
    for (const bad of ['2031-05-01', '2031-02-30T00:00:00Z', 'yesterday', '2031-05-01T10:00:00']) {
      const { status, text } = await revoke(`reason=SUPERSEDED&date=${bad}`);
      assert.equal(status, 400, bad);
      assert.ok(text.includes('2012-06-07T23:55:59+02:00'), text);
    }
    assert.deepEqual(rest.calls, []);
  });

  it('takes a plus sign that was not percent-encoded', async () => {
    await revoke('reason=SUPERSEDED&date=2012-06-07T23:55:59+02:00');
    assert.equal(asked().date, Date.UTC(2012, 5, 7, 21, 55, 59) / 1000);
  });

  it('refuses a date in the future', async () => {
    for (const name of ['date', 'invalidity_date'])
      await assertRefused(
        revoke(`reason=SUPERSEDED&${name}=2031-05-01T10:00:31Z`),
        "Date in the future: '2031-05-01T10:00:31Z'.",
      );
  });

  it('takes the time of a clock that is a little ahead for now', async () => {
    await revoke('reason=SUPERSEDED&date=2031-05-01T10:00:30Z&invalidity_date=2031-05-01T10:00:01Z');
    const now = Date.UTC(2031, 4, 1, 10) / 1000;
    assert.deepEqual([asked().date, asked().invalidityDate], [now, now]);
  });

  it('says that a certificate is active again', async () => {
    rest.answers.revoke = () => ({ outcome: 'done', state: NOT_REVOKED });
    assert.deepEqual((await revoke('reason=REMOVE_FROM_CRL')).json(), {
      issuer_dn: 'CN=Issuing CA',
      serial_number: '5A1F',
      revocation_reason: 'NOT_REVOKED',
      message: 'Successfully reactivated',
      revoked: false,
    });
  });

  it('answers 202 without a link when the revocation waits for approval', async () => {
    rest.answers.revoke = () => ({ outcome: 'pending-approval', requestId: 7, type: 'REVOKE_CERTIFICATE' });
    const { status, json } = await revoke('reason=SUPERSEDED');
    assert.deepEqual(
      [status, json()],
      [
        202,
        {
          status_code: 202,
          info_message: 'Revocation has been sent for approval by authorized administrators.',
          request_id: 7,
        },
      ],
    );
  });

  it('answers 404, 409 and 422 to what the state does not allow', async () => {
    for (const [kind, code, status, message] of [
      ['not-found', 'ca.not_found', 404, 'Could not find end entity certificate. Issuer CN=Issuing CA, serialNo 5A1F.'],
      [
        'not-found',
        'certificate.not_found',
        404,
        'Could not find end entity certificate. Issuer CN=Issuing CA, serialNo 5A1F.',
      ],
      ['conflict', 'certificate.already_revoked', 409, 'The cause.'],
      ['refused-by-policy', 'certificate.back_dating', 422, 'The cause.'],
    ] as const) {
      rest.answers.revoke = () => {
        throw new TestError(kind, code, 'The cause.');
      };
      const answer = await revoke('reason=SUPERSEDED');
      assert.deepEqual([answer.status, answer.json()], [status, { error_code: status, error_message: message }]);
    }
  });

  it('tells the status of a good certificate', async () => {
    rest.answers.revocationStatus = () => NOT_REVOKED;
    const answer = await rest.ask('/v1/certificate/CN=Issuing%20CA/5a1F/revocationstatus');
    assert.deepEqual(answer.json(), {
      issuer_dn: 'CN=Issuing CA',
      serial_number: '5a1F',
      revocation_reason: 'NOT_REVOKED',
      revoked: false,
    });
    assert.deepEqual(rest.calls[0]!.arguments, [
      { issuerDn: 'CN=Issuing CA', serialNumber: serialNumberFromHex('5a1F') },
    ]);
  });

  it('answers 400 and 404 when the status cannot be told', async () => {
    assert.equal((await rest.ask('/v1/certificate/CN=x/zz/revocationstatus')).status, 400);
    for (const [code, message] of [
      ['ca.not_found', "CA 'CN=x' does not exist."],
      ['certificate.not_found', "Certificate with serial number '1A' and issuer DN 'CN=x' was not found"],
    ] as const) {
      rest.answers.revocationStatus = () => {
        throw new TestError('not-found', code, 'never shown');
      };
      const answer = await rest.ask('/v1/certificate/CN=x/1A/revocationstatus');
      assert.deepEqual([answer.status, answer.json()], [404, { error_code: 404, error_message: message }]);
    }
  });
});

const NOT_REVOKED: RevocationState = { reason: 'NOT_REVOKED', revokedAt: undefined, invalidity: undefined };
