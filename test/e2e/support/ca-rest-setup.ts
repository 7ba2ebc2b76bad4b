/** The common parts of the tests of the CA REST interface: a server for a whole file, and its settings as an administrator makes them. */
import { Certificate, Crl } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { AuditEvent } from '../../../packages/server/src/modules/audit/index.ts';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { cryptoTokenType } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { serviceType } from '../../../packages/server/src/modules/services/index.ts';
import { planAndCommit } from '../../../packages/server/src/kernel/unit-of-work.ts';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { eventually } from '../../eventually.ts';
import { change } from './administration.ts';
import { newRequest } from './enrollment.ts';
import { type Whereabouts, withDatabase } from './installations/server-database.ts';
import { type Answer, type CallOptions, TestServer } from './test-server.ts';

/** The management CA as a client names it in a path, and as the server writes it. */
export const MANAGEMENT_CA_DN = 'CN=ManagementCA,O=Sealwright';
export const ENROLL = '/v1/certificate/pkcs10enroll';

/** One server for all tests of the surrounding suite. */
export function sharedServer(
  options?: Parameters<typeof TestServer.start>[1],
  surroundings?: Parameters<typeof TestServer.start>[2],
): { readonly server: TestServer } {
  const ends: (() => Promise<void>)[] = [];
  const context = { after: (end: unknown) => void ends.push(end as () => Promise<void>) };
  let server: TestServer | undefined;
  before(async () => {
    server = await TestServer.start(context, options, surroundings);
  });
  after(async () => {
    for (const end of ends) await end();
  });
  return {
    get server() {
      return server!;
    },
  };
}

/** Changes some settings of a CA and keeps the others. */
export async function editCa(
  { running: { installation } }: TestServer,
  name: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { configuration } = installation;
  const present = await configuration.present(await configuration.get(caType, name));
  const edit = { kind: 'change', type: caType.token, name, settings: { ...present, ...settings } } as const;
  await change(installation, 'CA_EDITING', [edit]);
}

/**
 * Has CRLs made only when they are asked for: deactivates the CRL Updater and waits for a run in progress. It also waits for the job that makes the first
 * CRLs of the CA, since that would make the first delta CRL as well once the CA has them.
 */
export async function makeNoCrlsUnasked({ running: { installation } }: TestServer): Promise<void> {
  const name = 'CRL Updater';
  const {
    background: { scheduler },
    configuration,
  } = installation;
  await scheduler.wake('first-crls');
  const present = await configuration.present(await configuration.get(serviceType, name));
  const edit = { kind: 'change', type: serviceType.token, name, settings: { ...present, active: false } } as const;
  await change(installation, 'SERVICE_EDIT', [edit]);
  await scheduler.wake('follow-services');
  const isGone = () => !scheduler.reports().some((task) => task.name === `service '${name}'`);
  await eventually(`the end of a run of the ${name}`, isGone);
}

/** Deactivates a crypto token, that of the management CA unless named, and its automatic activation. */
export async function takeTokenOffline(
  { running: { installation } }: TestServer,
  name = 'ManagementCA',
): Promise<void> {
  const {
    audit,
    configuration,
    storage: { store },
    tokens: { cryptoTokens: tokens },
  } = installation;
  const document = await configuration.get(cryptoTokenType, name);
  const settings = { ...(await configuration.present(document)), autoActivation: false, authenticationCode: '' };
  await change(installation, 'CRYPTOTOKEN_EDIT', [{ kind: 'change', type: cryptoTokenType.token, name, settings }]);
  const { committed } = await planAndCommit(async () => {
    const plan = await tokens.planDeactivation(document.id);
    const entry = {
      event: 'CRYPTOTOKEN_DEACTIVATION',
      outcome: 'SUCCESS',
      actor: { name: 'test', evidence: {} },
    } as const;
    return { unit: audit.unit(plan.writes, [entry], configuration.epoch), result: plan };
  }, store);
  await committed();
}

/** Makes a certificate profile, and an end entity profile of the same name under which it can be used with any common name. */
export async function createProfiles(
  server: TestServer,
  name: string,
  certificateProfile: Readonly<Record<string, unknown>>,
  endEntityProfile: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const create = async (event: AuditEvent, type: string, settings: Readonly<Record<string, unknown>>) =>
    change(server.running.installation, event, [{ kind: 'create', type, name, settings }]);
  await create('CERTPROFILE_CREATION', certificateProfileType.token, {
    keyUsage: ['digitalSignature'],
    ...certificateProfile,
  });
  await create('RA_ADDEEPROFILE', endEntityProfileType.token, {
    passwordRequired: false,
    availableCas: ['Any CA'],
    availableCertificateProfiles: [name],
    defaultCertificateProfile: name,
    subjectDn: { CN: [ANY_NUMBER], O: [ANY_NUMBER] },
    subjectAlternativeName: { DNSNAME: [ANY_NUMBER] },
    startTimeUsed: true,
    endTimeUsed: true,
    ...endEntityProfile,
  });
}

/** The body of an enrollment under profiles that {@link createProfiles} made. */
export function requestUnder(profile: string, options: Omit<Parameters<typeof newRequest>[0], 'profile'>) {
  return { ...newRequest({ ...options, profile }), end_entity_profile_name: profile };
}

/** Sends the body of an enrollment, which has to succeed. */
export async function enroll(server: TestServer, body: unknown, options: CallOptions = {}): Promise<Certificate> {
  const answer = await server.call(ENROLL, { ...options, body });
  assert.equal(answer.status, 200, answer.text);
  return certificateOf(answer);
}

/** The certificate of an answer in DER. */
export function certificateOf({ json }: Answer): Certificate {
  return Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
}

/** The number of certificates that a username has. */
export function certificatesOf(server: Whereabouts, username: string): number {
  const { count } = withDatabase(server, (database) =>
    database.prepare('SELECT count(*) AS count FROM certificate WHERE username = ?').get(username),
  )!;
  return Number(count);
}

/** Asserts the status of a refusal and its text, and that the body is what the specification says. */
export function assertRefusal(
  { status, json, text, headers }: Answer,
  expected: number,
  message: string | RegExp,
): void {
  assert.equal(status, expected, text);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(Object.keys(json).toSorted(), ['error_code', 'error_message']);
  assert.equal(json['error_code'], expected);
  if (typeof message === 'string') assert.equal(json['error_message'], message);
  else assert.match(json['error_message'] as string, message);
}

/** Asserts a refusal that the CA REST interface makes in plain text. */
export function assertPlainRefusal({ status, text, headers }: Answer, message: string): void {
  assert.deepEqual([status, headers['content-type'], text], [400, 'text/plain; charset=utf-8', message]);
}

/** The path of an operation on one certificate of the management CA. */
export function certificatePath({ serialNumber }: Pick<Certificate, 'serialNumber'>, operation: string): string {
  return `/v1/certificate/${encodeURIComponent(MANAGEMENT_CA_DN)}/${serialNumber}/${operation}`;
}

/** Makes a new base CRL of the management CA and reads it. */
export async function newCrl(server: TestServer): Promise<Crl> {
  const path = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}`;
  const created = await server.call(`${path}/createcrl`, { method: 'POST' });
  assert.equal(created.status, 200, created.text);
  return latestCrl(server);
}

/** The newest base or delta CRL of the management CA, or of one of its partitions. */
export async function latestCrl(server: TestServer, { delta = false, partition = 0 } = {}): Promise<Crl> {
  const query = `deltaCrl=${delta}&crlPartitionIndex=${partition}`;
  const { json } = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/getLatestCrl?${query}`);
  return Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
}

const ANY_NUMBER = { repeatable: true };
