/**
 * The life of end entities, their certificates and keystores as clients of EJBCA drive it, through whatever library: each operation for
 * certificates and end entities that the library has is called, and its answer is read as the library shows it.
 */
import { Certificate, readBcfks, readJks, readPkcs12 } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createApprovalProfile, decide, newOfficers, type Officers } from '../../e2e/support/setups/approval-setup.ts';
import { createProfiles, editCa, MANAGEMENT_CA_DN, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createCa } from '../../e2e/support/ca-setup.ts';
import { certificateRequest, newKeyPair } from '../../e2e/support/enrollment.ts';
import {
  createKeepingCa,
  createKeepingProfiles,
  keystoreOf,
  newForeignKey,
  PASSWORD as KEYSTORE_PASSWORD,
} from '../../e2e/support/setups/key-recovery-setup.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';
import type { ClientCall, ClientProgram, ClientResult } from '../programs/client-program.ts';

/** The operations for certificates and end entities that there are here. */
export const SERVED_OPERATIONS: readonly string[] = [
  'DELETE /v1/endentity/{endentity_name}',
  'GET /v1/certificate/expire',
  'GET /v1/certificate/status',
  'GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus',
  'GET /v1/endentity/status',
  'GET /v2/certificate/count',
  'GET /v2/certificate/profile/{profile_name}',
  'GET /v2/certificate/status',
  'GET /v2/endentity/profile/{endentity_profile_name}',
  'GET /v2/endentity/profiles/authorized',
  'GET /v2/endentity/status',
  'POST /v1/certificate/certificaterequest',
  'POST /v1/certificate/enroll',
  'POST /v1/certificate/enrollkeystore',
  'POST /v1/certificate/pkcs10enroll',
  'POST /v1/certificate/search',
  'POST /v1/certificate/{request_id}/finalize',
  'POST /v1/endentity',
  'POST /v1/endentity/edit',
  'POST /v1/endentity/search',
  'POST /v1/endentity/{endentity_name}/setstatus',
  'POST /v2/certificate/search',
  'POST /v2/certificate/{issuer_dn}/keyimport',
  'POST /v2/endentity/search',
  'PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke',
  'PUT /v1/endentity/{endentity_name}/revoke',
  'PUT /v2/certificate/{issuer_dn}/{certificate_serial_number}/keyrecover',
];

/** Has a library drive the operations that it has, at a server for clients of EJBCA. */
export function describeEveryOperation(
  library: string,
  operations: readonly string[],
  start: (server: TestServer) => ClientProgram | Promise<ClientProgram>,
): void {
  describe(`${library} (compatibility ejbca)`, () => {
    const shared = sharedServer({ compatibility: 'ejbca' });
    const called = new Set<string>();
    let client: ClientProgram | undefined;
    let officers: Officers;
    before(async () => {
      const { server } = shared;
      await createProfiles(server, PROFILE, {
        keyUsage: ['digitalSignature', 'keyEncipherment'],
        allowValidityOverride: true,
      });
      officers = await newOfficers(server);
      await createApprovalProfile(server, 'Four eyes', {});
      await createCa(server, 'Guarded');
      await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
      client = await start(server);
    });
    after(async () => client?.stop());

    const call = (asked: ClientCall): Promise<ClientResult> => {
      called.add(asked.operation);
      return client!.call(asked);
    };
    const ask = async (operation: string, asked: Omit<ClientCall, 'operation'> = {}): Promise<Answer> => {
      const { answer, error, refusal } = await call({ operation, ...asked });
      assert.equal(error, '', `${operation}: ${refusal}`);
      return answer ?? {};
    };
    const refused = async (status: number, message: RegExp, asked: ClientCall): Promise<void> => {
      const result = await call(asked);
      assert.equal(result.status, status, result.refusal);
      assert.notEqual(result.error, '');
      const { error_code: code, error_message: text } = JSON.parse(result.refusal) as Answer;
      assert.equal(code, status);
      assert.match(text as string, message);
    };
    const add = (username: string, more: object = {}) => ask('POST /v1/endentity', { body: endEntity(username, more) });
    const statusOf = async (username: string): Promise<unknown> => (await find(username))?.['status'];
    const find = async (username: string): Promise<Answer | undefined> => {
      const { end_entities: found } = await ask('POST /v1/endentity/search', { body: queryFor(username) });
      return ((found ?? []) as Answer[])[0];
    };
    const enroll = async (username: string): Promise<Certificate> => {
      const answer = await ask('POST /v1/certificate/pkcs10enroll', { body: enrollment(username) });
      return certificateOf(answer);
    };
    const revocationOf = async ({ serialNumber }: Certificate): Promise<unknown> => {
      const path = [MANAGEMENT_CA_DN, serialNumber];
      const operation = 'GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus';
      return (await ask(operation, { path }))['revocation_reason'];
    };

    for (const [group, version] of [
      ['v1/certificate', '1.0'],
      ['v2/certificate', '2.0'],
      ['v1/endentity', '1.0'],
      ['v2/endentity', '2.0'],
    ])
      it(`asks whether there is ${group}`, async () => {
        const { status, version: found, revision } = await ask(`GET /${group}/status`);
        assert.deepEqual([status, found], ['OK', version]);
        assert.match(revision as string, /^EJBCA \d+\.\d+/);
      });

    it('reads what profiles offer', async () => {
      const { end_entitie_profiles: authorized } = await ask('GET /v2/endentity/profiles/authorized');
      const found = (authorized as Answer[]).find(({ name }) => name === PROFILE);
      assert.ok(Number.isSafeInteger(found?.['id']));
      const path = [PROFILE];
      const profile = await ask('GET /v2/endentity/profile/{endentity_profile_name}', { path });
      assert.deepEqual(profile, {
        end_entity_profile_name: PROFILE,
        available_cas: ['Guarded', 'ManagementCA'],
        available_certificate_profiles: [PROFILE],
        subject_distinguished_name_fields: ['CN', 'O'],
        subject_alternative_name_fields: ['DNSNAME'],
      });
      const certificateProfile = await ask('GET /v2/certificate/profile/{profile_name}', { path });
      assert.ok((certificateProfile['available_bit_lenghts'] as number[]).includes(2048));
      assert.ok((certificateProfile['available_cas'] as string[]).includes('ManagementCA'));
    });

    it('adds an end entity, finds it, sets its status, and deletes it twice', async () => {
      await add('alice', { subject_alt_name: 'dNSName=a.example', email: 'alice@example.com' });
      assert.deepEqual(await find('alice'), {
        username: 'alice',
        dn: 'CN=alice,O=Test',
        subject_alt_name: 'dNSName=a.example',
        email: 'alice@example.com',
        status: 'NEW',
        token: 'USERGENERATED',
        extension_data: [],
      });
      await refused(400, /already exists/, { operation: 'POST /v1/endentity', body: endEntity('alice') });
      await ask('POST /v1/endentity/{endentity_name}/setstatus', {
        path: ['alice'],
        body: { password: PASSWORD, token: 'P12', status: 'INITIALIZED' },
      });
      const { status, token } = (await find('alice'))!;
      assert.deepEqual([status, token], ['INITIALIZED', 'P12']);
      await add('bob');
      const { end_entities: sorted, more_results: more } = await ask('POST /v2/endentity/search', {
        body: {
          max_number_of_results: 10,
          current_page: 0,
          criteria: [{ property: 'END_ENTITY_PROFILE', value: PROFILE, operation: 'EQUAL' }],
          sort_operation: { property: 'USERNAME', operation: 'DESC' },
        },
      });
      assert.deepEqual(
        [(sorted as Answer[]).map(({ username }) => username).slice(-2), more],
        [['bob', 'alice'], false],
      );
      for (let count = 0; count < 2; count++) await ask('DELETE /v1/endentity/{endentity_name}', { path: ['alice'] });
      assert.equal(await find('alice'), undefined);
    });

    it('enrolls an end entity with its password, once', async () => {
      const username = 'a/b c+d%';
      await add(username, { subject_dn: 'CN=slash' });
      const asked = {
        operation: 'POST /v1/certificate/certificaterequest',
        body: {
          certificate_request: certificateRequest('CN=other', newKeyPair()),
          username,
          password: PASSWORD,
          certificate_authority_name: 'ManagementCA',
          include_chain: true,
        },
      };
      const answer = await ask(asked.operation, asked);
      assert.equal(certificateOf(answer).subject.toString(), 'CN=slash');
      assert.equal((answer['certificate_chain'] as string[]).length, 1);
      assert.equal(await statusOf(username), 'GENERATED');
      await refused(400, /./, asked);
      await ask('DELETE /v1/endentity/{endentity_name}', { path: [username] });
      assert.equal(await find(username), undefined);
    });

    for (const [token, format, algorithm, specification] of [
      ['P12', 'PKCS12', 'RSA', '2048'],
      ['JKS', 'JKS', 'RSA', '2048'],
      ['BCFKS', 'BCFKS', 'ECDSA', 'P-256'],
    ] as const)
      it(`gets a keystore: ${format}`, async () => {
        const username = `keystore ${format}`;
        await add(username, { token });
        const body = { username, password: PASSWORD, key_alg: algorithm, key_spec: specification };
        const answer = await ask('POST /v1/certificate/enrollkeystore', { body });
        assert.equal(answer['response_format'], format);
        const certificate = await openKeystore(format, answer);
        assert.equal(certificate.subject.toString(), `CN=${username},O=Test`);
        assert.equal(certificate.serialNumber, answer['serial_number']);
        assert.equal(await statusOf(username), 'GENERATED');
        await refused(404, /does not exist/, {
          operation: 'POST /v1/certificate/enrollkeystore',
          body: { ...body, username: 'nobody' },
        });
        await refused(422, /Unsupported key algorithm 'ABC'/, {
          operation: 'POST /v1/certificate/enrollkeystore',
          body: { ...body, key_alg: 'ABC' },
        });
      });

    it('holds a certificate, releases it, and revokes it', async () => {
      const certificate = await enroll('carol');
      const operation = 'PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke';
      const path = [MANAGEMENT_CA_DN, certificate.serialNumber];
      assert.equal(await revocationOf(certificate), 'NOT_REVOKED');
      for (const reason of ['CERTIFICATE_HOLD', 'REMOVE_FROM_CRL', 'KEY_COMPROMISE']) {
        const answer = await ask(operation, { path, query: { reason } });
        assert.equal(answer['revoked'], reason !== 'REMOVE_FROM_CRL');
        assert.equal(answer['issuer_dn'], MANAGEMENT_CA_DN);
        assert.equal(await revocationOf(certificate), reason === 'REMOVE_FROM_CRL' ? 'NOT_REVOKED' : reason);
      }
      await refused(409, /already revoked/, { operation, path, query: { reason: 'SUPERSEDED' } });
      await refused(404, /./, { operation, path: [MANAGEMENT_CA_DN, '1234'], query: { reason: 'SUPERSEDED' } });
    });

    it('asks for an end of the validity, as the issuer for cert-manager does', async () => {
      const end = new Date(Math.floor(shared.server.clock.nowMs() / 1000) * 1000 + 86_400_000);
      const endTime = end.toISOString().slice(0, 19).replace('T', ' ');
      const body = { ...enrollment('trudy'), end_time: endTime };
      const answer = await ask('POST /v1/certificate/pkcs10enroll', { body });
      assert.equal(certificateOf(answer).notAfter, end.getTime() / 1000);
    });

    it('revokes no certificate from an earlier date on, where the profile does not let it', async () => {
      const certificate = await enroll('dated');
      const date = new Date(shared.server.clock.nowMs() - 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
      await refused(422, /[Bb]ack.?dated/, {
        operation: 'PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke',
        path: [MANAGEMENT_CA_DN, certificate.serialNumber],
        query: { reason: 'SUPERSEDED', date },
      });
    });

    it('finalizes what others have approved', async () => {
      const operation = 'POST /v1/certificate/{request_id}/finalize';
      const body = { ...enrollment('erin'), certificate_authority_name: 'Guarded' };
      const waiting = await call({ operation: 'POST /v1/certificate/pkcs10enroll', body });
      const id = requestIdOf(waiting);
      const asked = { operation, path: [String(id)], body: { response_format: 'DER', password: PASSWORD } };
      assert.equal((await call(asked)).status, 202);
      assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
      const answer = await ask(operation, asked);
      assert.equal(certificateOf(answer).subject.toString(), 'CN=erin,O=Test');
      await refused(400, /already been finalized/, asked);
    });

    it('finalizes an end entity that others have approved, with a keystore', async () => {
      const waiting = await call({
        operation: 'POST /v1/endentity',
        body: endEntity('judy', { ca_name: 'Guarded', token: 'P12' }),
      });
      const id = requestIdOf(waiting);
      assert.equal(await find('judy'), undefined);
      assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
      const answer = await ask('POST /v1/certificate/{request_id}/finalize', {
        path: [String(id)],
        body: { response_format: 'P12', password: PASSWORD, key_alg: 'RSA', key_spec: '2048' },
      });
      assert.equal(answer['response_format'], 'PKCS12');
      assert.equal((await openKeystore('PKCS12', answer)).subject.toString(), 'CN=judy,O=Test');
    });

    if (operations.includes('POST /v1/endentity/edit'))
      it('edits an end entity, and its password stays', async () => {
        await add('grace');
        const { password: _, ...others } = endEntity('grace', { subject_dn: 'CN=grace,O=Elsewhere' });
        await ask('POST /v1/endentity/edit', { body: others });
        const answer = await ask('POST /v1/certificate/certificaterequest', {
          body: {
            certificate_request: certificateRequest('CN=other', newKeyPair()),
            username: 'grace',
            password: PASSWORD,
            certificate_authority_name: 'ManagementCA',
          },
        });
        assert.equal(certificateOf(answer).subject.toString(), 'CN=grace,O=Elsewhere');
        await refused(404, /nobody/, { operation: 'POST /v1/endentity/edit', body: endEntity('nobody') });
      });

    if (operations.includes('POST /v1/certificate/enroll'))
      it('enrolls an end entity by its whole record', async () => {
        const answer = await ask('POST /v1/certificate/enroll', {
          body: {
            certificate_request: certificateRequest('CN=other', newKeyPair()),
            certificate_request_type: 'PKCS10',
            include_chain: true,
            end_entity: endEntity('heidi'),
          },
        });
        assert.equal(certificateOf(answer).subject.toString(), 'CN=heidi,O=Test');
      });

    if (operations.includes('POST /v2/certificate/{issuer_dn}/keyimport'))
      it('imports a key, recovers it, and gets it as a keystore', async () => {
        const { server } = shared;
        await createKeepingProfiles(server, 'Waived', { approvals: { keyRecovery: 'None' } });
        await createKeepingCa(server, 'Keeping');
        const issuer = 'CN=Keeping,O=Example';
        const key = await newForeignKey(server, 'Keeping', 'CN=ivan', undefined, 'Waived');
        const keystore = { username: 'ivan', keystore: await keystoreOf(key), password: KEYSTORE_PASSWORD };
        const profiles = { certificate_profile_name: 'Waived', end_entity_profile_name: 'Waived' };
        const imported = await ask('POST /v2/certificate/{issuer_dn}/keyimport', {
          path: [issuer],
          body: { ...profiles, keystores: [keystore] },
        });
        assert.deepEqual(imported['key_import_failures'], []);
        await ask('PUT /v2/certificate/{issuer_dn}/{certificate_serial_number}/keyrecover', {
          path: [issuer, key.certificate.serialNumber],
        });
        assert.equal(await statusOf('ivan'), 'KEYRECOVERY');
        const body = { username: 'ivan', password: KEYSTORE_PASSWORD, key_alg: 'RSA', key_spec: '2048' };
        const answer = await ask('POST /v1/certificate/enrollkeystore', { body });
        const certificate = await openKeystore('PKCS12', answer, KEYSTORE_PASSWORD);
        assert.deepEqual(certificate.publicKey.der, key.certificate.publicKey.der);
      });

    it('finds certificates, counts them, and lists those that end soon', async () => {
      const certificates = [await enroll('found a'), await enroll('found b')];
      const serials = certificates.map(({ serialNumber }) => serialNumber);
      const criteria = [
        { property: 'SUBJECT_DN', value: 'CN=found ', operation: 'LIKE' },
        { property: 'STATUS', value: 'CERT_ACTIVE', operation: 'EQUAL' },
        { property: 'EXPIRE_DATE', value: '2120-01-01T00:00:00Z', operation: 'BEFORE' },
      ];
      const { certificates: first, more_results: more } = await ask('POST /v1/certificate/search', {
        body: { max_number_of_results: 10, criteria },
      });
      const listed = (first as Answer[]).map((one) => ({
        serial: one['serial_number'],
        // Base64 of base64: clients know it so.
        der: octets(octets(one['certificate']).toString('latin1')).toString('hex'),
        profile: one['certificate_profile'],
      }));
      assert.deepEqual(
        listed,
        certificates.map(({ der, serialNumber }) => ({ serial: serialNumber, der: der.toHex(), profile: PROFILE })),
      );
      assert.equal(more, false);
      // As the provider for Terraform finds what it has made.
      const { certificates: own } = await ask('POST /v1/certificate/search', {
        body: { max_number_of_results: 1, criteria: [{ property: 'QUERY', value: serials[0], operation: 'EQUAL' }] },
      });
      assert.deepEqual(
        (own as Answer[]).map((one) => one['serial_number']),
        [serials[0]],
      );
      const found: unknown[] = [];
      for (let page = 1; ; page++) {
        const { certificates: items } = await ask('POST /v2/certificate/search', {
          body: {
            criteria,
            pagination: { page_size: 1, current_page: page },
            sort: { property: 'USERNAME', operation: 'DESC' },
          },
        });
        if ((items as Answer[]).length === 0) break;
        found.push(...(items as Answer[]).map(({ username, serialNumber }) => [username, serialNumber]));
      }
      assert.deepEqual(found, [
        ['found b', serials[1]],
        ['found a', serials[0]],
      ]);
      const { pagination_summary: summary } = await ask('POST /v2/certificate/search', {
        body: { criteria, pagination: { page_size: 1, current_page: -1 } },
      });
      assert.equal((summary as Answer)['total_certs'], 2);
      await refused(400, /unknown CA/, {
        operation: 'POST /v1/certificate/search',
        body: { max_number_of_results: 1, criteria: [{ property: 'CA', value: 'Absent', operation: 'EQUAL' }] },
      });
      const ending = { query: { days: 36_500, offset: 0, maxNumberOfResults: 500 } };
      const { certificates_rest_response: list, pagination_rest_response_component: rest } = await ask(
        'GET /v1/certificate/expire',
        ending,
      );
      const ends = ((list as Answer)['certificates'] as Answer[]).map((one) => certificateOf(one).serialNumber);
      assert.deepEqual(
        serials.filter((serial) => !ends.includes(serial)),
        [],
      );
      assert.deepEqual(rest, { more_results: false, next_offset: ends.length, number_of_results: 0 });
      if (operations.includes('GET /v2/certificate/count')) {
        const count = async (isActive: boolean) =>
          (await ask('GET /v2/certificate/count', { query: { isActive } }))['count'] as number;
        const active = await count(true);
        assert.ok(active >= ends.length && active <= (await count(false)));
      }
    });

    it('revokes an end entity with all its certificates, once', async () => {
      const operation = 'PUT /v1/endentity/{endentity_name}/revoke';
      const certificates = [await enroll('frank'), await enroll('frank')];
      const asked = { path: ['frank'], body: { reason_code: 4, delete: false } };
      await ask(operation, asked);
      assert.equal(await statusOf('frank'), 'REVOKED');
      for (const each of certificates) assert.equal(await revocationOf(each), 'SUPERSEDED');
      await refused(409, /./, { operation, ...asked });
      await refused(400, /RFC5280 section 5\.3\.1/, { operation, ...asked, body: { reason_code: 7, delete: false } });
      await refused(404, /nobody/, { operation, ...asked, path: ['nobody'] });
    });

    it('has called every operation of its list', () => {
      assert.deepEqual([...called].toSorted(), operations.toSorted());
    });
  });
}

type Answer = Readonly<Record<string, unknown>>;
const PROFILE = 'Client';
const PASSWORD = 'foo123';

/** The number of a request that waits. Some libraries take the answer for the one that they know, and show it as an error. */
function requestIdOf({ status, answer, refusal }: ClientResult): number {
  assert.equal(status, 202, refusal);
  return (answer ?? (JSON.parse(refusal) as Answer))['request_id'] as number;
}

function endEntity(username: string, more: object = {}) {
  return {
    username,
    password: PASSWORD,
    subject_dn: `CN=${username},O=Test`,
    ca_name: 'ManagementCA',
    certificate_profile_name: PROFILE,
    end_entity_profile_name: PROFILE,
    token: 'USERGENERATED',
    ...more,
  };
}

function enrollment(username: string) {
  return {
    certificate_request: certificateRequest(`CN=${username},O=Test`, newKeyPair()),
    certificate_authority_name: 'ManagementCA',
    certificate_profile_name: PROFILE,
    end_entity_profile_name: PROFILE,
    username,
    password: PASSWORD,
    include_chain: true,
  };
}

function queryFor(username: string) {
  return {
    max_number_of_results: 10,
    current_page: 0,
    criteria: [{ property: 'QUERY', value: username, operation: 'EQUAL' }],
  };
}

function certificateOf(answer: Answer): Certificate {
  assert.equal(answer['response_format'], 'DER');
  const certificate = Certificate.parse(octets(answer['certificate']));
  assert.equal(certificate.serialNumber, answer['serial_number']);
  return certificate;
}

function octets(text: unknown): Buffer {
  return Buffer.from(text as string, 'base64');
}

/** Opens a keystore with the password of its end entity, and gives the certificate that goes with its key. */
async function openKeystore(
  format: 'BCFKS' | 'JKS' | 'PKCS12',
  answer: Answer,
  password = PASSWORD,
): Promise<Certificate> {
  const [key, certificate] = await contentsOf(format, octets(answer['certificate']), password);
  const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
  assert.ok(new X509Certificate(certificate).checkPrivateKey(privateKey));
  return Certificate.parse(certificate);
}

async function contentsOf(
  format: 'BCFKS' | 'JKS' | 'PKCS12',
  file: Uint8Array,
  password: string,
): Promise<[Uint8Array, Uint8Array]> {
  if (format === 'PKCS12') {
    const { keys, certificates } = await readPkcs12(file, password);
    return [await keys[0]!.decrypt(), certificates[0]!.certificate];
  }
  const [key] = format === 'JKS' ? await readJks(file, password) : await readBcfks(file, password);
  return [await key!.decrypt(), key!.certificates[0]!];
}
