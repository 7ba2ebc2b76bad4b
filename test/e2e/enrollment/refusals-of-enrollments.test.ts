/** The tables of refusals of enrollments (sections 7.2 to 7.6 of the interface), row by row. Numbers are those of its acceptance cases. */
import { formatPem, parsePem, type PemBlock } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import {
  assertRefusal,
  createProfiles,
  editCa,
  ENROLL,
  sharedServer,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { Answer, CallOptions, ClientIdentity } from '../support/test-server.ts';

const PROFILE = 'Refusing';
const PASSWORD = 'foo123';
const CONTENT = 'Invalid EnrollCertificateWithEntityRestRequest content';
const NOBODY = 'No client certificate or OAuth token was received, which is needed for authentication.';
/** A request whose signature is another one. */
function tampered(pem: string): string {
  const [{ label, der }] = parsePem(pem) as [PemBlock];
  return formatPem(label, der.with(der.length - 3, der.at(-3)! ^ 1));
}
const request = (keyPair = newKeyPair()) => certificateRequest('CN=request', keyPair);

/** A row of a table: the condition, what is sent instead of something good, and the answer. */
type Row = readonly [condition: string, changes: object, status: number, message: string | RegExp];

describe('an enrollment is refused', () => {
  const shared = sharedServer();
  const taken = newKeyPair();
  let stranger: ClientIdentity;
  let clerk: ClientIdentity;
  const officers = officersOf(shared);

  const call = (operation: string, body: unknown, options: CallOptions = {}): Promise<Answer> =>
    shared.server.call(`/v1/certificate/${operation}`, { body, ...options });
  const add = async (username: string, more: object = {}) => {
    const answer = await shared.server.call('/v1/endentity', { body: { ...recordOf(username), ...more } });
    assert.equal(answer.status, 200, answer.text);
  };
  const setRow = (username: string, column: string, value: number) =>
    withDatabase(shared.server, (database) =>
      database.prepare(`UPDATE end_entity SET ${column} = ? WHERE username = ?`).run(value, username),
    );

  before(async () => {
    const { server } = shared;
    await createProfiles(server, PROFILE, {}, { passwordRequired: true });
    await createProfiles(server, 'Other', {});
    stranger = await newOfficer(server, 'stranger', {
      '/ra_functionality/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    clerk = await newOfficer(server, 'elsewhere', {
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ra_functionality/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    for (const username of ['ready', 'renamed', 'waiting', 'done', 'own', 'keys', 'orphan', 'inactive'])
      await add(username);
    for (const username of ['keys', 'orphan', 'inactive']) setRow(username, 'token_type', 2);
    setRow('done', 'status', 40);
    setRow('orphan', 'ca_id', 12345);
    setRow('inactive', 'status', 40);
    const owner = { ...newRequest({ username: 'owner', subject: 'CN=owner', keyPair: taken }) };
    assert.equal((await server.call(ENROLL, { body: owner })).status, 200);
  });

  describe('by pkcs10enroll (7.2)', () => {
    const good = () => ({
      ...newRequest({ username: 'ten', subject: 'CN=ten', profile: PROFILE }),
      end_entity_profile_name: PROFILE,
    });
    const rows: readonly Row[] = [
      [
        'another format (55)',
        { response_format: 'XYZ' },
        400,
        'Invalid input. Response format can only be DER or PKCS7',
      ],
      ['no format', { response_format: null }, 400, 'Invalid input. Incorrect response format'],
      ['an unknown CA', { certificate_authority_name: 'X' }, 400, 'CA with name X does not exist.'],
      ['an unknown certificate profile', { certificate_profile_name: 'X' }, 400, /certificate profile.*'X'/i],
      ['an unknown end entity profile', { end_entity_profile_name: 'X' }, 400, /end entity profile.*'X'/i],
      ['a violated profile', { subject_dn: 'CN=ten,C=SE' }, 400, /subjectDn\.C/],
      ['a profile that is not offered', { certificate_profile_name: 'Other' }, 400, /availableCertificateProfiles/],
      ['a request that does not parse', { certificate_request: 'AAAA' }, 400, /^Invalid certificate_request: /],
      [
        'a request that proves no possession',
        { certificate_request: tampered(request()) },
        400,
        /^Invalid certificate_request: the request is not signed with its own/,
      ],
      [
        'a key that is taken',
        { certificate_request: request(taken) },
        400,
        "User 'ten' is not allowed to use a public key that belongs to another user.",
      ],
      [
        'a subject that is taken',
        { subject_dn: 'CN=owner' },
        400,
        "User 'ten' is not allowed to use the subject DN 'CN=owner', which belongs to another user.",
      ],
    ];
    for (const [condition, changes, status, message] of rows)
      it(`for ${condition}: ${status}`, async () => {
        assertRefusal(await call('pkcs10enroll', { ...good(), ...changes }), status, message);
      });

    it('to callers who may not: 403', async () => {
      for (const as of [stranger, clerk]) assertRefusal(await call('pkcs10enroll', good(), { as }), 403, /\//);
      assertRefusal(await call('pkcs10enroll', good(), { as: null }), 403, NOBODY);
    });
  });

  describe('by certificaterequest (7.3)', () => {
    const good = () => ({
      certificate_request: request(),
      username: 'ready',
      password: PASSWORD,
      certificate_authority_name: 'ManagementCA',
    });
    const refused = /^Wrong username or password, or the end entity may not enroll now\./;
    const conflict = 'Failed to generate certificate due to the new certificate conflicting with an existing one.';
    const rows: readonly Row[] = [
      ['an unknown CA (57)', { certificate_authority_name: 'X' }, 400, "CA with name X doesn't exist."],
      ['an unknown user', { username: 'nobody' }, 400, refused],
      ['a wrong password', { username: 'waiting', password: 'wrong' }, 400, refused],
      ['a wrong status', { username: 'done' }, 400, refused],
      ['a request that does not parse', { certificate_request: 'AAAA' }, 400, /^Invalid certificate_request: /],
      ['a type that is unknown', { certificate_request_type: 'FOO' }, 400, /certificate_request_type/],
      ['a key that is taken', { certificate_request: request(taken) }, 409, conflict],
    ];
    for (const [condition, changes, status, message] of rows)
      it(`for ${condition}: ${status}`, async () => {
        assertRefusal(await call('certificaterequest', { ...good(), ...changes }), status, message);
      });

    it('for a subject that is taken: 409', async () => {
      withDatabase(shared.server, (database) =>
        database.prepare("UPDATE end_entity SET subject_dn = 'CN=owner' WHERE username = 'renamed'").run(),
      );
      assertRefusal(await call('certificaterequest', { ...good(), username: 'renamed' }), 409, conflict);
    });

    it('to callers who have no access to the CA: 403', async () => {
      for (const as of [stranger, clerk]) assertRefusal(await call('certificaterequest', good(), { as }), 403, /\//);
      assertRefusal(await call('certificaterequest', good(), { as: null }), 403, NOBODY);
    });
  });

  describe('by enroll (7.4)', () => {
    const good = (changes: object) => {
      const { end_entity: record, ...others } = changes as { end_entity?: object };
      return {
        certificate_request: request(),
        certificate_request_type: 'PKCS10',
        end_entity: { ...recordOf('seven'), ...record },
        ...others,
      };
    };
    const rows: readonly Row[] = [
      ...['username', 'subject_dn', 'ca_name', 'certificate_profile_name', 'end_entity_profile_name', 'token'].map(
        (member): Row => [
          `no end_entity.${member} (135)`,
          { end_entity: { [member]: undefined } },
          400,
          `${CONTENT}, end_entity.${member} is missing; it can not be null or empty.`,
        ],
      ),
      [
        'no certificate_request (135)',
        { certificate_request: undefined },
        400,
        `${CONTENT}, 'certificate_request' must be given.`,
      ],
      [
        'no certificate_request_type (135)',
        { certificate_request_type: undefined },
        400,
        `${CONTENT}, 'certificate_request_type' must be given.`,
      ],
      [
        'an unknown certificate_request_type (135)',
        { certificate_request_type: 'FOO' },
        400,
        /certificate_request_type/,
      ],
      ['an unknown CA', { end_entity: { ca_name: 'X' } }, 404, 'No CA found by name of X'],
      [
        'an unknown certificate profile',
        { end_entity: { certificate_profile_name: 'X' } },
        404,
        'Error Certificate profile X does not exist.',
      ],
      [
        'an unknown end entity profile',
        { end_entity: { end_entity_profile_name: 'X' } },
        404,
        /end entity profile.*'X'/,
      ],
      ['a violated profile', { end_entity: { subject_dn: 'CN=seven,C=SE' } }, 422, /subjectDn\.C/],
      ['another format', { response_format: 'XYZ' }, 400, 'Invalid input. Response format can only be DER or PKCS7'],
    ];
    for (const [condition, changes, status, message] of rows)
      it(`for ${condition}: ${status}`, async () => {
        assertRefusal(await call('enroll', good(changes)), status, message);
      });

    it('to callers who may not: 403', async () => {
      assertRefusal(await call('enroll', good({}), { as: stranger }), 403, /\//);
      assertRefusal(await call('enroll', good({}), { as: null }), 403, NOBODY);
    });
  });

  describe('by enrollkeystore (7.5)', () => {
    const good = { username: 'keys', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' };
    const token = "Unsupported token type. Must be one of 'PKCS12', 'BCFKS' or 'JKS'.";
    /** Each row is wrong in the ways of the rows below it, too: the order of the checks is part of the table. */
    const rows: readonly Row[] = [
      [
        'an end entity that does not exist (59)',
        { username: 'X', key_alg: 'FOO', key_spec: '1' },
        404,
        "The end entity 'X' does not exist",
      ],
      [
        'an unknown algorithm (59)',
        { username: 'own', key_alg: 'FOO', key_spec: '1' },
        422,
        "Unsupported key algorithm 'FOO'",
      ],
      [
        'an invalid specification',
        { username: 'own', key_alg: 'EC', key_spec: 'P-1' },
        422,
        /'P-1'.*curve|curve.*'P-1'/,
      ],
      ['a specification that is too weak', { username: 'own', key_alg: 'RSA', key_spec: '1024' }, 422, /2048 to 8192/],
      ['a token that is not a keystore (59)', { username: 'own', password: 'wrong' }, 400, token],
      ['a CA that is missing', { username: 'orphan' }, 404, 'CA does not exist'],
      ['a wrong password', { password: 'wrong' }, 400, /^Wrong username or password/],
      ['a wrong status', { username: 'inactive' }, 400, /^Wrong username or password/],
    ];
    for (const [condition, changes, status, message] of rows)
      it(`for ${condition}: ${status}`, async () => {
        assertRefusal(await call('enrollkeystore', { ...good, ...changes }), status, message);
      });

    it('to callers who may not, or may not see the end entity', async () => {
      assertRefusal(await call('enrollkeystore', good, { as: stranger }), 403, /create_certificate/);
      assertRefusal(await call('enrollkeystore', good, { as: clerk }), 404, "The end entity 'keys' does not exist");
      assertRefusal(await call('enrollkeystore', good, { as: null }), 403, NOBODY);
    });
  });

  describe('by finalize (7.6)', () => {
    const finalize = (id: number, changes: object = {}) =>
      call(`${id}/finalize`, { response_format: 'DER', password: PASSWORD, ...changes });
    let asked = 0;
    const ask = async () => {
      asked++;
      const body = newRequest({ username: `asked ${asked}`, subject: `CN=asked ${asked}` });
      return requestIdOf(
        await call('pkcs10enroll', { ...body, password: PASSWORD, certificate_authority_name: 'Guarded' }),
      );
    };
    const approved = async () => {
      const id = await ask();
      assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
      return id;
    };
    before(async () => {
      await createApprovalProfile(shared.server, 'Four eyes', { requestExpirationPeriod: '10m' });
      await createCa(shared.server, 'Guarded');
      await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    });

    it('for an unknown id, before anything else: 400', async () => {
      assertRefusal(await finalize(77, { response_format: 'XYZ' }), 400, "Could not find request with Id '77'");
    });

    it('for an unknown format, before the state of the request: 400', async () => {
      assertRefusal(
        await finalize(await ask(), { response_format: 'XYZ' }),
        400,
        /^Invalid parameter: response_format/,
      );
    });

    it('while it waits, before the end entity is looked for (61): 202', async () => {
      const id = await ask();
      const { status, json } = await finalize(id, { password: 'wrong' });
      assert.deepEqual([status, json['info_message']], [202, `Request with Id '${id}' is still waiting for approval`]);
    });

    it('once it was rejected (62), or has expired: 400', async () => {
      const rejected = await ask();
      await decide(shared.server, rejected, officers.first, { approve: false });
      assertRefusal(await finalize(rejected), 400, new RegExp(`'${rejected}'.* has been rejected$`));
      const late = await ask();
      shared.server.clock.advanceSeconds(601);
      assertRefusal(await finalize(late), 400, new RegExp(`'${late}'.* has expired$`));
    });

    it('for an end entity that does not exist any more: 404', async () => {
      const id = await approved();
      await shared.server.call(`/v1/endentity/${encodeURIComponent(`asked ${asked}`)}`, { method: 'DELETE' });
      assertRefusal(await finalize(id), 404, `The end entity 'asked ${asked}' does not exist`);
    });

    it('a second time (63), before the format is held against the token: 400', async () => {
      const id = await approved();
      assert.equal((await finalize(id)).status, 201);
      const message = `Enrollment with Id '${id}' has already been finalized`;
      for (const response_format of ['DER', 'JKS'])
        assertRefusal(await finalize(id, { response_format }), 400, message);
    });

    it('for a keystore of a key of its own: 400', async () => {
      const id = await approved();
      for (const response_format of ['P12', 'JKS', 'BCFKS'])
        assertRefusal(await finalize(id, { response_format }), 400, /DER or PEM/);
    });

    it('for a wrong password: 403', async () => {
      assertRefusal(await finalize(await approved(), { password: 'wrong' }), 403, /password/);
    });
  });
});

describe('an enrollment at a CA that cannot sign is refused: 503', () => {
  const shared = sharedServer();

  it('whichever way it comes (7.2 to 7.5)', async () => {
    const { server } = shared;
    await createProfiles(server, PROFILE, {});
    for (const [username, token] of [
      ['own', 'USERGENERATED'],
      ['keys', 'P12'],
    ] as const)
      await server.call('/v1/endentity', { body: { ...recordOf(username), token } });
    await takeTokenOffline(server);
    const record = { ...recordOf('record'), password: PASSWORD };
    const names = { certificate_authority_name: 'ManagementCA', username: 'own', password: PASSWORD };
    for (const [operation, body] of [
      ['pkcs10enroll', newRequest({ username: 'ten', subject: 'CN=ten' })],
      ['certificaterequest', { certificate_request: request(), ...names }],
      ['enroll', { certificate_request: request(), certificate_request_type: 'PKCS10', end_entity: record }],
      ['enrollkeystore', { username: 'keys', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' }],
    ] as const)
      assertRefusal(await server.call(`/v1/certificate/${operation}`, { body }), 503, 'Device was unavailable.');
  });
});

function recordOf(username: string) {
  return {
    username,
    password: PASSWORD,
    subject_dn: `CN=${username}`,
    ca_name: 'ManagementCA',
    certificate_profile_name: PROFILE,
    end_entity_profile_name: PROFILE,
    token: 'USERGENERATED',
  };
}
