/**
 * The statuses of the operations that enroll, keep end entities, and import and recover keys (sections 7, 8.3, 8.4, 11 and 12 of the interface),
 * in both settings of `compatibility`. Where EJBCA answers another one, the row has both.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CvHolder } from '../../../packages/pki/test/cv-holder.ts';
import {
  createApprovalProfile,
  decide,
  newOfficers,
  type Officers,
  requestIdOf,
} from '../support/setups/approval-setup.ts';
import { createProfiles, editCa, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { createVerifiers, cvEnrollment } from '../support/setups/cvc-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import {
  createKeepingCa,
  createKeepingProfiles,
  type ForeignKey,
  importKeys,
  keepNewKey,
  keystoreOf,
  newForeignKey,
  PASSWORD,
  pathOf,
  recover,
} from '../support/setups/key-recovery-setup.ts';
import { recordOf } from '../support/request-forms.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

/** The status of an operation that EJBCA answers with 201. */
const MADE = { documented: 200, ejbca: 201 } as const;

/** One call, and the status of its answer. Rows are taken in their order. */
type Row = readonly [what: string, status: number | typeof MADE, call: (context: Context) => Promise<Answer>];

interface Context {
  readonly server: TestServer;
  readonly officers: Officers;
  /** A key that is kept with its certificate. */
  readonly kept: ForeignKey;
  /** The request that waits. */
  requestId?: number;
  /** Of the first certificate. */
  serial?: string;
}

const post = ({ server }: Context, path: string, body: unknown) => server.call(path, { body });
const get = ({ server }: Context, path: string) => server.call(path);
const act = ({ server }: Context, method: string, path: string, body?: unknown) =>
  server.call(path, body === undefined ? { method } : { method, body });

const pkcs10 = (username: string, more: object = {}) => ({
  ...newRequest({ username, subject: `CN=${username}` }),
  ...more,
});
const record = (username: string, more: object = {}) => ({ ...recordOf(username), ...more });
const byPassword = (username: string, more: object = {}) => ({
  certificate_request: certificateRequest('CN=any', newKeyPair()),
  username,
  password: 'foo123',
  certificate_authority_name: 'ManagementCA',
  ...more,
});
const whole = (username: string, more: object = {}, members: object = {}) => ({
  certificate_request: certificateRequest('CN=any', newKeyPair()),
  certificate_request_type: 'PKCS10',
  end_entity: record(username, more),
  ...members,
});
const keystore = (username: string, more: object = {}) => ({
  username,
  password: 'foo123',
  key_alg: 'EC',
  key_spec: 'P-256',
  ...more,
});
const good = async ({ server }: Context, username: string) => ({
  username,
  keystore: await keystoreOf(await newForeignKey(server, 'Keeping CA', `CN=${username}`)),
  password: PASSWORD,
});
const search = (more: object = {}) => ({ max_number_of_results: 10, current_page: 0, criteria: [], ...more });
const ofSerial = (serialNumber: string, operation: string) =>
  `${CERTIFICATE}/${encodeURIComponent(MANAGEMENT_CA_DN)}/${serialNumber}/${operation}`;
const issued = ({ serial }: Context, operation: string) => ofSerial(serial!, operation);
const ALL = { property: 'CA', value: 'ManagementCA', operation: 'EQUAL' };

const sharedKey = newKeyPair();
const CERTIFICATE = '/v1/certificate';
const ENTITY = '/v1/endentity';

const ROWS: readonly Row[] = [
  [
    'pkcs10enroll',
    MADE,
    async (c) => {
      const answer = await post(c, `${CERTIFICATE}/pkcs10enroll`, pkcs10('alpha'));
      c.serial = answer.json['serial_number'] as string;
      return answer;
    },
  ],
  [
    'pkcs10enroll of it again, in PKCS7',
    MADE,
    (c) => post(c, `${CERTIFICATE}/pkcs10enroll`, pkcs10('alpha', { response_format: 'PKCS7' })),
  ],
  [
    'pkcs10enroll, another format (55)',
    400,
    (c) => post(c, `${CERTIFICATE}/pkcs10enroll`, pkcs10('alpha', { response_format: 'XYZ' })),
  ],
  [
    'pkcs10enroll, unknown CA',
    400,
    (c) => post(c, `${CERTIFICATE}/pkcs10enroll`, pkcs10('alpha', { certificate_authority_name: 'Nobody' })),
  ],
  [
    'pkcs10enroll, unknown profile',
    400,
    (c) => post(c, `${CERTIFICATE}/pkcs10enroll`, pkcs10('alpha', { certificate_profile_name: 'None' })),
  ],
  [
    'pkcs10enroll, waiting',
    202,
    async (c) => {
      const body = pkcs10('waiting', { certificate_authority_name: 'Guarded', password: 'foo123' });
      const answer = await post(c, `${CERTIFICATE}/pkcs10enroll`, body);
      c.requestId = requestIdOf(answer);
      return answer;
    },
  ],
  [
    'pkcs10enroll, nobody',
    403,
    ({ server }) => server.call(`${CERTIFICATE}/pkcs10enroll`, { body: pkcs10('alpha'), as: null }),
  ],
  [
    'finalize, waiting (61)',
    202,
    (c) => post(c, `${CERTIFICATE}/${c.requestId}/finalize`, { response_format: 'DER', password: 'foo123' }),
  ],
  [
    'finalize, approved',
    201,
    async (c) => {
      await decide(c.server, c.requestId!, c.officers.first);
      return post(c, `${CERTIFICATE}/${c.requestId}/finalize`, { response_format: 'DER', password: 'foo123' });
    },
  ],
  [
    'finalize, a second time (63)',
    400,
    (c) => post(c, `${CERTIFICATE}/${c.requestId}/finalize`, { response_format: 'DER', password: 'foo123' }),
  ],
  [
    'finalize, unknown',
    400,
    (c) => post(c, `${CERTIFICATE}/12345/finalize`, { response_format: 'DER', password: 'foo123' }),
  ],

  ['endentity, add (116)', 200, (c) => post(c, ENTITY, record('beta'))],
  ['endentity, add again', 400, (c) => post(c, ENTITY, record('beta'))],
  ['endentity, without a username (117)', 400, (c) => post(c, ENTITY, { ...record('x'), username: undefined })],
  ['endentity, unknown CA', 400, (c) => post(c, ENTITY, record('x', { ca_name: 'Nobody' }))],
  [
    'endentity, against its profile (118)',
    422,
    (c) => post(c, ENTITY, record('x', { end_entity_profile_name: 'Narrow' })),
  ],
  ['endentity, edit', 200, (c) => post(c, `${ENTITY}/edit`, record('beta', { subject_dn: 'CN=beta,O=Example' }))],
  ['endentity, edit of none (119)', 404, (c) => post(c, `${ENTITY}/edit`, record('nobody'))],

  [
    'certificaterequest, wrong password',
    400,
    (c) => post(c, `${CERTIFICATE}/certificaterequest`, byPassword('beta', { password: 'wrong' })),
  ],
  [
    'certificaterequest, unknown CA (57)',
    400,
    (c) => post(c, `${CERTIFICATE}/certificaterequest`, byPassword('beta', { certificate_authority_name: 'Nobody' })),
  ],
  [
    'certificaterequest, bad request',
    400,
    (c) => post(c, `${CERTIFICATE}/certificaterequest`, byPassword('beta', { certificate_request: 'AAAA' })),
  ],
  [
    'certificaterequest',
    MADE,
    (c) =>
      post(
        c,
        `${CERTIFICATE}/certificaterequest`,
        byPassword('beta', { certificate_request: certificateRequest('CN=x', sharedKey) }),
      ),
  ],
  [
    'certificaterequest, generated already',
    400,
    (c) => post(c, `${CERTIFICATE}/certificaterequest`, byPassword('beta')),
  ],
  [
    'certificaterequest, the key of another',
    409,
    async (c) => {
      await post(c, ENTITY, record('gamma'));
      return post(
        c,
        `${CERTIFICATE}/certificaterequest`,
        byPassword('gamma', { certificate_request: certificateRequest('CN=x', sharedKey) }),
      );
    },
  ],

  ['enroll (134)', MADE, (c) => post(c, `${CERTIFICATE}/enroll`, whole('delta'))],
  [
    'enroll, in PKCS7 (136)',
    MADE,
    (c) => post(c, `${CERTIFICATE}/enroll`, whole('delta', {}, { response_format: 'PKCS7', include_chain: true })),
  ],
  ['enroll, card verifiable', MADE, (c) => post(c, `${CERTIFICATE}/enroll`, cvEnrollment(new CvHolder('SEBOTH00001')))],
  [
    'enroll, without a username (135)',
    400,
    (c) => post(c, `${CERTIFICATE}/enroll`, whole('x', { username: undefined })),
  ],
  [
    'enroll, type FOO (135)',
    400,
    (c) => post(c, `${CERTIFICATE}/enroll`, whole('x', {}, { certificate_request_type: 'FOO' })),
  ],
  ['enroll, unknown CA', 404, (c) => post(c, `${CERTIFICATE}/enroll`, whole('x', { ca_name: 'Nobody' }))],
  [
    'enroll, unknown profile',
    404,
    (c) => post(c, `${CERTIFICATE}/enroll`, whole('x', { certificate_profile_name: 'None' })),
  ],
  [
    'enroll, against its profile',
    422,
    (c) => post(c, `${CERTIFICATE}/enroll`, whole('x', { end_entity_profile_name: 'Narrow' })),
  ],
  ['enroll, waiting', 202, (c) => post(c, `${CERTIFICATE}/enroll`, whole('later', { ca_name: 'Guarded' }))],

  ['enrollkeystore, unknown user (59)', 404, (c) => post(c, `${CERTIFICATE}/enrollkeystore`, keystore('nobody'))],
  ['enrollkeystore, token of the user (59)', 400, (c) => post(c, `${CERTIFICATE}/enrollkeystore`, keystore('gamma'))],
  [
    'enrollkeystore, bad algorithm (59)',
    422,
    async (c) => {
      await post(c, ENTITY, record('epsilon', { token: 'P12' }));
      return post(c, `${CERTIFICATE}/enrollkeystore`, keystore('epsilon', { key_alg: 'FOO' }));
    },
  ],
  [
    'enrollkeystore, bad specification',
    422,
    (c) => post(c, `${CERTIFICATE}/enrollkeystore`, keystore('epsilon', { key_spec: 'P-257' })),
  ],
  ['enrollkeystore (58)', MADE, (c) => post(c, `${CERTIFICATE}/enrollkeystore`, keystore('epsilon'))],

  ['revoke, bad reason (68)', 400, (c) => act(c, 'PUT', issued(c, 'revoke?reason=BAD'))],
  ['revoke, bad serial number (71)', 400, (c) => act(c, 'PUT', ofSerial('zz', 'revoke?reason=SUPERSEDED'))],
  ['revoke, unknown', 404, (c) => act(c, 'PUT', ofSerial('1234', 'revoke?reason=SUPERSEDED'))],
  [
    'revoke, a date to come (69)',
    400,
    (c) => act(c, 'PUT', issued(c, 'revoke?reason=SUPERSEDED&date=2099-01-01T00:00:00Z')),
  ],
  ['revoke (67)', 200, (c) => act(c, 'PUT', issued(c, 'revoke?reason=SUPERSEDED'))],
  ['revoke, again', 409, (c) => act(c, 'PUT', issued(c, 'revoke?reason=SUPERSEDED'))],
  ['revocationstatus (82)', 200, (c) => get(c, issued(c, 'revocationstatus'))],
  ['revocationstatus, unknown (83)', 404, (c) => get(c, ofSerial('1234', 'revocationstatus'))],

  ['keyimport (137)', 200, async (c) => importKeys(c.server, 'Keeping CA', [await good(c, 'k1'), await good(c, 'k2')])],
  [
    'keyimport, one wrong (137)',
    207,
    async (c) =>
      importKeys(c.server, 'Keeping CA', [await good(c, 'k3'), { ...(await good(c, 'k4')), password: 'wrong' }]),
  ],
  [
    'keyimport, none good (137)',
    500,
    async (c) => importKeys(c.server, 'Keeping CA', [{ ...(await good(c, 'k5')), password: 'wrong' }]),
  ],
  ['keyimport, unknown CA (137)', 404, async (c) => importKeys(c.server, 'Nobody', [await good(c, 'k6')])],
  [
    'keyimport, no base64 (137)',
    400,
    (c) => importKeys(c.server, 'Keeping CA', [{ username: 'k7', keystore: '!', password: 'x' }]),
  ],
  ['keyrecover, waiting (139)', 202, (c) => recover(c.server, 'Keeping CA', c.kept.certificate)],
  ['keyrecover, of nobody (139)', 400, (c) => act(c, 'PUT', pathOf('Keeping CA', '1234/keyrecover'))],
  ['keyrecover, bad serial number', 400, (c) => act(c, 'PUT', pathOf('Keeping CA', 'zz/keyrecover'))],

  [
    'setstatus (120)',
    200,
    (c) => post(c, `${ENTITY}/beta/setstatus`, { password: 'foo123', token: 'P12', status: 'NEW' }),
  ],
  [
    'setstatus, of what is so',
    304,
    (c) => post(c, `${ENTITY}/alpha/setstatus`, { token: 'USERGENERATED', status: 'GENERATED' }),
  ],
  ['setstatus, unknown token (120)', 400, (c) => post(c, `${ENTITY}/beta/setstatus`, { token: 'X', status: 'NEW' })],
  ['setstatus, unknown end entity', 404, (c) => post(c, `${ENTITY}/nobody/setstatus`, { token: 'P12', status: 'NEW' })],
  ['endentity, revoke', 200, (c) => act(c, 'PUT', `${ENTITY}/delta/revoke`, { reason_code: 4, delete: false })],
  ['endentity, revoke again', 409, (c) => act(c, 'PUT', `${ENTITY}/delta/revoke`, { reason_code: 4, delete: false })],
  [
    'endentity, revoke for reason 7 (121)',
    400,
    (c) => act(c, 'PUT', `${ENTITY}/beta/revoke`, { reason_code: 7, delete: false }),
  ],
  [
    'endentity, revoke of none (121)',
    404,
    (c) => act(c, 'PUT', `${ENTITY}/nobody/revoke`, { reason_code: 4, delete: false }),
  ],
  ['endentity, delete (122)', 200, (c) => act(c, 'DELETE', `${ENTITY}/beta`)],
  ['endentity, delete again (122)', 200, (c) => act(c, 'DELETE', `${ENTITY}/beta`)],
  ['endentity, search', 200, (c) => post(c, `${ENTITY}/search`, search({ criteria: [ALL] }))],
  [
    'endentity, search of no number',
    400,
    (c) => post(c, `${ENTITY}/search`, search({ criteria: [ALL], max_number_of_results: 0 })),
  ],
  ['v2 endentity, search', 200, (c) => post(c, '/v2/endentity/search', search({ criteria: [ALL] }))],
  [
    'v2 endentity, search of page -1 (123)',
    400,
    (c) => post(c, '/v2/endentity/search', search({ criteria: [ALL], current_page: -1 })),
  ],
  ['v2 endentity, authorized profiles (141)', 200, (c) => get(c, '/v2/endentity/profiles/authorized')],
  ['v2 endentity, profile (141)', 200, (c) => get(c, '/v2/endentity/profile/EMPTY')],
  ['v2 endentity, unknown profile (141)', 404, (c) => get(c, '/v2/endentity/profile/None')],
];

for (const compatibility of ['documented', 'ejbca'] as const) {
  describe(`with compatibility ${compatibility} the status is that of the interface:`, () => {
    const shared = sharedServer({ compatibility });
    let context: Context;
    before(async () => {
      const { server } = shared;
      const officers = await newOfficers(server);
      await createVerifiers(server);
      await createApprovalProfile(server, 'Four eyes', {});
      await createCa(server, 'Guarded');
      await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
      await createProfiles(server, 'Narrow', {});
      await createKeepingProfiles(server);
      await createKeepingCa(server, 'Keeping CA');
      context = { server, officers, kept: await keepNewKey(server, 'Keeping CA', 'kept') };
    });

    for (const [what, status, call] of ROWS) {
      it(what, async () => {
        const answer = await call(context);
        assert.equal(answer.status, typeof status === 'number' ? status : status[compatibility], answer.text);
        if (answer.status >= 400 && answer.status < 600 && 'error_code' in answer.json)
          assert.equal(answer.json['error_code'], answer.status);
      });
    }
  });
}
