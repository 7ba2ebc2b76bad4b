/** Dry runs of enrollments: what would be issued is shown with who decides it, and nothing of it becomes true. */
import {
  asDer,
  extendedKeyUsage,
  KEY_PURPOSES,
  makeExtension,
  parseGeneralNames,
  subjectAltName,
  toBeSignedFields,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { TABLES } from '../../../packages/server/src/storage/sql/schema.ts';
import { createApprovalProfile, decide, officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificateOf,
  createProfiles,
  editCa,
  enroll,
  ENROLL,
  requestUnder,
  sharedServer,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import { recordOf, under } from '../support/setups/end-entity-setup.ts';
import { addEndEntity, enrollKeystore, PASSWORD } from '../support/setups/keystore-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { type ServerDatabase, withDatabase } from '../support/installations/server-database.ts';
import {
  CERTIFICATE_REQUEST,
  createSshCa,
  createSshProfiles,
  requestSsh,
  sshRequest,
} from '../support/setups/ssh-setup.ts';
import { type Answer, TestServer } from '../support/test-server.ts';

/** A day within what all profiles here allow, which no run of the tests comes to. */
const END_DAY = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

/** A field of an answer. */
interface Field {
  readonly field: string;
  readonly value: readonly string[];
  readonly decided_by: string;
  readonly name?: string;
  readonly setting?: string;
  readonly because?: string;
}

interface DryRun {
  readonly would_be_issued: boolean;
  readonly approval_required: boolean;
  readonly refusals: readonly { readonly error_code: number; readonly error_message: string }[];
  readonly findings: readonly Record<string, unknown>[];
  readonly fields: readonly Field[];
  readonly left_out: readonly Record<string, unknown>[];
  readonly certificate_format: string;
  readonly certificate_text: string;
  readonly tbs_certificate: string;
  readonly placeholder_key: boolean;
}

/** Reads the answer to a dry run. */
function dryRunOf(answer: Answer): DryRun {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['dry_run'], true);
  assert.equal(answer.json['certificate'], undefined);
  return answer.json as unknown as DryRun;
}

/** Returns who decides a field, in one line: `certificate profile Web: keyUsage (because)`. */
function deciderOf({ fields }: DryRun, name: string): string {
  const found = fields.find(({ field }) => field === name);
  assert.ok(found, `no field ${name}`);
  const { decided_by: by, name: document, setting, because } = found;
  const who = document === undefined ? by : `${by} ${document}`;
  return `${who}${setting === undefined ? '' : `: ${setting}`}${because === undefined ? '' : ` (${because})`}`;
}

/** All rows of the database but those of the audit log and of tasks that run by themselves, in a form that compares. */
function rowsOf(server: TestServer): Record<string, string> {
  return withDatabase(server, (database) =>
    Object.fromEntries(
      Object.keys(TABLES)
        .filter((table) => !MOVING.has(table))
        .map((table) => [table, rowsOfTable(database, table)]),
    ),
  );
}

function rowsOfTable(database: ServerDatabase, table: string): string {
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  return rows
    .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .toSorted()
    .join('\n');
}

const MOVING: ReadonlySet<string> = new Set(['audit_record', 'service_lease', 'timed_run', 'service_run', 'job']);

/** Does something that may leave an audit record of a dry run, and nothing else. @returns the details of the record */
async function leavingNothing(server: TestServer, act: () => Promise<Answer>): Promise<Answer> {
  const [before, audited] = [rowsOf(server), auditRows(server).length];
  const result = await act();
  assert.equal(result.status, 200, result.text);
  assert.deepEqual(rowsOf(server), before);
  const added = auditRows(server).slice(audited);
  assert.deepEqual(
    added.map(({ event, outcome }) => `${event} ${outcome}`),
    ['CERT_CREATION VOID'],
  );
  assert.equal(detailsOf(added[0]!)['dryRun'], true);
  return result;
}

describe('a dry run', () => {
  const shared = sharedServer();
  const ask = (path: string, body: unknown, options = {}) =>
    shared.server.call(`${path}?dryRun=true`, { method: 'POST', body, ...options });
  before(async () => {
    await createProfiles(shared.server, 'Web', {
      keyUsage: ['digitalSignature', 'keyEncipherment'],
      extendedKeyUsageUsed: true,
      extendedKeyUsage: ['serverAuth'],
      allowValidityOverride: true,
      crlDistributionPointUsed: true,
      crlUseCaDefinedSettings: true,
      authorityInformationAccessUsed: true,
      ocspServiceLocatorUrl: 'http://ocsp.example.com',
      certificatePoliciesUsed: true,
      certificatePolicies: [{ policyId: '2.23.140.1.2.1' }],
      validity: '90d',
    });
    await editCa(shared.server, 'ManagementCA', { crlDistributionPoints: ['http://crl.example.com/ca.crl'] });
  });
  const names = makeExtension(subjectAltName, parseGeneralNames('dNSName=web1.example'), false);
  const request = (username: string, more: object = {}) => ({
    ...requestUnder('Web', { username, subject: `CN=${username},O=Example`, extensions: [names], ...more }),
  });

  it('shows the certificate that the enrollment after it issues', async () => {
    const { server } = shared;
    const body = request('web1');
    const dryRun = dryRunOf(await leavingNothing(server, () => ask(ENROLL, body)));
    assert.deepEqual([dryRun.would_be_issued, dryRun.refusals, dryRun.approval_required], [true, [], false]);
    assert.equal(dryRun.placeholder_key, false);
    const certificate = await enroll(server, body);
    const tbs = asDer<'TbsCertificate'>(Uint8Array.fromBase64(dryRun.tbs_certificate));
    const comparable = (fields: ReturnType<typeof toBeSignedFields>) =>
      fields.filter(({ name }) => name !== 'serialNumber' && !name.startsWith('validity.'));
    assert.deepEqual(comparable(toBeSignedFields(tbs)), comparable(toBeSignedFields(certificate.tbs)));
    assert.match(dryRun.certificate_text, /^Version: 3\nSerial number: .*\n[^]*\n {4}extKeyUsage: serverAuth\n/);
  });

  it('says which setting of which document decides each field', async () => {
    const key = makeExtension(extendedKeyUsage, [KEY_PURPOSES.codeSigning], false);
    const body = {
      ...request('web2', { extensions: [names, key] }),
      subject_dn: 'CN=web2.example',
      end_time: `${END_DAY} 00:00:00`,
    };
    const dryRun = dryRunOf(await ask(ENROLL, body));
    assert.deepEqual(Object.fromEntries(dryRun.fields.map(({ field }) => [field, deciderOf(dryRun, field)])), {
      version: 'program (certificates have version 3)',
      serialNumber: 'CA ManagementCA: serialNumberOctets (20 random octets; the enrollment chooses others)',
      signature: 'CA ManagementCA: signatureAlgorithm',
      issuer: 'CA ManagementCA (the subject of the CA)',
      'validity.notBefore': 'certificate profile Web: validityOffset',
      'validity.notAfter': 'caller: end_time (allowed by allowValidityOverride of the certificate profile)',
      subject: 'caller: subject_dn',
      subjectPublicKeyInfo: 'request',
      'extensions.authorityKeyIdentifier': "certificate profile Web: authorityKeyIdentifierUsed (that of the CA's key)",
      'extensions.subjectKeyIdentifier':
        'certificate profile Web: subjectKeyIdentifierUsed (the SHA-1 of the key (RFC 5280 §4.2.1.2))',
      'extensions.basicConstraints': 'certificate profile Web: basicConstraintsUsed (its type is END_ENTITY)',
      'extensions.keyUsage':
        'certificate profile Web: keyUsage (without keyEncipherment, which keys of ECDSA cannot have)',
      'extensions.extKeyUsage': 'certificate profile Web: extendedKeyUsage',
      'extensions.subjectAltName': 'request (allowed by subjectAlternativeNameUsed of the certificate profile)',
      'extensions.cRLDistributionPoints':
        'CA ManagementCA: crlDistributionPoints (the certificate profile leaves it to the CA by crlUseCaDefinedSettings)',
      'extensions.authorityInfoAccess': 'certificate profile Web: authorityInformationAccessUsed',
      'extensions.certificatePolicies': 'certificate profile Web: certificatePoliciesUsed',
    });
    assert.deepEqual(dryRun.left_out, [{ field: 'extensions.extKeyUsage', decided_by: 'request' }]);
    assert.deepEqual(dryRun.fields.find(({ field }) => field === 'validity.notAfter')?.value, [`${END_DAY}T00:00:00Z`]);
  });

  it('says who ends a validity otherwise', async () => {
    const decidedBy = async (certificateProfile: object, more: object = {}) => {
      const profile = `Validity ${crypto.randomUUID()}`;
      await createProfiles(shared.server, profile, { ...certificateProfile });
      const body = { ...requestUnder(profile, { username: 'dated', subject: 'CN=dated' }), ...more };
      const dryRun = dryRunOf(await ask(ENROLL, body));
      return [deciderOf(dryRun, 'validity.notAfter').replace(profile, 'P'), dryRun.left_out];
    };
    assert.deepEqual(await decidedBy({ validity: '1y' }), ['certificate profile P: validity', []]);
    assert.deepEqual(await decidedBy({ validity: '80y' }), ['CA ManagementCA (its certificate ends then)', []]);
    const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
    const today = new Date(shared.server.clock.nowMs()).getUTCDay();
    const restricted = {
      validity: '7d',
      validityOffsetUsed: true,
      validityOffset: '0s',
      expirationRestrictionForWeekdaysUsed: true,
      expirationRestrictionWeekdays: weekdays.filter((_, day) => day !== (today + 3) % 7),
    };
    assert.deepEqual(await decidedBy(restricted), ['certificate profile P: expirationRestrictionWeekdays', []]);
    const asked = { end_time: `${END_DAY} 00:00:00` };
    assert.deepEqual(await decidedBy({ validity: '1y' }, asked), [
      'certificate profile P: validity',
      [{ field: 'validity.notAfter', decided_by: 'caller', setting: 'end_time' }],
    ]);
  });

  it('is of the record of the end entity in enroll', async () => {
    const { server } = shared;
    const record = recordOf('recorded', {
      subject_dn: 'CN=recorded,O=Record',
      subject_alt_name: 'dNSName=recorded.example',
      ...under('Web'),
    });
    const body = {
      certificate_request: certificateRequest('CN=other', newKeyPair(), [names]),
      certificate_request_type: 'PKCS10',
      end_entity: record,
    };
    const dryRun = dryRunOf(await leavingNothing(server, () => ask('/v1/certificate/enroll', body)));
    assert.equal(deciderOf(dryRun, 'subject'), 'caller: subject_dn');
    assert.match(deciderOf(dryRun, 'extensions.subjectAltName'), /^caller: subject_alt_name /);
    assert.match(dryRun.certificate_text, /\nSubject: CN=recorded,O=Record\n[^]*dNSName=recorded\.example/);
  });

  it('is of the end entity where its password is shown, and counts a wrong one alone', async () => {
    const { server } = shared;
    await addEndEntity(server, 'known', { tokenType: 1, extended: { logins: { maximum: 3, remaining: 3 } } });
    const body = {
      certificate_request: certificateRequest('CN=somebody else', newKeyPair()),
      username: 'known',
      password: PASSWORD,
      certificate_authority_name: 'ManagementCA',
    };
    const path = '/v1/certificate/certificaterequest';
    const remaining = () =>
      withDatabase(server, (database) => {
        const { extended } = database.prepare('SELECT extended FROM end_entity WHERE username = ?').get('known')!;
        return (JSON.parse(extended as string) as { logins: { remaining: number } }).logins.remaining;
      });
    assertRefusal(await ask(path, { ...body, password: 'wrong' }), 400, /^Wrong username or password/);
    assert.equal(remaining(), 2);
    const dryRun = dryRunOf(await ask(path, body));
    assert.equal(remaining(), 3);
    assert.equal(deciderOf(dryRun, 'subject'), 'end entity known');
    assert.match(deciderOf(dryRun, 'extensions.subjectAltName'), /^end entity known /);
    assert.equal(deciderOf(dryRun, 'subjectPublicKeyInfo'), 'request');
    await addEndEntity(server, 'unlimited', { tokenType: 1 });
    await leavingNothing(server, () => ask(path, { ...body, username: 'unlimited' }));
    assert.equal((await server.call(path, { body: { ...body, username: 'unlimited' } })).status, 200);
  });

  for (const [algorithm, specification] of [
    ['RSA', '4096'],
    ['EC', 'P-384'],
    ['Ed25519', ''],
    ['ML-DSA-65', ''],
  ] as const)
    it(`makes no key of ${algorithm} for a keystore, and says so`, async () => {
      const { server } = shared;
      const username = `keystore-${algorithm}`;
      await addEndEntity(server, username);
      const body = { username, password: PASSWORD, key_alg: algorithm, key_spec: specification };
      const dryRun = dryRunOf(await leavingNothing(server, () => ask('/v1/certificate/enrollkeystore', body)));
      assert.equal(dryRun.placeholder_key, true);
      assert.match(deciderOf(dryRun, 'subjectPublicKeyInfo'), /^program \(a key of its kind that nobody has/);
      const shown = dryRun.fields.find(({ field }) => field === 'subjectPublicKeyInfo')!.value[0];
      assert.equal(shown, { RSA: 'RSA 4096', EC: 'ECDSA P-384' }[algorithm as string] ?? algorithm);
      assert.deepEqual([dryRun.refusals, dryRun.findings], [[], []]);
      assert.equal((await enrollKeystore(server, { ...body, key_alg: 'EC', key_spec: 'P-256' })).status, 200);
    });

  it('opens no key that was kept', async () => {
    const { server } = shared;
    await addEndEntity(server, 'recovering', { status: 70 });
    const body = { username: 'recovering', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' };
    assertRefusal(await ask('/v1/certificate/enrollkeystore', body), 400, /^There is no dry run of this enrollment: /);
  });

  it('is of an SSH certificate, too', async () => {
    const { server } = shared;
    await createSshCa(server, 'SSH');
    await createSshProfiles(server, 'SSH users', { sshExternalExtensions: 'ALLOWED' });
    const body = sshRequest('SSH', 'SSH users', {
      username: 'ssh',
      critical_options: { force_command: 'ls' },
      additional_extensions: { 'further@example.com': '' },
      not_after: `${END_DAY}T00:00:00Z`,
    });
    const dryRun = dryRunOf(await leavingNothing(server, () => ask(CERTIFICATE_REQUEST, body)));
    assert.equal(dryRun.certificate_format, 'SSH');
    assert.deepEqual(
      dryRun.fields.map(({ field }) => [field, deciderOf(dryRun, field)]),
      [
        ['public key', 'caller: public_key'],
        ['serial', 'program (63 random bits; the enrollment chooses others)'],
        ['type', 'certificate profile SSH users: sshCertificateType'],
        ['key id', 'caller: key_id'],
        ['valid principals', 'caller: principals'],
        ['valid after', 'certificate profile SSH users: validityOffset'],
        ['valid before', 'caller: not_after (allowed by allowValidityOverride of the certificate profile)'],
        ['critical options.force-command', 'caller: critical_options'],
        ...['X11-forwarding', 'agent-forwarding', 'port-forwarding', 'pty', 'user-rc'].map((name) => [
          `extensions.permit-${name}`,
          'certificate profile SSH users: sshExtensions',
        ]),
        [
          'extensions.further@example.com',
          'caller: additional_extensions (allowed by sshExternalExtensions of the certificate profile)',
        ],
        ['signature key', 'CA SSH'],
      ],
    );
    const { tbs, nonce, serialNumber } = await requestSsh(server, body);
    const shown = Uint8Array.fromBase64(dryRun.tbs_certificate);
    assert.equal(shown.length, tbs.length);
    // Its nonce and its serial number are others.
    const without = (octets: Uint8Array) => {
      const nonceAt = octets.length - tbs.length + Buffer.from(tbs).indexOf(nonce);
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(serialNumber);
      const numberAt = Buffer.from(tbs).indexOf(number);
      return Buffer.from(octets)
        .fill(0, nonceAt, nonceAt + 32)
        .fill(0, numberAt, numberAt + 8);
    };
    // So is its beginning, if a second has passed.
    assert.deepEqual(without(shown).subarray(0, 100), without(tbs).subarray(0, 100));
  });

  it('is refused in the words of the enrollment', async () => {
    const { server } = shared;
    const officer = await newOfficer(server, 'without rights', {});
    await createProfiles(server, 'RSA only', { availableKeyAlgorithms: ['RSA'] });
    const bodies: readonly (readonly [object, object?])[] = [
      [request('refused'), { as: officer }],
      [{ ...request('refused'), certificate_profile_name: 'None' }],
      [{ ...request('refused'), certificate_authority_name: 'None' }],
      [{ ...request('refused'), certificate_request: 'AAAA' }],
      [{ ...request('refused'), subject_dn: 'C=SE' }],
      [{ ...request('refused'), username: '' }],
      [requestUnder('RSA only', { username: 'refused', subject: 'CN=refused' })],
    ];
    const before = rowsOf(server);
    for (const [body, options] of bodies) {
      const [dryRun, real] = [await ask(ENROLL, body, options), await server.call(ENROLL, { body, ...options })];
      assert.ok(real.status >= 400, real.text);
      assert.deepEqual([dryRun.status, dryRun.json], [real.status, real.json]);
    }
    assert.deepEqual(rowsOf(server), before);
  });

  it('tells what would refuse the certificate that it shows, in the words of the enrollment', async () => {
    const { server } = shared;
    const keyPair = newKeyPair();
    await enroll(server, request('owner', { keyPair }));
    const taken = { ...request('other', { keyPair }), subject_dn: 'CN=owner,O=Example' };
    // keyEncipherment alone leaves nothing for an EC key.
    await createProfiles(server, 'No usage', { keyUsage: ['keyEncipherment'] });
    const unusable = requestUnder('No usage', { username: 'unusable', subject: 'CN=unusable' });
    for (const [body, count] of [
      [taken, 2],
      [unusable, 1],
    ] as const) {
      const dryRun = dryRunOf(await leavingNothing(server, () => ask(ENROLL, body)));
      assert.deepEqual([dryRun.would_be_issued, dryRun.refusals.length], [false, count]);
      const real = await server.call(ENROLL, { body });
      assert.deepEqual(dryRun.refusals[0], real.json);
      assert.equal(dryRun.refusals[0].error_code, real.status);
    }
    const { findings } = dryRunOf(await ask(ENROLL, unusable));
    const [{ rule, clause, level, lint, message } = {}] = findings;
    assert.deepEqual([lint, level, rule], ['x509', 'error', 'rfc5280/key-usage-bits']);
    assert.match(clause as string, /RFC/);
    assert.match(
      message as string,
      /the certificate profile has keyEncipherment, and a key of ECDSA can have digitalS/,
    );
  });

  it('is told as anything else: 400 for another value', async () => {
    const before = rowsOf(shared.server);
    for (const query of ['dryRun=yes', 'dryRun=1', 'dryRun=', 'dryRun', 'dryRun=TRUE', 'dryRun=true&dryRun=true'])
      assertRefusal(await shared.server.call(`${ENROLL}?${query}`, { body: request('odd') }), 400, /dryRun/);
    assertRefusal(
      await shared.server.call(`${ENROLL}?dryRun=true&dry_run=false`, { body: request('odd') }),
      400,
      /dry_?run/i,
    );
    assert.deepEqual(rowsOf(shared.server), before);
    assert.equal((await shared.server.call(`${ENROLL}?dryRun=false`, { body: request('odd') })).status, 200);
    dryRunOf(await shared.server.call(`${ENROLL}?dry_run=true`, { body: request('odd') }));
  });
});

describe('a dry run where others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  const ca = 'Guarded';
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, ca);
    await editCa(server, ca, { approvals: { addEditEndEntity: 'Four eyes' } });
  });
  const ask = (path: string, body: unknown) => shared.server.call(`${path}?dryRun=true`, { method: 'POST', body });
  const finalize = (id: number, query = '', more: object = {}) =>
    shared.server.call(`/v1/certificate/${id}/finalize${query}`, {
      method: 'POST',
      body: { response_format: 'DER', password: 'not-used-again', ...more },
    });

  it('says so, and shows the certificate that is finalized later', async () => {
    const { server } = shared;
    const body = { ...newRequest({ username: 'carol', subject: 'CN=carol' }), certificate_authority_name: ca };
    const first = dryRunOf(await leavingNothing(server, () => ask(ENROLL, body)));
    assert.deepEqual([first.approval_required, first.would_be_issued, first.refusals], [true, false, []]);
    const id = requestIdOf(await server.call(ENROLL, { body }));
    assertRefusal(await ask(ENROLL, body), 400, new RegExp(String(id)));
    const waiting = rowsOf(server);
    assert.equal((await finalize(id, '?dryRun=true')).status, 202);
    assert.deepEqual(rowsOf(server), waiting);
    assert.equal((await decide(server, id, officers.first)).status, 200);
    const dryRun = dryRunOf(await leavingNothing(server, () => finalize(id, '?dryRun=true')));
    assert.deepEqual([dryRun.approval_required, dryRun.would_be_issued], [false, true]);
    const answer = await finalize(id);
    assert.equal(answer.status, 201, answer.text);
    const comparable = (tbs: Uint8Array) =>
      toBeSignedFields(asDer<'TbsCertificate'>(tbs)).filter(
        ({ name }) => name !== 'serialNumber' && !name.startsWith('validity.'),
      );
    const issued = comparable(certificateOf(answer).tbs);
    for (const { tbs_certificate: tbs } of [first, dryRun])
      assert.deepEqual(comparable(Uint8Array.fromBase64(tbs)), issued);
    assertRefusal(await finalize(id, '?dryRun=true'), 400, /already been finalized/);
  });

  it('looks for others who have the key when it is finalized only, as the enrollment does', async () => {
    const { server } = shared;
    const body = { ...newRequest({ username: 'erin', subject: 'CN=erin' }), certificate_authority_name: ca };
    const first = requestIdOf(await server.call(ENROLL, { body }));
    assert.equal((await decide(server, first, officers.first)).status, 200);
    assert.equal((await finalize(first)).status, 201);
    const same = { ...body, username: 'frank' };
    const waiting = dryRunOf(await leavingNothing(server, () => ask(ENROLL, same)));
    assert.deepEqual([waiting.approval_required, waiting.refusals], [true, []]);
    const id = requestIdOf(await server.call(ENROLL, { body: same }));
    assert.equal((await decide(server, id, officers.first)).status, 200);
    const { refusals } = dryRunOf(await leavingNothing(server, () => finalize(id, '?dryRun=true')));
    assert.notDeepEqual(refusals, []);
  });

  it('is of a keystore, too', async () => {
    const { server } = shared;
    const { id: caId } = await caOf(server, ca);
    await addEndEntity(server, 'dave', { caId });
    const body = { username: 'dave', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' };
    const first = dryRunOf(await leavingNothing(server, () => ask('/v1/certificate/enrollkeystore', body)));
    assert.deepEqual([first.approval_required, first.placeholder_key], [true, true]);
    const id = requestIdOf(await server.call('/v1/certificate/enrollkeystore', { method: 'POST', body }));
    assert.equal((await decide(server, id, officers.first)).status, 200);
    const more = { response_format: 'P12', password: PASSWORD };
    const dryRun = dryRunOf(await leavingNothing(server, () => finalize(id, '?dryRun=true', more)));
    assert.deepEqual([dryRun.would_be_issued, dryRun.placeholder_key], [true, true]);
    assert.equal((await finalize(id, '', more)).status, 201);
  });
});

describe('a dry run without the crypto token', () => {
  it('shows the certificate, and that nothing would sign it', async (t) => {
    const server = await TestServer.start(t);
    await takeTokenOffline(server);
    const body = newRequest({ username: 'offline', subject: 'CN=offline' });
    const dryRun = dryRunOf(await leavingNothing(server, () => server.call(`${ENROLL}?dryRun=true`, { body })));
    assert.match(dryRun.certificate_text, /Subject: CN=offline/);
    assert.deepEqual(dryRun.refusals, [{ error_code: 503, error_message: 'Device was unavailable.' }]);
    assert.deepEqual((await server.call(ENROLL, { body })).json, dryRun.refusals[0]);
  });
});
