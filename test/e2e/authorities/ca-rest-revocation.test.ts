/** Revocation over the real use cases: reasons, dates, the state rules, and what a CRL says afterwards. Numbers are those of the interface's acceptance cases. */
import { type Certificate, findExtension, invalidityDate, reasonCode } from '@sealwright/pki';
import { requireX509 } from '../../../packages/server/src/modules/ca/index.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  MANAGEMENT_CA_DN,
  newCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const FINAL_REASONS = [
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'CA_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'PRIVILEGES_WITHDRAWN',
  'AA_COMPROMISE',
] as const;
const CHANGEABLE_REASONS = [
  'UNSPECIFIED',
  'PRIVILEGES_WITHDRAWN',
  'CESSATION_OF_OPERATION',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
] as const;

/** Text as the interface writes a moment. */
const text = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

let last = 0;
async function newCertificate(server: TestServer, profile = 'SERVER'): Promise<Certificate> {
  const options = { username: `revoked ${++last}`, subject: `CN=revoked ${last}` };
  return enroll(server, profile === 'SERVER' ? newRequest(options) : requestUnder(profile, options));
}

async function revoke(
  server: TestServer,
  certificate: Certificate,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  return server.call(`${certificatePath(certificate, 'revoke')}?${String(new URLSearchParams(query))}`, {
    method: 'PUT',
  });
}

async function statusOf(server: TestServer, certificate: Certificate): Promise<Record<string, unknown>> {
  const { status, json } = await server.call(certificatePath(certificate, 'revocationstatus'));
  assert.equal(status, 200);
  return json;
}

/** The certificate's entry of a new CRL. */
async function crlEntry(server: TestServer, { serialNumberText }: Certificate) {
  const entry = [...(await newCrl(server)).entries()].find((each) => each.serialNumberText === serialNumberText);
  return (
    entry && {
      date: entry.revocationDate,
      reason: findExtension(entry.extensions, reasonCode),
      invalidity: findExtension(entry.extensions, invalidityDate),
    }
  );
}

const alreadyRevoked = ({ serialNumberText }: Certificate) =>
  `Certificate is already revoked. Issuer: '${MANAGEMENT_CA_DN}', serno: ${serialNumberText.toLowerCase()}.`;

describe('revocation', () => {
  const shared = sharedServer();

  it('answers every field, and again when the status is asked (67, 82)', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const common = { issuer_dn: MANAGEMENT_CA_DN, serial_number: certificate.serialNumberText };
    assert.deepEqual(await statusOf(server, certificate), {
      ...common,
      revocation_reason: 'NOT_REVOKED',
      revoked: false,
    });
    const from = Math.floor(server.clock.nowMs() / 1000);
    const { status, json } = await revoke(server, certificate, { reason: 'KEY_COMPROMISE' });
    const { message, ...state } = json;
    assert.deepEqual([status, message], [200, 'Successfully revoked']);
    const { revocation_date: date, ...others } = state;
    assert.deepEqual(others, { ...common, revocation_reason: 'KEY_COMPROMISE', revoked: true });
    const moment = Date.parse(date as string) / 1000;
    assert.equal(date, text(moment));
    assert.ok(moment >= from && moment <= server.clock.nowMs() / 1000);
    assert.deepEqual(await statusOf(server, certificate), state);
  });

  for (const reason of FINAL_REASONS)
    it(`revokes for ${reason}, and a CRL says so`, async () => {
      const { server } = shared;
      const certificate = await newCertificate(server);
      const { status, json } = await revoke(server, certificate, { reason });
      assert.deepEqual([status, json['revocation_reason'], json['revoked']], [200, reason, true]);
      // RFC 5280 §5.3.1: the reason code is left out where it would say unspecified.
      assert.deepEqual(await crlEntry(server, certificate), {
        date: Date.parse(json['revocation_date'] as string) / 1000,
        reason: reason === 'UNSPECIFIED' ? undefined : reason,
        invalidity: undefined,
      });
    });

  it('knows the issuer by any spelling and the serial number in any form, and gives both back as they came', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const serial = certificate.serialNumberText;
    for (const [issuer, number] of [
      ['cn=ManagementCA,o=Sealwright', serial.toLowerCase()],
      ['O=Sealwright, CN=ManagementCA', `0x${serial}`],
      ['CN=ManagementCA, O=Sealwright', `0X0000${serial.toLowerCase()}`],
    ] as const) {
      const { status, json } = await server.call(
        `/v1/certificate/${encodeURIComponent(issuer)}/${number}/revocationstatus`,
      );
      assert.deepEqual([status, json['issuer_dn'], json['serial_number']], [200, issuer, number]);
    }
  });

  it('puts a certificate on hold and takes it off again (78)', async () => {
    const { server } = shared;
    for (const release of ['REMOVE_FROM_CRL', 'NOT_REVOKED']) {
      const certificate = await newCertificate(server);
      await revoke(server, certificate, { reason: 'CERTIFICATE_HOLD' });
      assert.equal((await crlEntry(server, certificate))!.reason, 'CERTIFICATE_HOLD');
      const { status, json } = await revoke(server, certificate, { reason: release });
      const { issuer_dn: _, serial_number: __, ...others } = json;
      assert.equal(status, 200);
      assert.deepEqual(others, {
        revocation_reason: 'NOT_REVOKED',
        revoked: false,
        message: 'Successfully reactivated',
      });
      assert.equal(await crlEntry(server, certificate), undefined);
      assert.equal((await revoke(server, certificate, { reason: 'SUPERSEDED' })).status, 200);
    }
  });

  it('makes a hold final, from the time of the hold on', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const { json: held } = await revoke(server, certificate, { reason: 'CERTIFICATE_HOLD' });
    server.clock.advanceSeconds(60);
    const { json } = await revoke(server, certificate, { reason: 'CESSATION_OF_OPERATION' });
    assert.deepEqual(
      [json['revocation_reason'], json['revocation_date']],
      ['CESSATION_OF_OPERATION', held['revocation_date']],
    );
    assertRefusal(await revoke(server, certificate, { reason: 'REMOVE_FROM_CRL' }), 409, alreadyRevoked(certificate));
  });

  it('refuses to take off hold what is not on hold', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    for (const reason of ['NOT_REVOKED', 'REMOVE_FROM_CRL'])
      assertRefusal(await revoke(server, certificate, { reason }), 409, 'Certificate is not revoked.');
  });

  it('refuses a second revocation while the CA allows no change of reasons (73)', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    await revoke(server, certificate, { reason: 'SUPERSEDED' });
    for (const reason of [...FINAL_REASONS, 'CERTIFICATE_HOLD', 'NOT_REVOKED'])
      assertRefusal(await revoke(server, certificate, { reason }), 409, alreadyRevoked(certificate));
  });

  it('refuses what is not a reason, and none where one is needed (68)', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    for (const query of [{ reason: 'BAD' }, { reason: 'key_compromise' }, { reason: '1' }, { reason: '' }, {}])
      assertRefusal(await revoke(server, certificate, query), 400, 'Invalid revocation reason.');
    await revoke(server, certificate, { reason: 'SUPERSEDED' });
    assertRefusal(await revoke(server, certificate, {}), 400, 'Invalidity date or revocation reason missing.');
  });

  it('refuses a serial number that is not hex (71), and does not find one that nobody has (83)', async () => {
    const { server } = shared;
    const issuer = encodeURIComponent(MANAGEMENT_CA_DN);
    const format =
      "Invalid serial number format. Should be HEX encoded (optionally with '0x' prefix) e.g. '0x10782a83eef170d4'";
    for (const serial of ['zz', '0x', '-1', '12G']) {
      const path = `/v1/certificate/${issuer}/${serial}`;
      assertRefusal(await server.call(`${path}/revoke?reason=BAD`, { method: 'PUT' }), 400, format);
      assertRefusal(await server.call(`${path}/revocationstatus`), 400, format);
    }
    for (const serial of ['1234', '0', 'F'.repeat(40), 'A'.repeat(100)]) {
      const path = `/v1/certificate/${issuer}/${serial}`;
      assertRefusal(
        await server.call(`${path}/revoke?reason=SUPERSEDED`, { method: 'PUT' }),
        404,
        `Could not find end entity certificate. Issuer ${MANAGEMENT_CA_DN}, serialNo ${serial}.`,
      );
      assertRefusal(
        await server.call(`${path}/revocationstatus`),
        404,
        `Certificate with serial number '${serial}' and issuer DN '${MANAGEMENT_CA_DN}' was not found`,
      );
    }
  });

  it('does not find the certificates of a CA that is not here', async () => {
    const { server } = shared;
    const path = '/v1/certificate/CN=Nobody/1234';
    assertRefusal(
      await server.call(`${path}/revoke?reason=SUPERSEDED`, { method: 'PUT' }),
      404,
      'Could not find end entity certificate. Issuer CN=Nobody, serialNo 1234.',
    );
    assertRefusal(await server.call(`${path}/revocationstatus`), 404, "CA 'CN=Nobody' does not exist.");
  });

  it("does not take a CA's own certificate for an end entity's", async () => {
    const { server } = shared;
    const authority = await server.running.installation.ca.authorities.findByName('ManagementCA');
    const own = requireX509(authority!).chain[0]!;
    assertRefusal(
      await revoke(server, own, { reason: 'CA_COMPROMISE' }),
      404,
      `Could not find end entity certificate. Issuer ${MANAGEMENT_CA_DN}, serialNo ${own.serialNumberText}.`,
    );
    assert.equal((await statusOf(server, own))['revocation_reason'], 'NOT_REVOKED');
  });

  it('refuses dates of another form, in the future (69), and beyond what a list can hold', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    for (const name of ['date', 'invalidity_date'])
      for (const wrong of ['yesterday', '2020-01-01', '2020-02-30T00:00:00Z', '2020-01-01T00:00:00'])
        assertRefusal(
          await revoke(server, certificate, { reason: 'SUPERSEDED', [name]: wrong }),
          400,
          `Invalid ${name} '${wrong}'. Should be ISO 8601 with an offset, e.g. '2012-06-07T23:55:59+02:00'`,
        );
    const future = text(Math.floor(server.clock.nowMs() / 1000) + 3600);
    assertRefusal(
      await revoke(server, certificate, { reason: 'SUPERSEDED', date: future }),
      400,
      `Date in the future: '${future}'.`,
    );
    for (const [name, beyond] of [
      ['date', '0000-01-01T00:00:00+18:00'],
      ['invalidity_date', '0000-01-01T00:00:00+18:00'],
    ] as const)
      assertRefusal(
        await revoke(server, certificate, { reason: 'SUPERSEDED', [name]: beyond }),
        400,
        `Invalid ${name}. Should be between 1970-01-01T00:00:00Z and 9999-12-31T23:59:59Z.`,
      );
    await newCrl(server);
  });

  it('refuses a date where the profile allows no back-dating (70)', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const date = text(Math.floor(server.clock.nowMs() / 1000) - 60);
    assertRefusal(
      await revoke(server, certificate, { reason: 'SUPERSEDED', date }),
      422,
      `Back dated revocation not allowed for certificate profile 'SERVER'. Certificate serialNumber ` +
        `'${certificate.serialNumberText.toLowerCase()}', issuerDN '${MANAGEMENT_CA_DN}'.`,
    );
  });

  for (const [what, offset] of [
    ['what its clock says', 0],
    ['what a clock says that is behind', -29],
    ['what a clock says that is ahead', 29],
  ] as const) {
    it(`takes a date for now that is ${what}`, async () => {
      const { server } = shared;
      const certificate = await newCertificate(server);
      const now = Math.floor(server.clock.nowMs() / 1000);
      const answer = await revoke(server, certificate, { reason: 'SUPERSEDED', date: text(now + offset) });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Date.parse(answer.json['revocation_date'] as string) / 1000 >= now, answer.text);
    });
  }

  it('refuses an invalidity date in the future', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const date = text(Math.floor(server.clock.nowMs() / 1000) + 3600);
    assertRefusal(
      await revoke(server, certificate, { reason: 'SUPERSEDED', invalidity_date: date }),
      400,
      `Date in the future: '${date}'.`,
    );
  });

  it('refuses an invalidity date where the CA allows none', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    assertRefusal(
      await revoke(server, certificate, { reason: 'SUPERSEDED', invalidity_date: '2020-01-01T00:00:00Z' }),
      422,
      'The CA does not allow an invalidity date.',
    );
  });

  it('revokes once when it is asked many times at once', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => revoke(server, certificate, { reason: 'SUPERSEDED' })),
    );
    const { 200: done, 409: refused } = Object.groupBy(answers, ({ status }) => status);
    assert.deepEqual([done?.length, refused?.length], [1, 9]);
  });
});

describe('revocation where reasons may change, dates may lie back, and invalidity dates may be given', () => {
  const shared = sharedServer();
  const now = () => Math.floor(shared.server.clock.nowMs() / 1000);
  before(async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { allowChangingRevocationReason: true, allowInvalidityDate: true });
    await createProfiles(server, 'Backdated', { allowBackdatedRevocation: true });
  });

  it('takes a date in the past, with any offset (70)', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server, 'Backdated');
    const date = now() - 86_400;
    const local = text(date + 7200).replace('Z', '+02:00');
    const { status, json } = await revoke(server, certificate, { reason: 'SUPERSEDED', date: local });
    assert.deepEqual([status, json['revocation_date']], [200, text(date)]);
    assert.equal((await crlEntry(server, certificate))!.date, date);
  });

  for (const reason of CHANGEABLE_REASONS)
    it(`changes ${reason} to KEY_COMPROMISE, and the date stays (72, 74)`, async () => {
      const { server } = shared;
      const certificate = await newCertificate(server);
      const { json: first } = await revoke(server, certificate, { reason });
      server.clock.advanceSeconds(10);
      const { status, json } = await revoke(server, certificate, { reason: 'KEY_COMPROMISE' });
      assert.deepEqual(
        [status, json['revocation_reason'], json['revocation_date']],
        [200, 'KEY_COMPROMISE', first['revocation_date']],
      );
      assert.equal((await crlEntry(server, certificate))!.reason, 'KEY_COMPROMISE');
    });

  it('changes nothing about CA_COMPROMISE and AA_COMPROMISE (75)', async () => {
    const { server } = shared;
    for (const reason of ['CA_COMPROMISE', 'AA_COMPROMISE']) {
      const certificate = await newCertificate(server, 'Backdated');
      await revoke(server, certificate, { reason });
      for (const query of [
        { reason: 'KEY_COMPROMISE' },
        { reason: 'KEY_COMPROMISE', date: '2020-01-01T00:00:00Z' },
        { invalidity_date: '2020-01-01T00:00:00Z' },
      ] as Record<string, string>[])
        assertRefusal(await revoke(server, certificate, query), 409, alreadyRevoked(certificate));
    }
  });

  it('changes to no other reason than KEY_COMPROMISE', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    await revoke(server, certificate, { reason: 'SUPERSEDED' });
    for (const reason of [...FINAL_REASONS, 'CERTIFICATE_HOLD'].filter((each) => each !== 'KEY_COMPROMISE'))
      assertRefusal(await revoke(server, certificate, { reason }), 409, alreadyRevoked(certificate));
  });

  it('moves the date of a key compromise back (76, 77), and only back', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server, 'Backdated');
    const date = now() - 86_400;
    await revoke(server, certificate, { reason: 'SUPERSEDED' });
    const changed = await revoke(server, certificate, { reason: 'KEY_COMPROMISE', date: text(date) });
    assert.deepEqual([changed.status, changed.json['revocation_date']], [200, text(date)]);
    for (const query of [{}, { date: text(date) }, { date: text(date + 60) }])
      assertRefusal(
        await revoke(server, certificate, { reason: 'KEY_COMPROMISE', ...query }),
        409,
        alreadyRevoked(certificate),
      );
    const earlier = await revoke(server, certificate, { reason: 'KEY_COMPROMISE', date: text(date - 60) });
    assert.deepEqual([earlier.status, earlier.json['revocation_date']], [200, text(date - 60)]);
    assert.deepEqual(await crlEntry(server, certificate), {
      date: date - 60,
      reason: 'KEY_COMPROMISE',
      invalidity: undefined,
    });
  });

  it('gives an invalidity date with the revocation, or afterwards alone', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const invalidity = now() - 86_400;
    const first = await revoke(server, certificate, { reason: 'SUPERSEDED', invalidity_date: text(invalidity) });
    assert.deepEqual([first.status, first.json['invalidity_date']], [200, text(invalidity)]);
    const second = await revoke(server, certificate, { invalidity_date: text(invalidity - 60) });
    const { message: _, ...state } = second.json;
    assert.equal(second.status, 200);
    assert.deepEqual(state, {
      issuer_dn: MANAGEMENT_CA_DN,
      serial_number: certificate.serialNumberText,
      revocation_reason: 'SUPERSEDED',
      revocation_date: first.json['revocation_date'],
      invalidity_date: text(invalidity - 60),
      revoked: true,
    });
    assert.deepEqual(await statusOf(server, certificate), state);
    assert.equal((await crlEntry(server, certificate))!.invalidity, invalidity - 60);
  });

  it('ignores an invalidity date when it takes a certificate off hold', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    await revoke(server, certificate, { reason: 'CERTIFICATE_HOLD' });
    const query = { reason: 'REMOVE_FROM_CRL', invalidity_date: '2020-01-01T00:00:00Z' };
    const { status, json } = await revoke(server, certificate, query);
    assert.deepEqual([status, json['revoked'], json['invalidity_date']], [200, false, undefined]);
  });
});
