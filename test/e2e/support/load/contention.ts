/**
 * Many callers who want something of one end entity at the same time, of one server or of several processes on one database: whatever the
 * order in which they come, nothing is done twice, no count is lost, and nobody is answered 500. Audit records have the same totals as the
 * answers.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../eventually.ts';
import { type AuditRow, auditRows } from '../audit-records.ts';
import { certificateRequest, identityOf, newKeyPair, newRequest } from '../enrollment.ts';
import { APPROVER_RULES, memberOf } from '../officers.ts';
import { type Whereabouts, withDatabase } from '../installations/server-database.ts';
import type { Answer, CallOptions, ClientIdentity } from '../test-server.ts';

/** A server, in this process or not, that the super administrator calls. */
export interface Contended {
  call(target: string, options: CallOptions): Promise<Answer>;
  administer(target: string, options: CallOptions): Promise<Answer>;
}

/** Servers on one database. */
export interface Contest {
  readonly servers: readonly Contended[];
  readonly where: Whereabouts;
  close(): Promise<void>;
}

/** Tests of servers that `open` starts once for all of them. */
export function describeContention(kind: string, open: () => Promise<Contest>): void {
  describe(`${AT_ONCE} at once on ${kind}`, () => {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    let contest: Contest;
    let approver: ClientIdentity;
    before(async () => {
      contest = await open();
      approver = await prepare(contest);
    });
    after(async () => {
      agent.destroy();
      await contest.close();
    });

    const server = () => contest.servers[0]!;
    /** Makes one call of each of the builders in turn, all at the same time, to all servers in turn. */
    const rush = async (...builders: readonly ((index: number) => Call)[]): Promise<readonly Answer[][]> => {
      const calls = Array.from({ length: AT_ONCE }, (_, index) => builders[index % builders.length]!(index));
      const answers = await Promise.all(
        calls.map(({ target, ...options }, index) =>
          contest.servers[Math.floor(index / builders.length) % contest.servers.length]!.call(target, {
            agent,
            ...options,
          }),
        ),
      );
      return builders.map((_, builder) => answers.filter((__, index) => index % builders.length === builder));
    };
    const call = ({ target, ...options }: Call) => server().call(target, options);
    const add = async (username: string, more: object = {}): Promise<void> => {
      const { status, text } = await server().call('/v1/endentity', { body: recordOf(username, more) });
      assert.equal(status, 200, text);
    };
    /** Has an act asked for and approved. @returns the number of its request */
    const approved = async (asked: Call): Promise<number> => {
      const { status, json, text } = await call(asked);
      assert.equal(status, 202, text);
      const id = json['request_id'] as number;
      const decision = await call({ target: `/v1/approval/${id}/process`, as: approver, body: { approve: true } });
      assert.equal(decision.json['status'], 'APPROVED', decision.text);
      return id;
    };
    const certificates = (username: string) => rows(contest, 'certificate', username);
    const endEntity = (username: string) => {
      const found = rows(contest, 'end_entity', username);
      assert.ok(found.length <= 1);
      return found[0];
    };
    const logins = (username: string) =>
      (JSON.parse(endEntity(username)!['extended'] as string) as { logins?: unknown }).logins;
    const events = (username: string) => countOf(auditRows(contest.where).filter((row) => row.username === username));

    describe('enrollments', () => {
      it('of one end entity get as many certificates as it has requests left', async () => {
        await add('requests', UNDER_REQUESTS);
        const [answers] = await rush(() => byPassword('requests'));
        assertStatuses(answers!, { 200: REQUESTS, refused: AT_ONCE - REQUESTS });
        assert.equal(certificates('requests').length, REQUESTS);
        assert.equal(endEntity('requests')!['status'], GENERATED);
        const { CERT_CREATION: issued, RA_EDITENDENTITY: edited } = events('requests');
        assert.deepEqual([issued, edited], [REQUESTS, REQUESTS]);
      });

      it('of one end entity with keys that are generated here get one keystore', async () => {
        await add('keystores', { token: 'P12' });
        const [answers] = await rush(() => keystore('keystores'));
        assertStatuses(answers!, { 200: 1, refused: AT_ONCE - 1 });
        assert.equal(certificates('keystores').length, 1);
        assert.equal(events('keystores')['CERT_CREATION'], 1);
      });

      it('of one end entity by an officer get a certificate each', async () => {
        await add('edited');
        const [answers] = await rush(() => enrollment('edited'));
        assertStatuses(answers!, { 200: AT_ONCE });
        assertIssued(answers!, certificates('edited'));
        const { CERT_CREATION: issued, RA_EDITENDENTITY: edited, RA_ADDENDENTITY: added } = events('edited');
        assert.deepEqual([issued, edited, added], [AT_ONCE, AT_ONCE, 1]);
      });

      for (const [how, build] of [
        ['with a request', (username: string) => enrollment(username)],
        ['with a whole record', (username: string) => enrollmentOfRecord(username)],
      ] as const)
        it(`of a username that nobody has, ${how}, make one end entity`, async () => {
          const username = `new ${how}`;
          const [answers] = await rush(() => build(username));
          assertStatuses(answers!, { 200: AT_ONCE });
          assertIssued(answers!, certificates(username));
          const { CERT_CREATION: issued, RA_EDITENDENTITY: edited, RA_ADDENDENTITY: added } = events(username);
          assert.deepEqual([issued, edited, added], [AT_ONCE, AT_ONCE - 1, 1]);
        });

      it('with one key get it one certificate', async () => {
        const keyPair = newKeyPair();
        const [answers] = await rush((index) => ({
          target: '/v1/certificate/pkcs10enroll',
          body: newRequest({ username: `key ${index}`, subject: `CN=contended key ${index}`, keyPair }),
        }));
        assertStatuses(answers!, { 200: 1, refused: AT_ONCE - 1 });
        const made = (table: Table) =>
          Array.from({ length: AT_ONCE }, (_, index) => rows(contest, table, `key ${index}`).length);
        assert.deepEqual([sum(made('certificate')), sum(made('end_entity'))], [1, 1]);
        const recorded = auditRows(contest.where).filter(({ username }) => /^key \d+$/.test(username ?? ''));
        assert.deepEqual(countOf(recorded), { CERT_CREATION: 1, RA_ADDENDENTITY: 1 });
      });
    });

    describe('passwords where one attempt is left', () => {
      it('end it once when they are wrong', async () => {
        await add('guessed', UNDER_LIMIT);
        const [answers] = await rush(() => byPassword('guessed', 'wrong'));
        assertStatuses(answers!, { refused: AT_ONCE });
        assert.deepEqual(
          [endEntity('guessed')!['status'], logins('guessed')],
          [GENERATED, { maximum: 1, remaining: 0 }],
        );
        assert.equal(certificates('guessed').length, 0);
        const exhausted = auditRows(contest.where).filter(
          ({ username, record }) => username === 'guessed' && record.includes('no login attempts left'),
        );
        assert.equal(exhausted.length, 1);
      });

      it('are all taken when they are right, and the attempt is left', async () => {
        await add('right', UNDER_LIMIT);
        const [answers] = await rush(() => byPassword('right'));
        assertStatuses(answers!, { 200: AT_ONCE });
        assert.deepEqual(logins('right'), { maximum: 1, remaining: 1 });
        assertIssued(answers!, certificates('right'));
      });
    });

    describe('acts on one end entity', () => {
      it('add it once', async () => {
        const [answers] = await rush((index) => ({
          target: '/v1/endentity',
          body: recordOf('added', { email: `${index}@example.org` }),
        }));
        assertStatuses(answers!, { 200: 1, refused: AT_ONCE - 1 });
        for (const { status, text } of answers!) if (status !== 200) assert.match(text, /already exists/);
        assert.deepEqual(events('added'), { RA_ADDENDENTITY: 1 });
        const winner = answers!.findIndex(({ status }) => status === 200);
        assert.equal(endEntity('added')!['email'], `${winner}@example.org`);
      });

      it('edit it beside enrollments, and each counts', async () => {
        await add('beside edits');
        const { version } = endEntity('beside edits')!;
        const [edits, enrollments] = await rush(
          (index) => ({
            target: '/v1/endentity/edit',
            body: recordOf('beside edits', { email: `${index}@example.org`, password: undefined }),
          }),
          () => enrollment('beside edits'),
        );
        assertStatuses(edits!, { 200: HALF });
        assertStatuses(enrollments!, { 200: HALF });
        assertIssued(enrollments!, certificates('beside edits'));
        assert.deepEqual(events('beside edits'), {
          CERT_CREATION: HALF,
          RA_ADDENDENTITY: 1,
          RA_EDITENDENTITY: AT_ONCE,
        });
        assert.equal(Number(endEntity('beside edits')!['version']) - Number(version), AT_ONCE);
      });

      it('set its status, and one of them changes it', async () => {
        await add('statuses');
        const [answers] = await rush(() => settingOf('statuses', { status: 'INITIALIZED' }));
        assertStatuses(answers!, { 200: 1, 304: AT_ONCE - 1 });
        assert.equal(endEntity('statuses')!['status'], INITIALIZED);
        assert.deepEqual(events('statuses'), { RA_ADDENDENTITY: 1, RA_EDITENDENTITY: 1 });
      });

      it('set its status beside enrollments with its password, and each change lets one enroll', async () => {
        await add('set anew');
        const [settings, enrollments] = await rush(
          () => settingOf('set anew', { status: 'NEW' }),
          () => byPassword('set anew'),
        );
        const changed = count(settings!, 200);
        assertStatuses(settings!, statuses({ 200: changed, 304: HALF - changed }));
        const issued = count(enrollments!, 200);
        assertStatuses(enrollments!, statuses({ 200: issued, refused: HALF - issued }));
        assert.ok(issued >= 1 && issued <= changed + 1, `${issued} were issued, and ${changed} times it was set`);
        assert.equal(certificates('set anew').length, issued);
        const status = Number(endEntity('set anew')!['status']);
        assert.equal(status, issued === changed + 1 ? GENERATED : NEW);
        const { CERT_CREATION: created, RA_EDITENDENTITY: edited } = events('set anew');
        assert.deepEqual([created, edited], [issued, issued + changed]);
      });

      it('finalize an enrollment that was approved, once', async () => {
        const id = await approved({ ...enrollment('approved'), body: { ...bodyOf('approved'), ...UNDER_APPROVAL } });
        const [answers] = await rush(() => ({
          target: `/v1/certificate/${id}/finalize`,
          body: { response_format: 'DER', password: PASSWORD },
        }));
        assertStatuses(answers!, { 201: 1, refused: AT_ONCE - 1 });
        assert.equal(certificates('approved').length, 1);
        assert.equal(events('approved')['CERT_CREATION'], 1);
      });

      it('finalize a keystore that was approved, once', async () => {
        const body = recordOf('approved keystore', { ...UNDER_APPROVAL, token: 'P12' });
        const id = await approved({ target: '/v1/endentity', body });
        const [answers] = await rush(() => ({
          target: `/v1/certificate/${id}/finalize`,
          body: { response_format: 'P12', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' },
        }));
        assertStatuses(answers!, { 201: 1, refused: AT_ONCE - 1 });
        assert.equal(certificates('approved keystore').length, 1);
        assert.equal(events('approved keystore')['CERT_CREATION'], 1);
      });

      it('revoke it beside enrollments with its password, and no certificate is left', async () => {
        await add('beside revocations', UNDER_LIMIT);
        assert.equal((await call(byPassword('beside revocations'))).status, 200);
        const [revocations, enrollments] = await rush(
          () => ({ target: pathOf('beside revocations', '/revoke'), method: 'PUT', body: { reason_code: 4 } }),
          () => byPassword('beside revocations'),
        );
        const revoked = count(revocations!, 200);
        assert.deepEqual([revoked >= 1, revoked + count(revocations!, 409)], [true, HALF]);
        const issued = count(enrollments!, 200);
        assertStatuses(enrollments!, statuses({ 200: issued, refused: HALF - issued }));
        const all = certificates('beside revocations');
        assert.equal(all.length, issued + 1);
        assert.deepEqual(
          all.filter(({ status }) => status !== 40),
          [],
        );
        assert.equal(endEntity('beside revocations')!['status'], REVOKED);
        const recorded = events('beside revocations');
        assert.deepEqual(
          [recorded['CERT_CREATION'], recorded['CERT_REVOKED'], recorded['RA_REVOKEENDENTITY']],
          [issued + 1, issued + 1, revoked],
        );
      });

      it('revoke it beside enrollments by an officer, and each certificate is revoked once at most', async () => {
        await add('beside officers');
        const [revocations, enrollments] = await rush(
          () => ({ target: pathOf('beside officers', '/revoke'), method: 'PUT', body: { reason_code: 4 } }),
          () => enrollment('beside officers'),
        );
        const revoked = count(revocations!, 200);
        assert.deepEqual([revoked >= 1, revoked + count(revocations!, 409)], [true, HALF]);
        assertStatuses(enrollments!, { 200: HALF });
        const all = certificates('beside officers');
        assertIssued(enrollments!, all);
        const ended = all.filter(({ status }) => status === 40).length;
        const recorded = events('beside officers');
        assert.deepEqual(
          [recorded['CERT_CREATION'], recorded['CERT_REVOKED'] ?? 0, recorded['RA_REVOKEENDENTITY']],
          [HALF, ended, revoked],
        );
      });

      it('remove it beside enrollments, and it keeps its number', async () => {
        await add('beside removals');
        const { id } = endEntity('beside removals')!;
        const [removals, enrollments] = await rush(
          () => ({ target: pathOf('beside removals'), method: 'DELETE' }),
          () => enrollment('beside removals'),
        );
        assertStatuses(removals!, { 200: HALF });
        assertStatuses(enrollments!, { 200: HALF });
        const all = certificates('beside removals');
        assertIssued(enrollments!, all);
        assert.deepEqual([...new Set(all.map((row) => row['end_entity_id']))], [id]);
        const recorded = auditRows(contest.where).filter(({ username }) => username === 'beside removals');
        const times = (event: string, outcome = 'SUCCESS') =>
          recorded.filter((row) => row.event === event && row.outcome === outcome).length;
        const [added, removed] = [times('RA_ADDENDENTITY'), times('RA_DELETEENDENTITY')];
        assert.equal(removed + times('RA_DELETEENDENTITY', 'VOID'), HALF);
        assert.equal(added + times('RA_EDITENDENTITY'), HALF + 1);
        assert.equal(added - removed, endEntity('beside removals') === undefined ? 0 : 1);
      });

      it('recover its key once, and hand it out once', async () => {
        await add('recovered', UNDER_RECOVERY);
        const first = await call(keystore('recovered', KEPT));
        assert.equal(first.status, 200, first.text);
        const serial = first.json['serial_number'] as string;
        const [marks] = await rush(() => ({
          target: `/v2/certificate/${encodeURIComponent('CN=ManagementCA,O=Sealwright')}/${serial}/keyrecover`,
          method: 'PUT',
        }));
        assertStatuses(marks!, { 200: AT_ONCE });
        const marked = auditRows(contest.where).filter(
          ({ username, event }) => username === 'recovered' && event === 'KEYRECOVERY_MARKED',
        );
        assert.deepEqual([marked.length, marked.filter(({ outcome }) => outcome === 'SUCCESS').length], [AT_ONCE, 1]);
        const [collected] = await rush(() => keystore('recovered', KEPT));
        assertStatuses(collected!, { 200: 1, refused: AT_ONCE - 1 });
        assert.equal(collected!.find(({ status }) => status === 200)!.json['serial_number'], serial);
        assert.equal(certificates('recovered').length, 1);
        assert.equal(endEntity('recovered')!['status'], GENERATED);
      });
    });
  });
}

type Call = CallOptions & { readonly target: string };
type Table = 'certificate' | 'end_entity';

/** Makes what the tests enroll under and somebody who approves, and waits until every server knows them. */
async function prepare({ servers }: Contest): Promise<ClientIdentity> {
  const [server] = servers;
  const send = async (target: string, options: CallOptions, ca = false): Promise<Answer> => {
    const answer = await (ca ? server!.call(target, options) : server!.administer(target, options));
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const create = (type: string, name: string, settings: object) =>
    send(`/documents/${type}/${name}`, { method: 'POST', body: { settings } });
  await create('CERTPROFILE', 'Contended', {
    keyUsage: ['digitalSignature', 'keyEncipherment'],
    approvals: { keyRecovery: 'None' },
  });
  await create('APPROVALPROFILE', 'Four%20eyes', {});
  await create('CERTPROFILE', 'Approved', {
    keyUsage: ['digitalSignature'],
    approvals: { addEditEndEntity: 'Four eyes' },
  });
  const keyPair = newKeyPair();
  const body = newRequest({ username: 'approver', subject: 'CN=approver', keyPair, profile: 'ENDUSER' });
  const approver = identityOf(await send('/v1/certificate/pkcs10enroll', { body }, true), keyPair);
  await create('ROLE', 'approver', {
    accessRules: { '/administrator/': 'ALLOW', ...APPROVER_RULES },
    members: [memberOf('approver')],
  });
  for (const [name, settings] of Object.entries(PROFILES))
    await create('EEPROFILE', name, {
      availableCas: ['Any CA'],
      availableCertificateProfiles: ['Contended'],
      defaultCertificateProfile: 'Contended',
      ...settings,
    });
  const key = { key_pair_alias: 'escrow', key_alg: 'EC', key_spec: 'P-256', key_usage: 'ENCRYPT' };
  await send('/v1/cryptotoken/ManagementCA/generatekeys', { body: key }, true);
  const { json } = await send('/documents/CA/ManagementCA', {});
  const settings = { ...(json['settings'] as object), keyEncryptKey: 'escrow' };
  await send('/documents/CA/ManagementCA', { method: 'PUT', body: { settings } });
  for (const other of servers)
    await eventually('what another process has changed', async () => {
      const read = await other.administer('/documents/CA/ManagementCA', {});
      return (read.json['settings'] as Record<string, unknown>)['keyEncryptKey'] === 'escrow';
    });
  return approver;
}

function recordOf(username: string, more: object) {
  return {
    username,
    password: PASSWORD,
    subject_dn: `CN=${username}`,
    ca_name: 'ManagementCA',
    certificate_profile_name: 'Contended',
    end_entity_profile_name: 'Plain',
    token: 'USERGENERATED',
    ...more,
  };
}

function enrollment(username: string): Call {
  return { target: '/v1/certificate/pkcs10enroll', body: bodyOf(username) };
}

function bodyOf(username: string) {
  const body = newRequest({ username, subject: `CN=${username}`, profile: 'Contended' });
  return { ...body, password: PASSWORD, end_entity_profile_name: 'Plain' };
}

function settingOf(username: string, body: Readonly<Record<string, string>>): Call {
  return { target: pathOf(username, '/setstatus'), body: { token: 'USERGENERATED', ...body } };
}

function enrollmentOfRecord(username: string): Call {
  const request = { certificate_request: certificateRequest('CN=x', newKeyPair()), certificate_request_type: 'PKCS10' };
  return { target: '/v1/certificate/enroll', body: { ...request, end_entity: recordOf(username, {}) } };
}

function byPassword(username: string, password = PASSWORD): Call {
  return {
    target: '/v1/certificate/certificaterequest',
    body: {
      certificate_request: certificateRequest('CN=x', newKeyPair()),
      username,
      password,
      certificate_authority_name: 'ManagementCA',
    },
  };
}

/** @param key - a small one unless given */
function keystore(
  username: string,
  key: Readonly<Record<string, string>> = { key_alg: 'EC', key_spec: 'P-256' },
): Call {
  const body = { username, password: PASSWORD, ...key };
  return { target: '/v1/certificate/enrollkeystore', body };
}

function pathOf(username: string, act = ''): string {
  return `/v1/endentity/${encodeURIComponent(username)}${act}`;
}

function rows({ where }: Contest, table: Table, username: string) {
  return withDatabase(where, (database) => database.prepare(`SELECT * FROM ${table} WHERE username = ?`).all(username));
}

/** Asserts that the certificates that were answered are those that there are. */
function assertIssued(answers: readonly Answer[], stored: readonly Record<string, unknown>[]): void {
  const serials = answers.map(({ json }) => json['serial_number'] as string);
  assert.equal(new Set(serials).size, answers.length);
  assert.equal(stored.length, answers.length);
}

/** Asserts how often each status was answered. A failure shows what the others than 200 say. */
function assertStatuses(answers: readonly Answer[], expected: Record<string, number>): void {
  const answered = byStatus(answers);
  const texts = new Set(answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`));
  const message = `${JSON.stringify(answered)} in place of ${JSON.stringify(expected)}\n${[...texts].join('\n')}`;
  assert.deepEqual(answered, expected, message);
}

/** Counts the answers by status; refusals of the same state count together: 400, and 429 for whom they come too fast. */
function byStatus(answers: readonly Answer[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status } of answers) {
    const name = status === 400 || status === 429 ? 'refused' : String(status);
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

function statuses(counted: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).filter(([, times]) => times > 0));
}

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Counts the acts that have succeeded, by kind. */
function countOf(records: readonly AuditRow[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { event, outcome } of records) if (outcome === 'SUCCESS') counted[event] = (counted[event] ?? 0) + 1;
  return counted;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const AT_ONCE = 64;
const HALF = AT_ONCE / 2;
const REQUESTS = 5;
const MANY = 1000;
const PASSWORD = 'of the contended';
const NEW = 10;
const INITIALIZED = 20;
const GENERATED = 40;
const REVOKED = 50;

/** The end entity profiles, by name. */
const PROFILES = {
  Plain: { passwordRequired: false },
  Approved: { availableCertificateProfiles: ['Approved'], defaultCertificateProfile: 'Approved' },
  Requests: { allowedRequestsUsed: true, allowedRequests: REQUESTS },
  Limit: { allowedRequestsUsed: true, allowedRequests: MANY, maxFailedLoginsUsed: true, maxFailedLogins: 1 },
  Recovery: { keyRecoveryUsed: true, keyRecoveryReuseCertificate: true },
};
const UNDER_REQUESTS = { end_entity_profile_name: 'Requests' };
const UNDER_APPROVAL = { certificate_profile_name: 'Approved', end_entity_profile_name: 'Approved' };
const UNDER_LIMIT = { end_entity_profile_name: 'Limit' };
/** A key that the profile lets encipher, so that it is kept. */
const KEPT = { key_alg: 'RSA', key_spec: '2048' };
const UNDER_RECOVERY = { end_entity_profile_name: 'Recovery', token: 'P12', key_recoverable: true };
