/** The end of a CA: its state, what it has issued, and what it still does. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Certificate, Crl, crlNumber, Krl } from '@sealwright/pki';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, editCa, ENROLL, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, certificateOf, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { storeCertificates } from '../support/issued-certificates.ts';
import { newOfficer } from '../support/officers.ts';
import { newServerDatabase, type Whereabouts, withDatabase } from '../support/installations/server-database.ts';
import { requireSsh } from '../../../packages/server/src/modules/ca/kinds/ssh-authority.ts';
import { createSshCa } from '../support/setups/ssh-setup.ts';
import { type Answer, type CallOptions, TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const act = async (server: TestServer, name: string, act: string, body: object = {}, options: CallOptions = {}) =>
  server.administer(`/cas/${encodeURIComponent(name)}/${act}`, { ...options, body });
const revoke = async (server: TestServer, name: string, reason = 'CESSATION_OF_OPERATION') => {
  const answer = await act(server, name, 'revoke', { reason });
  assert.equal(answer.status, 200, answer.text);
  return answer;
};
const enroll = async (server: TestServer, ca: string, username: string): Promise<Answer> =>
  server.call(ENROLL, {
    body: { ...newRequest({ username, subject: `CN=${username}` }), certificate_authority_name: ca },
  });
const issued = async (server: TestServer, ca: string, username: string): Promise<Certificate> => {
  const answer = await enroll(server, ca, username);
  assert.equal(answer.status, 200, answer.text);
  return Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string));
};
const dnOf = (name: string) => encodeURIComponent(`CN=${name},O=Example`);
const statusOf = async (server: TestServer, ca: string, { serialNumber }: Certificate) =>
  (await server.call(`/v1/certificate/${dnOf(ca)}/${serialNumber}/revocationstatus`)).json;
const crlOf = async (server: TestServer, ca: string): Promise<Crl> => {
  const { json } = await server.call(`/v1/ca/${dnOf(ca)}/getLatestCrl?deltaCrl=false&crlPartitionIndex=0`);
  return Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
};
const listed = (crl: Crl) => [...crl.entries()].map(({ serialNumberText }) => serialNumberText);
/** Waits for the end of the job. */
const completed = async (server: TestServer, name: string): Promise<Record<string, unknown>> => {
  await server.running.installation.background.scheduler.wake('revoke-issued-certificates');
  const { json } = await server.administer(`/cas/${encodeURIComponent(name)}`);
  return json['revocation'] as Record<string, unknown>;
};

describe('a revoked CA', () => {
  const shared = sharedServer();

  it('has revoked all that it has issued, its own certificate among it, and says so in a last CRL', async () => {
    const { server } = shared;
    await createCa(server, 'Old');
    const [first, second] = [await issued(server, 'Old', 'first'), await issued(server, 'Old', 'second')];
    const before = await server.call(`/v1/certificate/${dnOf('Old')}/${second.serialNumber}/revoke?reason=SUPERSEDED`, {
      method: 'PUT',
    });
    assert.equal(before.status, 200, before.text);
    const answer = await revoke(server, 'Old');
    assert.equal(answer.json['status'], 'REVOKED');
    const { reason, certificates, complete } = await completed(server, 'Old');
    assert.deepEqual([reason, certificates, complete], ['CESSATION_OF_OPERATION', 2, true]);
    assert.equal((await statusOf(server, 'Old', first))['revocation_reason'], 'CESSATION_OF_OPERATION');
    assert.equal((await statusOf(server, 'Old', second))['revocation_reason'], 'SUPERSEDED');
    const own = await certificateOf(server, 'Old');
    const expected = [first, second, own].map(({ serialNumber }) => serialNumber);
    assert.deepEqual(listed(await crlOf(server, 'Old')).toSorted(), expected.toSorted());
  });

  it('makes CRLs, and nothing else', async () => {
    const { server } = shared;
    const before = numberOf(await crlOf(server, 'Old'));
    const made = await server.call(`/v1/ca/${dnOf('Old')}/createcrl`, { method: 'POST' });
    assert.equal(made.status, 200, made.text);
    assert.equal(numberOf(await crlOf(server, 'Old')), before + 1n);
    assertRefusal(await enroll(server, 'Old', 'late'), 503, "CA 'Old' cannot sign: its status is REVOKED.");
    for (const name of ['renew', 'activate', 'deactivate', 'csr'])
      assert.ok([409, 422].includes((await act(server, 'Old', name)).status), name);
    assert.equal((await act(server, 'Old', 'revoke', { reason: 'UNSPECIFIED' })).status, 409);
    assert.equal((await act(server, 'Nobody', 'revoke', { reason: 'UNSPECIFIED' })).status, 404);
    assert.equal((await act(server, 'Old', 'revoke', { reason: 'CERTIFICATE_HOLD' })).status, 400);
  });

  it('cannot be revoked by whom it lets in', async () => {
    const { server } = shared;
    const answer = await act(server, 'ManagementCA', 'revoke', { reason: 'KEY_COMPROMISE' });
    assert.equal(answer.status, 422);
    assert.match(answer.json['error_message'] as string, /would lock you out/);
    const refusal = auditRows(server).findLast(({ event }) => event === 'CA_REVOKED')!;
    assert.deepEqual([refusal.outcome, detailsOf(refusal)['refusal']], ['FAILURE', 'ca.revokes_caller']);
  });

  it('takes certificates on hold along', async () => {
    const { server } = shared;
    await createCa(server, 'Holding');
    const held = await issued(server, 'Holding', 'held');
    const put = async (reason: string) =>
      server.call(`/v1/certificate/${dnOf('Holding')}/${held.serialNumber}/revoke?reason=${reason}`, { method: 'PUT' });
    assert.equal((await put('CERTIFICATE_HOLD')).status, 200);
    await revoke(server, 'Holding', 'KEY_COMPROMISE');
    await completed(server, 'Holding');
    assert.equal((await statusOf(server, 'Holding', held))['revocation_reason'], 'KEY_COMPROMISE');
    assert.equal((await put('REMOVE_FROM_CRL')).status, 409);
  });

  it('does as many as there are in units of bounded size, each recorded', async () => {
    const { server } = shared;
    const { id } = await createCa(server, 'Large');
    await storeCertificates(server.running.installation.storage, id, 1500);
    await revoke(server, 'Large');
    const { certificates, complete } = await completed(server, 'Large');
    assert.deepEqual([certificates, complete], [1501, true]);
    assert.equal(listed(await crlOf(server, 'Large')).length, 1501);
    const records = auditRows(server).filter(({ event, ca_id }) => event === 'CERT_REVOKED' && ca_id === id);
    assert.equal(records.length, 1501);
    const units = Map.groupBy(records, ({ unit_id }) => unit_id);
    assert.ok([...units.values()].every(({ length }) => length <= 200));
  });

  it('has its CRL made as soon as its token can sign', async (t) => {
    const server = await TestServer.start(t);
    const settings = { type: 'SoftCryptoToken', autoActivation: false };
    await server.administer('/documents/CRYPTOTOKEN/Silenced', { method: 'POST', body: { settings } });
    const token = async (verb: string, body?: object) =>
      server.call(`/v1/cryptotoken/Silenced/${verb}`, { method: 'PUT', body });
    assert.equal((await token('activate', { activation_code: CODE })).status, 200);
    await createCa(server, 'Silent', { cryptoToken: 'Silenced' });
    assert.equal((await token('deactivate')).status, 200);
    await revoke(server, 'Silent');
    assert.equal((await completed(server, 'Silent'))['complete'], false);
    assert.equal((await token('activate', { activation_code: CODE })).status, 200);
    endLeases(server);
    assert.equal((await completed(server, 'Silent'))['complete'], true);
    assert.equal(listed(await crlOf(server, 'Silent')).length, 1);
  });

  it('of SSH stands with its key on its key revocation list', async () => {
    const { server } = shared;
    await createSshCa(server, 'SSH CA');
    const key = requireSsh((await server.running.installation.ca.authorities.findByName('SSH CA'))!).publicKeys[0]!;
    await revoke(server, 'SSH CA');
    assert.equal((await completed(server, 'SSH CA'))['complete'], true);
    const krl = Krl.parse(new Uint8Array(await (await server.fetchPlain('/ssh/SSH%20CA.krl')).arrayBuffer()));
    assert.ok(krl.revokesKey(key));
  });
});

describe('the revocation of a sub CA', () => {
  const shared = sharedServer();
  const makeSub = async (name: string, signedBy: string) =>
    createCa(shared.server, name, { signedBy, certificateProfile: 'SUBCA' });
  const put = async (name: string, issuer: string, reason: string, options: CallOptions = {}) => {
    const { serialNumber } = await certificateOf(shared.server, name);
    const target = `/v1/certificate/${dnOf(issuer)}/${serialNumber}/revoke?reason=${reason}`;
    return shared.server.call(target, { method: 'PUT', ...options });
  };

  it('revokes its certificates at the CA that issued them', async () => {
    const { server } = shared;
    await createCa(server, 'Root');
    await makeSub('Sub', 'Root');
    await editCa(server, 'Root', { generateCrlUponRevocation: true });
    const former = await certificateOf(server, 'Sub');
    assert.equal((await act(server, 'Sub', 'renew', { new_key: true })).status, 200);
    const present = await certificateOf(server, 'Sub');
    await revoke(server, 'Sub', 'KEY_COMPROMISE');
    for (const certificate of [former, present])
      assert.equal((await statusOf(server, 'Root', certificate))['revocation_reason'], 'KEY_COMPROMISE');
    const serials = [former, present].map(({ serialNumber }) => serialNumber);
    assert.deepEqual(listed(await crlOf(server, 'Root')).toSorted(), serials.toSorted());
    assert.equal((await caOf(server, 'Root')).status, 'ACTIVE');
  });

  it('follows from the revocation of its certificate, for callers who may change the CA', async () => {
    const { server } = shared;
    await makeSub('Below', 'Root');
    const leaf = await issued(server, 'Below', 'leaf');
    const officer = await newOfficer(server, 'Officer', {
      '/ra_functionality/revoke_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
      '/ca/Root/': 'ALLOW',
    });
    const refused = await put('Below', 'Root', 'SUPERSEDED', { as: officer });
    assertRefusal(refused, 403, /\/ca_functionality\/edit_ca\//);
    assert.equal((await caOf(server, 'Below')).status, 'ACTIVE');
    assert.equal((await put('Below', 'Root', 'SUPERSEDED')).status, 200);
    assert.equal((await caOf(server, 'Below')).status, 'REVOKED');
    assert.deepEqual((await completed(server, 'Below'))['certificates'], 1);
    assert.equal((await statusOf(server, 'Below', leaf))['revocation_reason'], 'SUPERSEDED');
  });

  it('lasts as long as its certificate is on hold, and touches nothing that it has issued', async () => {
    const { server } = shared;
    await makeSub('Held', 'Root');
    const leaf = await issued(server, 'Held', 'below held');
    assert.equal((await put('Held', 'Root', 'CERTIFICATE_HOLD')).status, 200);
    assert.equal((await caOf(server, 'Held')).status, 'REVOKED');
    assert.equal((await enroll(server, 'Held', 'not now')).status, 503);
    assert.equal((await completed(server, 'Held'))['certificates'], 0);
    assert.equal((await statusOf(server, 'Held', leaf))['revoked'], false);
    assert.equal((await put('Held', 'Root', 'REMOVE_FROM_CRL')).status, 200);
    assert.equal((await caOf(server, 'Held')).status, 'OFFLINE');
    assert.equal((await act(server, 'Held', 'activate')).status, 200);
    assert.equal((await enroll(server, 'Held', 'again')).status, 200);
    assert.equal((await put('Held', 'Root', 'CERTIFICATE_HOLD')).status, 200);
    await revoke(server, 'Held');
    assert.equal((await completed(server, 'Held'))['certificates'], 2);
  });

  it('follows from that of the CA above it', async () => {
    const { server } = shared;
    await createCa(server, 'Top');
    await makeSub('Middle', 'Top');
    await makeSub('Bottom', 'Middle');
    const leaf = await issued(server, 'Bottom', 'bottom leaf');
    await revoke(server, 'Top', 'CA_COMPROMISE');
    for (const name of ['Top', 'Middle', 'Bottom']) {
      assert.equal((await completed(server, name))['complete'], true, name);
      assert.equal((await caOf(server, name)).status, 'REVOKED', name);
    }
    assert.equal((await statusOf(server, 'Bottom', leaf))['revocation_reason'], 'CA_COMPROMISE');
  });
});

it('a job whose process is killed goes on in another one, and nothing is lost or done twice', async (t) => {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-revocation-'));
  const temporary = await newServerDatabase();
  const database = temporary?.url;
  const file = fileURLToPath(new URL('killed-while-revoking.ts', import.meta.url));
  const where = [`--home=${home}`, ...(database === undefined ? [] : [`--database=${database}`])];
  const child = spawn(process.execPath, [file, ...where], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  assert.equal(signal, 'SIGKILL');
  const half = withDatabase({ home, database }, (opened) =>
    opened.prepare('SELECT state, progress FROM job WHERE kind = ?').get('ca-revocation')!,
  );
  const done = (JSON.parse(half['progress'] as string) as { certificates: number }).certificates;
  assert.equal(half['state'], 'running');
  assert.ok(done >= 400 && done < 2000, `${done} of 2001 were done`);
  endLeases({ home, database });
  atEnd(t, () => rmSync(home, { recursive: true, force: true }));
  atEnd(t, async () => temporary?.remove());
  const server = await TestServer.start(t, { home, database });
  const { certificates, complete } = await completed(server, 'Killed');
  assert.deepEqual([certificates, complete], [2001, true]);
  const { id } = await caOf(server, 'Killed');
  const records = auditRows(server).filter(({ event, ca_id }) => event === 'CERT_REVOKED' && ca_id === id);
  assert.equal(new Set(records.map(({ serial }) => serial)).size, 2001);
  assert.equal(records.length, 2001);
  assert.equal(listed(await crlOf(server, 'Killed')).length, 2001);
});

function numberOf(crl: Crl): bigint {
  return crl.extension(crlNumber)!;
}

/** As if the time had passed that a process which does not answer is waited for. */
function endLeases(server: Whereabouts): void {
  withDatabase(server, (database) => database.exec('UPDATE job SET lease_until_ms = 0'));
}

const CODE = 'foo123 foo123 foo123';
