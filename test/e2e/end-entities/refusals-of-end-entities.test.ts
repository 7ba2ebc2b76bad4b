/**
 * The tables of refusals of acts on end entities and their keys (sections 8.3, 8.4, 11 and 12 of the interface), row by row. Numbers are those
 * of its acceptance cases.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefusal, createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import {
  createKeepingCa,
  createKeepingProfiles,
  importKeys,
  KEEPING,
  keepNewKey,
  keystoreOf,
  newForeignKey,
  PASSWORD,
  pathOf,
  recover,
} from '../support/setups/key-recovery-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { CallOptions, ClientIdentity } from '../support/test-server.ts';

const PROFILE = 'Refusing';
const STATUS_CONTENT = 'Invalid SetEndEntityStatusRestRequest content';
const NOBODY = 'No client certificate or OAuth token was received, which is needed for authentication.';

/** A row of a table: the condition, what is sent instead of something good, and the answer. */
type Row = readonly [condition: string, changes: object, status: number, message: string | RegExp];

describe('an act on an end entity is refused', () => {
  const shared = sharedServer();
  let stranger: ClientIdentity;
  const call = (target: string, body: unknown, options: CallOptions = {}) =>
    shared.server.call(target, { body, ...options });
  before(async () => {
    const { server } = shared;
    await createProfiles(server, PROFILE, {}, { passwordRequired: true });
    stranger = await newOfficer(server, 'stranger', { '/ca/': 'ALLOW', '/endentityprofilesrules/': 'ALLOW' });
    for (const username of ['there', 'held', 'revoked']) {
      const answer = await call('/v1/endentity', recordOf(username));
      assert.equal(answer.status, 200, answer.text);
    }
    assert.equal((await call('/v1/endentity/revoked/revoke', { reason_code: 1 }, { method: 'PUT' })).status, 200);
  });

  for (const [act, target, username] of [
    ['addition', '/v1/endentity', 'new'],
    ['edit', '/v1/endentity/edit', 'there'],
  ] as const)
    describe(`its ${act} (11.1)`, () => {
      const content = (problem: string) => new RegExp(`^Invalid AddEndEntityRestRequest content, ${problem}`);
      const members = [
        'username',
        'subject_dn',
        'ca_name',
        'certificate_profile_name',
        'end_entity_profile_name',
        'token',
      ];
      const rows: readonly Row[] = [
        // Each of these lacks what comes after it in the order of the checks, too (117).
        ...members.flatMap((member, index) =>
          [undefined, null, '', ' '].map((value): Row => [
            `with ${JSON.stringify(value)} for ${member} and those after it (117)`,
            Object.fromEntries(members.slice(index).map((each) => [each, value])),
            400,
            content(member),
          ]),
        ),
        ['with an unknown token', { token: 'X', start_time: 'soon' }, 400, content('unrecognized token\\.')],
        ['with a bad start', { start_time: 'soon', status: 'X' }, 400, content('invalid date format\\.')],
        ['with a bad end', { end_time: '2031-05-01T10:00:00Z', status: 'X' }, 400, content('invalid date format\\.')],
        ['with an unknown status', { status: 'X' }, 400, content('unrecognized status\\.')],
        ['with no distinguished name', { subject_dn: 'nonsense' }, 400, /^subjectDn is malformed/],
        [
          'with an unknown end entity profile',
          { end_entity_profile_name: 'X' },
          400,
          'Invalid request, unknown end entity profile.',
        ],
        [
          'with an unknown certificate profile',
          { certificate_profile_name: 'X' },
          400,
          'Invalid request, unknown certificate profile.',
        ],
        ['with an unknown CA', { ca_name: 'X' }, 400, 'Invalid request, unknown CA.'],
        ['that breaks its profile (118)', { subject_dn: 'CN=x,C=SE' }, 422, /subjectDn\.C/],
        ['with an invalid serial number', { certificate_serial_number: -1 }, 400, /certificate_serial_number/],
      ];
      for (const [condition, changes, status, message] of rows)
        it(`${condition}: ${status}`, async () => {
          assertRefusal(await call(target, { ...recordOf(username), ...changes }), status, message);
        });

      it('by callers who may not: 403', async () => {
        assertRefusal(await call(target, recordOf(username), { as: stranger }), 403, /_end_entity/);
        assertRefusal(await call(target, recordOf(username), { as: null }), 403, NOBODY);
      });
    });

  it('its addition where it exists: 400', async () => {
    const message = "The end entity 'there' already exists. Edit it, or choose another username.";
    assertRefusal(await call('/v1/endentity', recordOf('there')), 400, message);
  });

  it('its edit where there is none (119): 404', async () => {
    assertRefusal(
      await call('/v1/endentity/edit', recordOf('missing')),
      404,
      "The end entity 'missing' does not exist",
    );
  });

  describe('its removal (11.2)', () => {
    it('by callers who may not: 403, and never because there is none (122)', async () => {
      const remove = (as?: ClientIdentity | null) =>
        call('/v1/endentity/nobody', undefined, { method: 'DELETE', ...(as === undefined ? {} : { as }) });
      assertRefusal(await remove(stranger), 403, /delete_end_entity/);
      assertRefusal(await remove(null), 403, NOBODY);
      for (const _ of [1, 2]) assert.deepEqual([(await remove()).status, (await remove()).text], [200, '']);
    });
  });

  describe('its revocation (11.2)', () => {
    const revoke = (username: string, body: unknown, options: CallOptions = {}) =>
      call(`/v1/endentity/${username}/revoke`, body, { method: 'PUT', ...options });

    for (const code of [7, 11, -2, 100])
      it(`for reason ${code} (121): 400`, async () => {
        assertRefusal(await revoke('there', { reason_code: code }), 400, /must be one of RFC5280 section 5\.3\.1\.\.$/);
      });

    it('without a reason: 400', async () => {
      assertRefusal(await revoke('there', { delete: true }), 400, /'reason_code'/);
    });

    it('where there is none (121): 404', async () => {
      assertRefusal(await revoke('nobody', { reason_code: 4 }), 404, "The end entity 'nobody' does not exist");
    });

    it('where everything is revoked already: 409', async () => {
      assertRefusal(await revoke('revoked', { reason_code: 4 }), 409, /revoked already/);
    });

    it('not where something is on hold', async () => {
      const { serialNumber } = await enroll(
        shared.server,
        requestUnder(PROFILE, { username: 'held', subject: 'CN=held' }),
      );
      for (const code of [6, 4]) assert.equal((await revoke('held', { reason_code: code })).status, 200);
      const path = `/v1/certificate/CN=ManagementCA,O=Sealwright/${serialNumber}/revocationstatus`;
      assert.equal((await shared.server.call(path)).json['revocation_reason'], 'SUPERSEDED');
      assertRefusal(await revoke('held', { reason_code: 4 }), 409, /revoked already/);
    });

    it('by callers who may not: 403', async () => {
      assertRefusal(await revoke('there', { reason_code: 4 }, { as: stranger }), 403, /revoke_end_entity/);
      assertRefusal(await revoke('there', { reason_code: 4 }, { as: null }), 403, NOBODY);
    });
  });

  describe('its status (11.2)', () => {
    const setStatus = (username: string, body: object, options?: CallOptions) =>
      call(`/v1/endentity/${username}/setstatus`, { token: 'P12', status: 'NEW', ...body }, options);
    const rows: readonly Row[] = [
      ['without a token', { token: undefined, status: 'X' }, 400, `${STATUS_CONTENT}, token is missing.`],
      ['with an unknown token (120)', { token: 'X', status: 'X' }, 400, `${STATUS_CONTENT}, unrecognized token.`],
      ['without a status', { status: null }, 400, `${STATUS_CONTENT}, status is missing.`],
      ['with an unknown status', { status: 'X' }, 400, `${STATUS_CONTENT}, unrecognized status.`],
    ];
    for (const [condition, changes, status, message] of rows)
      it(`${condition}: ${status}`, async () => {
        assertRefusal(await setStatus('there', changes), status, message);
      });

    it('where there is none: 404', async () => {
      assertRefusal(await setStatus('nobody', {}), 404, "The end entity 'nobody' does not exist");
    });

    it('where nothing changes: 304 without a body', async () => {
      const { status, text } = await setStatus('there', { token: 'USERGENERATED' });
      assert.deepEqual([status, text], [304, '']);
    });

    it('by callers who may not: 403', async () => {
      assertRefusal(await setStatus('there', {}, { as: stranger }), 403, /edit_end_entity/);
      assertRefusal(await setStatus('there', {}, { as: null }), 403, NOBODY);
    });
  });

  for (const version of [1, 2] as const)
    describe(`a search for it, version ${version} (${version === 1 ? '11.3' : '12'})`, () => {
      const search = (changes: object, options?: CallOptions) =>
        call(
          `/v${version}/endentity/search`,
          { max_number_of_results: 10, current_page: 0, criteria: [criterion('QUERY', 'there')], ...changes },
          options,
        );
      const only = (...args: Parameters<typeof criterion>) => ({ criteria: [criterion(...args)] });
      const rows: readonly Row[] = [
        [
          'without a number',
          { max_number_of_results: null },
          400,
          /^Invalid maximum number of results, can not be null/,
        ],
        ['for none', { max_number_of_results: 0 }, 400, /^Invalid maximum number of results/],
        ['for more than 400', { max_number_of_results: 401 }, 400, /^Invalid maximum number of results/],
        ['without criteria', { criteria: [] }, 400, /^Invalid criteria value/],
        ['for two texts', { criteria: [criterion('QUERY', 'a'), criterion('QUERY', 'b')] }, 400, /QUERY/],
        ...(['END_ENTITY_PROFILE', 'CERTIFICATE_PROFILE', 'CA', 'STATUS'] as const).map((property): Row => [
          `of ${property} with LIKE`,
          only(property, 'X', 'LIKE'),
          400,
          /should be EQUAL\.$/,
        ]),
        ['of an unknown end entity profile', only('END_ENTITY_PROFILE', 'X'), 400, /unknown end entity profile\.$/],
        ['of an unknown certificate profile', only('CERTIFICATE_PROFILE', 'X'), 400, /unknown certificate profile\.$/],
        ['of an unknown CA', only('CA', 'X'), 400, /unknown CA\.$/],
        ['of an unknown status', only('STATUS', 'X'), 400, /'X'/],
        ['before no date', only('MODIFIED_BEFORE', 'X'), 400, /^Invalid date format for modifiedBefore value\./],
        ['after no date', only('MODIFIED_AFTER', 'X'), 400, /^Invalid date format for modifiedAfter value\./],
      ];
      for (const [condition, changes, status, message] of rows)
        it(`${condition}: ${status}`, async () => {
          assertRefusal(await search(changes), status, message);
        });

      it('of a page before the first: 400, or the first in version 1 (123)', async () => {
        const answer = await search({ current_page: -1 });
        if (version === 2) assertRefusal(answer, 400, /^Invalid current page, -1/);
        else assert.deepEqual([answer.status, (answer.json['end_entities'] as unknown[]).length], [200, 1]);
      });

      it('of nobody: 403', async () => {
        assertRefusal(await search({}, { as: null }), 403, NOBODY);
      });
    });

  it('a look at its profile (12): 404 for an unknown one (141), 403 for nobody', async () => {
    const { server } = shared;
    assertRefusal(await server.call('/v2/endentity/profile/X'), 404, /'X'/);
    for (const path of ['/v2/endentity/profile/X', '/v2/endentity/profiles/authorized'])
      assertRefusal(await server.call(path, { as: null }), 403, NOBODY);
  });
});

describe('an act on kept keys is refused', () => {
  const shared = sharedServer();
  const CA = 'Keeping keys';
  before(async () => {
    await createKeepingProfiles(shared.server);
    await createProfiles(shared.server, PROFILE, {});
    await createKeepingCa(shared.server, CA);
  });

  describe('keyimport (8.3)', () => {
    const one = { username: 'peggy', keystore: 'AAAA', password: 'x' };
    const content = (problem: string) => `Invalid KeyImportRestRequest content, ${problem}.`;
    const rows: readonly Row[] = [
      ...['certificate_profile_name', 'end_entity_profile_name', 'keystores'].flatMap((member) =>
        [undefined, null, member === 'keystores' ? [] : ''].map((value): Row => [
          `with ${JSON.stringify(value)} for ${member} (137)`,
          { [member]: value },
          400,
          content(`${member} is empty`),
        ]),
      ),
      ...['username', 'keystore', 'password'].flatMap((member) =>
        [undefined, null, ''].map((value): Row => [
          `with ${JSON.stringify(value)} for ${member} (137)`,
          { keystores: [{ ...one, [member]: value }] },
          400,
          content(`keystores[0].${member} is empty`),
        ]),
      ),
      [
        'with a keystore that is not base64 (137)',
        { keystores: [{ ...one, keystore: '%' }] },
        400,
        content('keystores[0].keystore is not base64'),
      ],
      [
        'with an invalid list (137)',
        { keystores: 'AAAA' },
        400,
        /^Invalid KeyImportRestRequest content, 'keystores' must be/,
      ],
      [
        'with a username that is a number (137)',
        { keystores: [{ ...one, username: 7 }] },
        400,
        /^Invalid KeyImportRestRequest content, 'keystores\.0\.username' must be/,
      ],
      ['under an unknown certificate profile', { certificate_profile_name: 'X' }, 400, /'X'/],
      ['under an unknown end entity profile', { end_entity_profile_name: 'X' }, 400, /'X'/],
      [
        'under a profile without key recovery',
        { certificate_profile_name: PROFILE, end_entity_profile_name: PROFILE },
        400,
        /allows no key recovery/,
      ],
    ];
    const good = { certificate_profile_name: KEEPING, end_entity_profile_name: KEEPING, keystores: [one] };
    for (const [condition, changes, status, message] of rows)
      it(`${condition}: ${status}`, async () => {
        const answer = await shared.server.call(pathOf(CA, 'keyimport'), { body: { ...good, ...changes } });
        assertRefusal(answer, status, message);
      });

    it('at an unknown CA (137): 404', async () => {
      const answer = await shared.server.call(pathOf('X', 'keyimport'), { body: good });
      assertRefusal(answer, 404, 'CA with DN: CN=X,O=Example does not exist.');
    });

    it('in part: 207, in whole: 500 (137)', async () => {
      const key = await newForeignKey(shared.server, CA, 'CN=dave');
      const fine = { username: 'dave', keystore: await keystoreOf(key), password: PASSWORD };
      const wrong = { ...fine, username: 'erin', password: 'wrong' };
      for (const [keystores, status] of [
        [[wrong], 500],
        [[wrong, fine], 207],
      ] as const) {
        const answer = await importKeys(shared.server, CA, keystores);
        assert.equal(answer.status, status, answer.text);
        assert.deepEqual(answer.json, {
          message: '1 keystores failed to import',
          key_import_failures: [{ username: 'erin', reason: 'WRONG_PASSWORD' }],
        });
      }
    });

    it('of nobody: 403', async () => {
      assertRefusal(await importKeys(shared.server, CA, [one], { as: null }), 403, NOBODY);
    });
  });

  describe('keyrecover (8.4)', () => {
    const noUser = 'No username found for the combination of the issuer dn and certificate serial number.';
    const at = (ca: string, serial: string) =>
      shared.server.call(pathOf(ca, `${serial}/keyrecover`), { method: 'PUT' });

    it('with an invalid serial number: 400', async () => {
      for (const serial of ['zz', '0x', '12G'])
        assertRefusal(await at(CA, serial), 400, /^Invalid serial number format\./);
    });

    it('of a certificate of nobody, or of an unknown CA (139): 400', async () => {
      for (const ca of [CA, 'X']) assertRefusal(await at(ca, '1234'), 400, noUser);
      for (const never of ['0', 'F'.repeat(41)]) assertRefusal(await at(CA, never), 400, noUser);
    });

    it('of a key that is not kept (139): 400', async () => {
      const body = requestUnder(KEEPING, { username: 'frank', subject: 'CN=frank' });
      const certificate = await enroll(shared.server, { ...body, certificate_authority_name: CA });
      const answer = await recover(shared.server, CA, certificate);
      assertRefusal(answer, 400, `No key is kept for the certificate ${certificate.serialNumber} of 'frank'.`);
    });

    it('until it is approved (139): 202', async () => {
      const { certificate } = await keepNewKey(shared.server, CA, 'grace');
      assert.equal((await recover(shared.server, CA, certificate)).status, 202);
    });

    it('of nobody: 403', async () => {
      assertRefusal(await recover(shared.server, CA, { serialNumber: '12' as never }, { as: null }), 403, NOBODY);
    });
  });
});

function recordOf(username: string) {
  return {
    username,
    password: 'foo123',
    subject_dn: `CN=${username}`,
    ca_name: 'ManagementCA',
    certificate_profile_name: PROFILE,
    end_entity_profile_name: PROFILE,
    token: 'USERGENERATED',
  };
}

function criterion(property: string, value: string, operation = 'EQUAL') {
  return { property, value, operation };
}
