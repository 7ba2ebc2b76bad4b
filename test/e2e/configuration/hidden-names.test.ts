/**
 * Nobody without a right to something learns whether it exists.
 *
 * The operations are those of the published descriptions: one that names something and is not in a table below fails the test.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { createCa } from '../support/ca-setup.ts';
import { createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateRequest, identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker } from '../support/setups/signing-setup.ts';
import { type ClientIdentity, send } from '../support/test-server.ts';

/** As long as one another, so that neither lengths nor limits tell them apart. */
const THERE = 'Hidden';
const NOT_THERE = 'Absent';
/** The number that stands for a worker which does not exist. */
const NO_WORKER = 7654;
const NO_REQUEST = '76543';
const NO_SERIAL = '0F'.repeat(16);
const NO_FINGERPRINT = '0f'.repeat(32);
const PREFIXES = {
  administration: '/sealwright/v1',
  'ca-rest': '/ejbca/ejbca-rest-api',
  'signing-rest': '/signserver/rest/v1',
  'signing-managed': '/signserver/rest-managed/v1',
} as const;
const DOCUMENT_TYPES = [
  'CA',
  'CRYPTOTOKEN',
  'EEPROFILE',
  'CERTPROFILE',
  'ROLE',
  'APPROVALPROFILE',
  'PUBLISHER',
  'SERVICE',
  'WORKER',
] as const;

/** Answers that tell of a name on purpose. */
const TELLING: Readonly<Record<string, string>> = {
  'workers.process': 'the specification has 404 before the worker decides whom it lets in',
};
/** Bodies by operation; what has none here is sent without one. */
const BODIES: Readonly<Record<string, (name: string) => unknown>> = {
  'documents.create': () => ({ settings: {} }),
  'documents.change': () => ({ settings: {} }),
  'documents.rename': () => ({ new_name: 'Renamed' }),
  'cvc.certificateRequest': () => ({ certificate_request: 'AAAA', certificate_profile_name: 'ENDUSER' }),
  'cas.create': (name) => ({ settings: { subjectDn: `CN=${name}` } }),
  'cas.renew': () => ({ new_key: true }),
  'cas.receive': () => ({ certificates: [ANY_CERTIFICATE] }),
  'cas.ocsp-receive': () => ({ certificates: [ANY_CERTIFICATE] }),
  'cas.ocsp-csr': () => ({}),
  'cas.import': () => ({ certificates: [ANY_CERTIFICATE] }),
  'cas.import-keys': () => ({ settings: {}, source: { certificates: [ANY_CERTIFICATE] } }),
  'cas.revoke': () => ({ reason: 'CESSATION_OF_OPERATION' }),
  'cas.create-crls': () => ({}),
  'cas.csr': () => ({}),
  'cas.initialize': () => ({}),
  'cas.activate': () => ({}),
  'cas.deactivate': () => ({}),
  'workers.certificateRequest': () => ({}),
  'workers.certificates': () => ({ certificates: ANY_CERTIFICATE }),
  'workers.certify': () => ({
    ca: 'ManagementCA',
    certificate_profile: 'ENDUSER',
    end_entity_profile: 'EMPTY',
    key: { algorithm: 'EC', specification: 'P-256' },
  }),
  'workers.keys.generate': () => ({ alias: 'new', algorithm: 'EC', specification: 'P-256' }),
  'workers.activate': () => ({ authentication_code: 'x' }),
  'v1.ca.generatecsr': () => ({ key_pair: 'GENERATE_NEW' }),
  'v1.certificate.finalize': () => ({ response_format: 'DER', password: 'x' }),
  'v1.cryptotoken.generatekeys': () => ({ key_pair_alias: 'new', key_alg: 'EC', key_spec: 'P-256' }),
  'v1.cryptotoken.activate': () => ({ activation_code: 'x' }),
  'v1.approval.process': () => ({ approve: true }),
  'v1.endentity.setstatus': () => ({ token: 'P12', status: 'NEW' }),
  'v1.endentity.revoke': () => ({ reason_code: 4 }),
  'v2.certificate.keyimport': () => keyImport({}),
  'workers.process': () => ({ data: 'x' }),
  'managed.process_by_public_key': () => ({ data: 'x' }),
  'managed.process_by_certificate': () => ({ data: 'x' }),
  'workers.create_with_id': () => ({ properties: { NAME: 'New' } }),
  'workers.update': () => ({ properties: {} }),
  'workers.replace': () => ({ properties: {} }),
};
/** Operations that name something in the body alone. */
const NAMED_IN_BODY: readonly (readonly [operation: string, body: (name: string) => unknown])[] = [
  ['v1.certificate.pkcs10enroll', (name) => enrollment({ certificate_authority_name: name })],
  ['v1.certificate.pkcs10enroll', (name) => enrollment({ end_entity_profile_name: name })],
  ['v1.certificate.pkcs10enroll', (name) => enrollment({ certificate_profile_name: name })],
  ['v1.certificate.pkcs10enroll', (name) => enrollment({ username: name })],
  ['v1.certificate.enroll', (name) => recordEnrollment({ ca_name: name })],
  ['v1.certificate.enroll', (name) => recordEnrollment({ end_entity_profile_name: name })],
  ['v1.certificate.enroll', (name) => recordEnrollment({ certificate_profile_name: name })],
  ['v1.certificate.enroll', (name) => recordEnrollment({ username: name })],
  ['v1.certificate.certificaterequest', (name) => loginEnrollment({ certificate_authority_name: name })],
  ['v1.certificate.certificaterequest', (name) => loginEnrollment({ username: name })],
  ['v1.ssh.certificaterequest', (name) => sshEnrollment({ certificate_authority: name })],
  ['v1.ssh.certificaterequest', (name) => sshEnrollment({ end_entity_profile: name })],
  ['v1.ssh.certificaterequest', (name) => sshEnrollment({ certificate_profile: name })],
  ['v1.ssh.certificaterequest', (name) => sshEnrollment({ username: name })],
  ['v2.certificate.keyimport', (name) => keyImport({ certificate_profile_name: name })],
  ['v2.certificate.keyimport', (name) => keyImport({ end_entity_profile_name: name })],
  [
    'v2.certificate.keyimport',
    (name) => keyImport({ keystores: [{ username: name, keystore: 'AAAA', password: 'x' }] }),
  ],
  ['workers.create', (name) => ({ properties: { NAME: name } })],
];

describe('what a caller has no right to', () => {
  const shared = sharedServer();
  let callers: Readonly<Record<'stranger' | 'nobody' | 'neighbour', ClientIdentity>>;
  let worker: string;
  let serial: string;
  let fingerprint: string;
  let request: string;

  before(async () => {
    const { server } = shared;
    const settings = { restConfigdump: true };
    await server.administer('/documents/AVAILABLEPROTOCOLS/available-protocol-configuration', {
      method: 'PUT',
      body: { settings },
    });
    await createCa(server, THERE);
    await createCa(server, 'Mine');
    await createProfiles(server, THERE, {});
    await createProfiles(server, 'Mine', {});
    for (const name of [THERE, 'Mine']) await makeSigningToken(server, name, { key: ['EC', 'P-256'] });
    await makeWorker(server, THERE, { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: THERE, DEFAULTKEY: 'key' });
    const made = { ROLE: {}, APPROVALPROFILE: { type: 'ACCUMULATIVE_APPROVAL' }, SERVICE: { worker: 'CRL_UPDATER' } };
    for (const [type, settings] of Object.entries(made)) {
      const answer = await server.administer(`/documents/${type}/${THERE}`, { method: 'POST', body: { settings } });
      assert.equal(answer.status, 201, answer.text);
    }
    const { json } = await server.administer(`/documents/WORKER/${THERE}`);
    worker = String(json['id']);
    const body = { ...requestUnder(THERE, { username: THERE, subject: 'CN=x' }), certificate_authority_name: THERE };
    const enrolled = await enroll(server, body);
    serial = enrolled.serialNumber;
    fingerprint = hash('sha256', enrolled.der);
    await createCa(server, 'Waiting', { approvals: { addEditEndEntity: THERE } });
    const waiting = {
      ...requestUnder(THERE, { username: 'waiting', subject: 'CN=y' }),
      certificate_authority_name: 'Waiting',
    };
    const asked = await server.call('/v1/certificate/pkcs10enroll', { body: waiting });
    assert.equal(asked.status, 202, asked.text);
    request = String(asked.json['request_id']);
    const keyPair = newKeyPair();
    const stranger = await server.call('/v1/certificate/pkcs10enroll', {
      body: newRequest({ username: 'stranger', subject: 'CN=stranger', keyPair, profile: 'ENDUSER' }),
    });
    callers = {
      stranger: identityOf(stranger, keyPair),
      nobody: await newOfficer(server, 'nobody', {}),
      neighbour: await newOfficer(server, 'neighbour', NEIGHBOUR),
    };
  });

  const ask = async (operation: Operation, name: string, as: ClientIdentity, body: unknown) => {
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) =>
      encodeURIComponent(valueOf(operation, parameter, name)),
    );
    const { server } = shared;
    const url = new URL(PREFIXES[operation.document] + filled, server.running.urls[0]);
    if (operation.id === 'workers.archive.remove') url.searchParams.set('before', '2030-01-01T00:00:00Z');
    const headers = { accept: '*/*', 'x-keyfactor-requested-with': 'test' };
    const { status, text } = await send(
      url,
      { ...as, ca: server.caChain },
      { method: operation.method, body, headers },
    );
    const named = new RegExp(
      `${THERE}|${NOT_THERE}|${serial}|${NO_SERIAL}|${fingerprint}|${NO_FINGERPRINT}|\\b(?:${worker}|${NO_WORKER}|${request}|${NO_REQUEST})\\b`,
      'g',
    );
    return { status, text: text.replaceAll(named, '*') };
  };

  const valueOf = ({ document, path: template }: Operation, parameter: string, name: string): string => {
    const isThere = name === THERE;
    if (parameter.endsWith('_dn')) return `CN=${name},O=Example`;
    if (['certificate_serial_number', 'serial_number'].includes(parameter)) return isThere ? serial : NO_SERIAL;
    if (parameter === 'fingerprint') return isThere ? fingerprint : NO_FINGERPRINT;
    if (parameter === 'request_id') return isThere ? request : NO_REQUEST;
    if (parameter === 'id' || (document !== 'administration' && parameter === 'idOrName'))
      return isThere ? worker : String(NO_WORKER);
    if (['alias', 'key_pair_alias'].includes(parameter)) return 'key';
    if (['archive_id', 'publicKeyId', 'certId'].includes(parameter)) return 'ab'.repeat(20);
    if (template.startsWith('/v1/configdump/')) return name;
    assert.match(parameter, /name$/, `${template} has a parameter that nobody here knows`);
    return name;
  };

  const compare = async (operation: Operation, caller: keyof typeof callers, makeBody?: (name: string) => unknown) => {
    const [there, notThere] = [
      await ask(operation, THERE, callers[caller], makeBody?.(THERE)),
      await ask(operation, NOT_THERE, callers[caller], makeBody?.(NOT_THERE)),
    ];
    assert.deepEqual(there, notThere, `${operation.method} ${operation.path} as ${caller}`);
    assert.notEqual(there.status, 500);
    return there;
  };

  for (const caller of ['stranger', 'nobody'] as const) {
    it(`looks to a ${caller} like nothing, whatever the operation`, async () => {
      for (const operation of namingOperations()) {
        if (operation.id in TELLING) continue;
        const { status, text } = await compare(operation, caller, BODIES[operation.id]);
        // Else the body was not looked at far enough to tell.
        const isLookedUp = [200, 401, 403, 404].includes(status) || UNKNOWN[operation.id]?.test(text) === true;
        assert.ok(isLookedUp || NOT_ASKED.has(operation.id), `${operation.id}: ${text}`);
        assertNoIds(text);
      }
      for (const [id, body] of NAMED_IN_BODY) {
        const { status, text } = await compare(operationOf(id), caller, body);
        assert.ok([401, 403].includes(status), `${id}: ${text}`);
        assertNoIds(text);
      }
    });
  }

  it('looks like nothing to somebody with the same rights to something else', async () => {
    for (const operation of namingOperations()) {
      if (!ON_CAS_AND_TOKENS.test(operation.path) || MAKING.has(operation.id)) continue;
      assertNoIds((await compare(operation, 'neighbour', BODIES[operation.id])).text);
    }
    for (const [id, body] of NAMED_IN_BODY) {
      if (/"(?:username|certificate_profile\w*)":"(?:Hidden|Absent)"|NAME/.test(JSON.stringify(body(THERE)))) continue;
      assertNoIds((await compare(operationOf(id), 'neighbour', body)).text);
    }
  });

  it('is named in a refusal as the caller has named it', async () => {
    const enroll403 = async (body: object) => {
      const answer = await shared.server.call('/v1/certificate/pkcs10enroll', { body, as: callers.neighbour });
      assert.equal(answer.status, 403, answer.text);
      return answer.json['error_message'];
    };
    const refusal = (resource: string) => `Not authorized: no role of the caller allows '${resource}'.`;
    assert.equal(
      await enroll403(enrollment({ end_entity_profile_name: THERE })),
      refusal(`/endentityprofilesrules/${THERE}/create_end_entity/`),
    );
    assert.equal(await enroll403(enrollment({ certificate_authority_name: NOT_THERE })), refusal(`/ca/${NOT_THERE}/`));
  });

  it('is not named in a refusal where the caller has not', async () => {
    const taken = await shared.server.call('/v1/certificate/pkcs10enroll', {
      body: enrollment({ username: THERE }),
      as: callers.neighbour,
    });
    assert.equal(taken.status, 403, taken.text);
    assert.match(taken.text, /'\/endentityprofilesrules\/<EEPROFILE>\/edit_end_entity\/'/);
  });
});

interface Operation {
  readonly document: keyof typeof PREFIXES;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** All operations with something named in the path; those on documents once for each type. */
function namingOperations(): readonly Operation[] {
  return allOperations()
    .filter(({ path: template }) => template.includes('{'))
    .flatMap((operation) =>
      operation.path.includes('{type}')
        ? DOCUMENT_TYPES.map((type) => ({ ...operation, path: operation.path.replace('{type}', type) }))
        : [operation],
    )
    .filter(({ path: template }) => template.includes('{'));
}

function operationOf(id: string): Operation {
  return allOperations().find((operation) => operation.id === id)!;
}

function allOperations(): readonly Operation[] {
  return (Object.keys(PREFIXES) as (keyof typeof PREFIXES)[]).flatMap((document) => {
    const file = path.join(import.meta.dirname, '../../../docs/openapi', `${document}.json`);
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
    };
    return Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({
        document,
        id,
        method: method.toUpperCase(),
        path: template,
      })),
    );
  });
}

function assertNoIds(text: string): void {
  assert.doesNotMatch(text, /'\/[a-z_/]*\/\d+\/.*'/, 'a resource is named by an id');
}

function enrollment(names: Readonly<Record<string, string>>) {
  return {
    certificate_request: certificateRequest('CN=x', KEY_PAIR),
    certificate_authority_name: 'Mine',
    certificate_profile_name: 'Mine',
    end_entity_profile_name: 'Mine',
    username: 'new',
    ...names,
  };
}

function keyImport(names: Readonly<Record<string, unknown>>) {
  return {
    certificate_profile_name: 'Mine',
    end_entity_profile_name: 'Mine',
    keystores: [{ username: 'new', keystore: 'AAAA', password: 'x' }],
    ...names,
  };
}

function recordEnrollment(names: Readonly<Record<string, string>>) {
  const { certificate_request, certificate_authority_name: ca_name, username, ...named } = enrollment({});
  const { certificate_profile_name, end_entity_profile_name } = named;
  const profiles = { ca_name, certificate_profile_name, end_entity_profile_name };
  const record = { username, subject_dn: 'CN=new', token: 'USERGENERATED', ...profiles, ...names };
  return { certificate_request, certificate_request_type: 'PKCS10', end_entity: record };
}

function loginEnrollment(names: Readonly<Record<string, string>>) {
  const { certificate_request, certificate_authority_name, username } = enrollment({});
  return { certificate_request, certificate_authority_name, username, password: 'x', ...names };
}

function sshEnrollment(names: Readonly<Record<string, string>>) {
  return {
    certificate_authority: 'Mine',
    certificate_profile: 'Mine',
    end_entity_profile: 'Mine',
    username: 'new',
    password: 'x',
    key_id: 'x',
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHnDJx5uWHoOcOOEM0pX8n1vMMg8XkBqYPvQFGVnhQ3u',
    principals: ['x'],
    ...names,
  };
}

const KEY_PAIR = newKeyPair();
const ANY_CERTIFICATE = TestCa.root('CN=Any').certificatePem;
/** Everything that there is for a CA, a crypto token and a profile, for those that are called `Mine`. */
const NEIGHBOUR = {
  '/ca/Mine/': 'ALLOW',
  '/ca_functionality/': 'ALLOW',
  '/ra_functionality/': 'ALLOW',
  '/ra_functionality/view_end_entity_profiles/': 'DENY',
  '/endentityprofilesrules/Mine/': 'ALLOW',
  ...Object.fromEntries(
    ['view', 'use', 'activate', 'deactivate', 'modify', 'delete', 'keys/generate', 'keys/remove', 'keys/test'].map(
      (right) => [`/cryptotoken/${right}/Mine/`, 'ALLOW'] as const,
    ),
  ),
} as const;
const ON_CAS_AND_TOKENS =
  /^\/(?:documents\/(?:CA|CRYPTOTOKEN)|cas|cryptotokens|ssh|cvc)\/|^\/v1\/(?:ca|ca_management|certificate|cryptotoken|ssh)\//;
/** Two cannot have one name: who may make something learns which names are taken. */
const MAKING = new Set(['documents.create', 'cas.create', 'cas.import', 'cas.import-keys', 'cas.initialize']);
/** Answers for what is unknown, by operation, where the specification has a 400 in place of a 404. */
const UNKNOWN: Readonly<Record<string, RegExp>> = {
  'v2.certificate.profile': /"Invalid search criteria, unknown certificate profile\."/,
};
/** Operations that need a form or text, without which they say 400 or 415 first. */
const NOT_ASKED = new Set(['v1.ca.importcrl']);
