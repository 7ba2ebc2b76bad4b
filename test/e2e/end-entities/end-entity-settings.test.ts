/** Settings of end entities and their profiles that decide over certificates: serial numbers, name constraints, times, requests, and being issued revoked. */
import {
  type Certificate,
  type Crl,
  findExtension,
  makeExtension,
  nameConstraints,
  reasonCode,
  serialNumberFromHex,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { change, createRole } from '../support/administration.ts';
import {
  assertRefusal,
  certificateOf,
  certificatePath,
  createProfiles,
  editCa,
  ENROLL,
  latestCrl,
  newCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { certificateRequest, newKeyPair } from '../support/enrollment.ts';
import { createKeepingCa } from '../support/setups/key-recovery-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer } from '../support/test-server.ts';

const { rawJSON } = JSON as unknown as { rawJSON(this: void, text: string): unknown };
const PASSWORD = 'open sesame 1';
const DAY = 86_400;

describe('what an end entity says of its certificate', () => {
  const shared = sharedServer();

  /** Adds an end entity that makes its own key. */
  const add = (username: string, profile: string, more: object = {}) =>
    shared.server.call('/v1/endentity', {
      body: {
        username,
        password: PASSWORD,
        subject_dn: `CN=${username}`,
        ca_name: 'ManagementCA',
        certificate_profile_name: profile,
        end_entity_profile_name: profile,
        token: 'USERGENERATED',
        ...more,
      },
    });
  const added = async (...args: Parameters<typeof add>) => {
    const answer = await add(...args);
    assert.equal(answer.status, 200, answer.text);
  };
  const enroll = (username: string, more: object = {}) =>
    shared.server.call('/v1/certificate/certificaterequest', {
      body: {
        certificate_request: certificateRequest('CN=ignored', newKeyPair()),
        username,
        password: PASSWORD,
        certificate_authority_name: 'ManagementCA',
        ...more,
      },
    });
  const enrolled = async (...args: Parameters<typeof enroll>): Promise<Certificate> => issued(await enroll(...args));
  const issued = (answer: Answer): Certificate => {
    assert.equal(answer.status, 200, answer.text);
    return certificateOf(answer);
  };
  const pkcs10 = (username: string, profile: string, more: object = {}) =>
    shared.server.call(ENROLL, {
      body: { ...requestUnder(profile, { username, subject: `CN=${username}` }), ...more },
    });
  const find = async (username: string) =>
    (await shared.server.running.installation.storage.stores.endEntities.findByUsername(username))!;
  const now = () => Math.floor(shared.server.clock.nowMs() / 1000);
  const stateOf = async (certificate: Certificate): Promise<unknown> =>
    (await shared.server.call(certificatePath(certificate, 'revocationstatus'))).json['revocation_reason'];
  const data = (...values: [name: string, value: string][]) => ({
    custom_data: values.map(([name, value]) => ({ name, value })),
  });

  /** Changes some settings of an end entity profile. */
  const editProfile = async (name: string, settings: object) => {
    const { installation } = shared.server.running;
    const { configuration } = installation;
    const present = await configuration.present(await configuration.get(endEntityProfileType, name));
    const edit = { kind: 'change', type: 'EEPROFILE', name, settings: { ...present, ...settings } } as const;
    await change(installation, 'RA_EDITEEPROFILE', [edit]);
  };

  before(async () => {
    const { server } = shared;
    await createProfiles(
      server,
      'Numbered',
      { allowCertificateSerialNumberOverride: true },
      { customSerialNumberUsed: true },
    );
    await createProfiles(server, 'Unnumbered', {}, { customSerialNumberUsed: true });
    await createProfiles(server, 'Plain', { allowCertificateSerialNumberOverride: true });
    await createProfiles(
      server,
      'Below',
      {
        type: 'SUB_CA',
        keyUsage: ['keyCertSign'],
        nameConstraintsUsed: true,
        allowExtensionOverride: true,
        overridableExtensionOids: ['2.5.29.30'],
      },
      { nameConstraintsPermittedUsed: true, nameConstraintsExcludedUsed: true },
    );
    await createProfiles(server, 'Held', {}, { issuanceRevocationReasonUsed: true });
  });

  describe('its serial number', () => {
    it('is that of its next certificate, and of no other', async () => {
      const serial = '730750818665451459101842416358141509827966271487';
      await added('numbered', 'Numbered', { certificate_serial_number: rawJSON(serial) });
      const hex = serialNumberFromHex(BigInt(serial).toString(16));
      assert.equal((await enrolled('numbered')).serialNumber, hex);
      assert.equal((await find('numbered')).extended.certificateSerialNumber, undefined);
      await added('numbered again', 'Numbered', { certificate_serial_number: 4711 });
      const first = await enrolled('numbered again');
      assert.equal(first.serialNumber, serialNumberFromHex('1267'));
      const { status } = await shared.server.call('/v1/endentity/numbered%20again/setstatus', {
        body: { password: PASSWORD, token: 'USERGENERATED', status: 'NEW' },
      });
      assert.equal(status, 200);
      const { serialNumber } = await enrolled('numbered again');
      assert.ok(serialNumber.length > 30, serialNumber);
    });

    it('is one that the CA has not used', async () => {
      for (const username of ['rival', 'late']) await added(username, 'Numbered', { certificate_serial_number: 815 });
      await enrolled('rival');
      assertRefusal(await enroll('late'), 409, /conflicting with an existing one/);
      assertRefusal(await add('later', 'Numbered', { certificate_serial_number: 815 }), 409, /32F.*Choose another/);
      const own = (await caOf(shared.server, 'ManagementCA')) as unknown as { chain: [Certificate] };
      const { serialNumber } = own.chain[0];
      const taken = rawJSON(BigInt(`0x${serialNumber}`).toString());
      assertRefusal(await add('later', 'Numbered', { certificate_serial_number: taken }), 409, /Choose another/);
    });

    it('goes to one of several that enroll at once', async () => {
      const usernames = Array.from({ length: 8 }, (_, index) => `race${index}`);
      for (const username of usernames) await added(username, 'Numbered', { certificate_serial_number: 5150 });
      const answers = await Promise.all(usernames.map((username) => enroll(username)));
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)], answers[0]!.text);
    });

    it('takes both profiles', async () => {
      assertRefusal(
        await add('refused', 'Unnumbered', { certificate_serial_number: 1 }),
        422,
        /allowCertificateSerialNumberOverride/,
      );
      assertRefusal(
        await add('refused', 'Plain', { certificate_serial_number: 1 }),
        422,
        /certificateSerialNumber must not be given/,
      );
    });

    it('makes nobody a member of a role', async () => {
      const { server } = shared;
      await createRole(server.running.installation, 'Numbers', { '/': 'ALLOW' }, [
        { issuer: 'ManagementCA', matchKey: 'WITH_SERIALNUMBER', matchValue: '0BADCAFE' },
      ]);
      const officer = await newOfficer(server, 'numbering', {
        '/ca/': 'ALLOW',
        '/ca_functionality/create_certificate/': 'ALLOW',
        '/ra_functionality/': 'ALLOW',
        '/endentityprofilesrules/': 'ALLOW',
      });
      const body = {
        username: 'member',
        password: PASSWORD,
        subject_dn: 'CN=member',
        ca_name: 'ManagementCA',
        certificate_profile_name: 'Numbered',
        end_entity_profile_name: 'Numbered',
        token: 'USERGENERATED',
        certificate_serial_number: 0x0badcafe,
      };
      assertRefusal(await server.call('/v1/endentity', { body, as: officer }), 403, /reserves/);
      await added('member', 'Numbered', { certificate_serial_number: 0x0badcafe });
      const request = { username: 'member', password: PASSWORD, certificate_authority_name: 'ManagementCA' };
      const csr = certificateRequest('CN=member', newKeyPair());
      const answer = await server.call('/v1/certificate/certificaterequest', {
        body: { ...request, certificate_request: csr },
        as: officer,
      });
      assertRefusal(answer, 403, /reserves/);
    });
  });

  describe('its name constraints', () => {
    const subtrees = data(
      ['NAMECONSTRAINTS_PERMITTED', 'example.com'],
      ['NAMECONSTRAINTS_PERMITTED', 'O=Example'],
      ['NAMECONSTRAINTS_EXCLUDED', '10.0.0.0/8'],
    );

    it('are in its certificate, critical, whatever the request says', async () => {
      await added('below', 'Below', subtrees);
      const wide = makeExtension(
        nameConstraints,
        { permittedSubtrees: [{ base: { type: 'dNSName', value: 'wide.example' }, minimum: 0 }] },
        true,
      );
      const csr = certificateRequest('CN=below', newKeyPair(), [wide]);
      const certificate = await enrolled('below', { certificate_request: csr });
      const found = certificate.extension(nameConstraints)!;
      assert.deepEqual(
        found.permittedSubtrees?.map(({ base }) => base.type),
        ['dNSName', 'directoryName'],
      );
      assert.deepEqual(
        found.excludedSubtrees?.map(({ base }) => base.type),
        ['iPAddress'],
      );
      assert.equal(certificate.extensions.find(({ oid }) => oid === nameConstraints.oid)?.critical, true);
    });

    it('take both profiles, and go with the next edit', async () => {
      await createProfiles(
        shared.server,
        'Unconstrained',
        { type: 'SUB_CA', keyUsage: ['keyCertSign'] },
        {
          nameConstraintsPermittedUsed: true,
          nameConstraintsExcludedUsed: true,
        },
      );
      assertRefusal(await add('other', 'Unconstrained', subtrees), 422, /nameConstraintsUsed/);
      assertRefusal(
        await add('other', 'Held', data(['NAMECONSTRAINTS_EXCLUDED', 'a.example'])),
        422,
        /nameConstraints/,
      );
      await added('other', 'Below', subtrees);
      const edited = await shared.server.call('/v1/endentity/edit', {
        body: {
          username: 'other',
          subject_dn: 'CN=other',
          ca_name: 'ManagementCA',
          certificate_profile_name: 'Below',
          end_entity_profile_name: 'Below',
          token: 'USERGENERATED',
        },
      });
      assert.equal(edited.status, 200, edited.text);
      assert.equal((await enrolled('other')).extension(nameConstraints), undefined);
    });

    it('are for profiles of CAs alone', async () => {
      const settings = { nameConstraintsUsed: true };
      await assert.rejects(
        change(shared.server.running.installation, 'CERTPROFILE_CREATION', [
          { kind: 'create', type: 'CERTPROFILE', name: 'Leaf', settings },
        ]),
        { message: /nameConstraintsUsed/ },
      );
    });
  });

  describe('the reason for which its certificates are issued revoked', () => {
    it('holds from the beginning: for revocationstatus, and on the next CRL', async () => {
      await added('held', 'Held', data(['REVOCATIONREASON', '6']));
      const certificate = await enrolled('held');
      const { json } = await shared.server.call(certificatePath(certificate, 'revocationstatus'));
      assert.equal(json['revocation_reason'], 'CERTIFICATE_HOLD');
      assert.equal(json['revoked'], true);
      assert.equal(reasonOn(await newCrl(shared.server), certificate), 'CERTIFICATE_HOLD');
      // It is released as any other.
      const released = await shared.server.call(certificatePath(certificate, 'revoke?reason=REMOVE_FROM_CRL'), {
        method: 'PUT',
      });
      assert.equal(released.status, 200, released.text);
      assert.equal(await stateOf(certificate), 'NOT_REVOKED');
      assert.equal(reasonOn(await newCrl(shared.server), certificate), undefined);
    });

    it('is on a CRL at once where the CA makes one upon every revocation, and on the next delta CRL', async () => {
      await editCa(shared.server, 'ManagementCA', { generateCrlUponRevocation: true });
      const first = await pkcs10('born first', 'Held', data(['REVOCATIONREASON', 'KEY_COMPROMISE']));
      assert.equal(reasonOn(await latestCrl(shared.server), issued(first)), 'KEY_COMPROMISE');
      await editCa(shared.server, 'ManagementCA', { generateCrlUponRevocation: false, deltaCrlPeriod: '1h' });
      await newCrl(shared.server);
      const second = issued(await pkcs10('born second', 'Held', data(['REVOCATIONREASON', '4'])));
      const path = `/v1/ca/${encodeURIComponent('CN=ManagementCA,O=Sealwright')}/createcrl?deltacrl=true`;
      const made = await shared.server.call(path, { method: 'POST' });
      assert.equal(made.status, 200, made.text);
      const delta = await latestCrl(shared.server, { delta: true });
      assert.equal(reasonOn(delta, second), 'SUPERSEDED');
      await editCa(shared.server, 'ManagementCA', { deltaCrlPeriod: '0m' });
    });

    it('is that of the profile, for end entities that are new there and say no other', async () => {
      const reason = { issuanceRevocationReasonUsed: true, issuanceRevocationReason: 'CERTIFICATE_HOLD' };
      await createProfiles(shared.server, 'Born held', {}, reason);
      const one = issued(await pkcs10('born held', 'Born held'));
      assert.equal(await stateOf(one), 'CERTIFICATE_HOLD');
      await added('added held', 'Born held');
      assert.equal(await stateOf(await enrolled('added held')), 'CERTIFICATE_HOLD');
      await added('free', 'Born held', data(['REVOCATIONREASON', '-1']));
      assert.equal(await stateOf(await enrolled('free')), 'NOT_REVOKED');
      await createProfiles(shared.server, 'Always held', {}, { ...reason, issuanceRevocationReasonModifiable: false });
      assertRefusal(
        await add('freed', 'Always held', data(['REVOCATIONREASON', '-1'])),
        422,
        /has to be CERTIFICATE_HOLD/,
      );
      assertRefusal(await add('freed', 'Plain', data(['REVOCATIONREASON', '6'])), 422, /issuanceRevocationReason/);
    });
  });

  describe('the times of its profile', () => {
    it('are those of end entities that are new there, and hold for each of their certificates', async () => {
      const times = { startTime: '1d', endTime: '5:0:0', endTimeModifiable: false, startTimeModifiable: false };
      await createProfiles(shared.server, 'Timed', { allowValidityOverride: true }, times);
      await added('timed', 'Timed');
      for (const certificate of [await enrolled('timed'), issued(await pkcs10('timed too', 'Timed'))]) {
        assert.ok(Math.abs(certificate.notBefore - now() - DAY) < 60, String(certificate.notBefore - now()));
        assert.ok(Math.abs(certificate.notAfter - now() - 5 * DAY) < 60, String(certificate.notAfter - now()));
      }
      const other = { end_time: '2031-01-01 00:00:00' };
      assertRefusal(
        await add('mistimed', 'Timed', other),
        422,
        /endTime is 2031-01-01T00:00:00Z and has to be 432000 seconds from the issuance/,
      );
    });

    it('are refused where the certificate profile lets nobody choose', async () => {
      await createProfiles(shared.server, 'Untimed', {}, { endTime: '5d' });
      assertRefusal(await add('untimed', 'Untimed'), 422, /allowValidityOverride/);
      assertRefusal(await pkcs10('untimed', 'Untimed'), 400, /allowValidityOverride/);
    });
  });

  describe('its requests', () => {
    const setNew = async (username: string) => {
      const body = { password: PASSWORD, token: 'USERGENERATED', status: 'NEW' };
      const answer = await shared.server.call(`/v1/endentity/${username}/setstatus`, { body });
      assert.ok([200, 304].includes(answer.status), answer.text);
    };
    const counterOf = async (username: string) => {
      const { extended, status } = await find(username);
      return [extended.requests?.allowed ?? 1, extended.requests?.remaining ?? 1, status];
    };

    it('are as many as its profile says, whichever way it enrolls', async () => {
      await createProfiles(shared.server, 'Twice', {}, { allowedRequestsUsed: true, allowedRequests: 2 });
      await added('twice', 'Twice');
      await enrolled('twice');
      assert.deepEqual(await counterOf('twice'), [2, 1, 10]);
      await enrolled('twice');
      assert.deepEqual(await counterOf('twice'), [2, 0, 40]);
      await setNew('twice');
      assert.deepEqual(await counterOf('twice'), [2, 2, 10]);
      issued(await pkcs10('twice at once', 'Twice', { password: PASSWORD }));
      assert.deepEqual(await counterOf('twice at once'), [2, 1, 10]);
      await enrolled('twice at once');
      assert.deepEqual(await counterOf('twice at once'), [2, 0, 40]);
    });

    it('are as many as were chosen for it, where its profile lets somebody choose', async () => {
      await added('thrice', 'Twice', data(['REQUESTCOUNTER', '3']));
      await enrolled('thrice');
      assert.deepEqual(await counterOf('thrice'), [3, 2, 10]);
      await setNew('thrice');
      assert.deepEqual(await counterOf('thrice'), [3, 3, 10]);
      assertRefusal(await add('counted', 'Plain', data(['REQUESTCOUNTER', '3'])), 422, /allowedRequests/);
    });
  });

  describe('an edit of its e-mail address', () => {
    before(() =>
      createProfiles(shared.server, 'Counted', {}, { allowedRequestsUsed: true, maxFailedLoginsUsed: true }),
    );

    const edit = async (username: string, profile: string, more: object) => {
      const body = {
        username,
        subject_dn: `CN=${username}`,
        ca_name: 'ManagementCA',
        certificate_profile_name: profile,
        end_entity_profile_name: profile,
        token: 'USERGENERATED',
        status: 'NEW',
        email: 'new@b.example',
        ...more,
      };
      const { status, text } = await shared.server.call('/v1/endentity/edit', { body });
      assert.equal(status, 200, text);
    };

    for (const [what, profile, settings] of [
      ['its own number', 'Counted', data(['REQUESTCOUNTER', '2'])],
      ['the number of its profile', 'Twice', {}],
    ] as const)
      it(`gives back no request of ${what}, and another status does`, async () => {
        const username = `requests ${profile}`;
        const left = async () => (await find(username)).extended.requests?.remaining;
        await added(username, profile, settings);
        await enrolled(username);
        await edit(username, profile, settings);
        assert.equal(await left(), 1);
        await enrolled(username);
        assert.notEqual((await enroll(username)).status, 200);
        await edit(username, profile, { ...settings, status: 'NEW', password: PASSWORD });
        assert.equal(await left(), 2);
      });

    it('gives back no login attempt', async () => {
      const settings = data(['MAXFAILEDLOGINATTEMPTS', '2']);
      await added('guessed', 'Counted', settings);
      for (let attempt = 0; attempt < 2; attempt++) {
        assert.notEqual((await enroll('guessed', { password: 'wrong' })).status, 200);
        if (attempt === 0) await edit('guessed', 'Counted', settings);
      }
      assert.equal((await find('guessed')).status, 40);
    });

    it('counts anew under another number', async () => {
      await added('more', 'Counted', data(['REQUESTCOUNTER', '2']));
      await enrolled('more');
      await edit('more', 'Counted', data(['REQUESTCOUNTER', '5']));
      assert.equal((await find('more')).extended.requests?.remaining, 5);
    });
  });

  describe('its key', () => {
    const KEYS = 'Keeping keys';
    const keyUsage = ['digitalSignature', 'keyEncipherment', 'keyAgreement'];
    const isKept = async (username: string) => {
      const { installation } = shared.server.running;
      return installation.keyRecovery.recoverableKeys.hasKeyOf((await find(username)).id);
    };
    /** Sets the token, and gets the keystore. */
    const keystore = async (username: string, token = 'P12') => {
      const body = { password: PASSWORD, token, status: 'NEW' };
      const set = await shared.server.call(`/v1/endentity/${username}/setstatus`, { body });
      assert.ok([200, 304].includes(set.status), set.text);
      const answer = await shared.server.call('/v1/certificate/enrollkeystore', {
        body: { username, password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' },
      });
      assert.equal(answer.status, 200, answer.text);
    };

    before(async () => {
      await createKeepingCa(shared.server, KEYS);
      const used = { keyRecoveryUsed: true };
      await createProfiles(shared.server, 'Kept', { keyUsage }, { ...used, keyRecoveryRequired: true });
      await createProfiles(shared.server, 'Mostly kept', { keyUsage }, { ...used, keyRecoveryDefault: true });
      await createProfiles(shared.server, 'Rarely kept', { keyUsage }, used);
    });

    it('is kept where the profile requires or says it, also when its token becomes a keystore later', async () => {
      for (const [profile, expected] of [
        ['Kept', true],
        ['Mostly kept', true],
        ['Rarely kept', false],
      ] as const) {
        const username = `later-${profile.split(' ')[0]}`;
        await added(username, profile, { ca_name: KEYS });
        await keystore(username);
        assert.equal(await isKept(username), expected, profile);
      }
    });

    it('is not kept where somebody has said so, unless the profile requires it', async () => {
      const record = { ca_name: KEYS, token: 'P12', key_recoverable: false };
      await added('unkept', 'Mostly kept', record);
      await keystore('unkept');
      assert.equal(await isKept('unkept'), false);
      assertRefusal(await add('unkept too', 'Kept', record), 422, /keyRecoverable is not set and has to be/);
    });

    it('is kept where the profile has come to require it since', async () => {
      await createProfiles(shared.server, 'Later kept', { keyUsage }, { keyRecoveryUsed: true });
      await added('early', 'Later kept', { ca_name: KEYS, token: 'P12' });
      await editProfile('Later kept', { keyRecoveryRequired: true });
      const answer = await shared.server.call('/v1/certificate/enrollkeystore', {
        body: { username: 'early', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' },
      });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await isKept('early'), true);
      // Its password collects the key one day.
      assert.notEqual((await find('early')).passwordVerifier, undefined);
    });
  });
});

/** The reason for which a certificate is on a CRL; undefined when it is not. */
function reasonOn(crl: Crl, { serialNumberText }: Certificate): string | undefined {
  const entry = [...crl.entries()].find((each) => each.serialNumberText === serialNumberText);
  return entry && findExtension(entry.extensions, reasonCode);
}
