/** Limits of renewals: the program may do everything itself, so it checks what the caller may. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { CallOptions } from '../support/test-server.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'PlainSigner',
  CRYPTOTOKEN: 'Tokens',
  AUTHTYPE: 'NOAUTH',
  RENEWWORKER: 'Renewer',
  KEYALG: 'EC',
  KEYSPEC: 'P-256',
};
const P256 = { algorithm: 'EC', specification: 'P-256' };

describe('the renewal of a worker', () => {
  const shared = sharedServer();

  before(async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Tokens', {});
    await createCa(server, 'Mine');
    await createProfiles(server, 'Single', { singleActiveCertificateConstraint: true });
    await createProfiles(server, 'Other', {});
    await makeWorker(server, 'Renewer', {
      IMPLEMENTATION_CLASS: 'org.signserver.module.renewal.worker.RenewalWorker',
      AUTHTYPE: 'NOAUTH',
    });
  });

  const from = (ca: string, profile = 'Single') => ({
    RENEWCA: ca,
    RENEWCERTIFICATEPROFILE: profile,
    RENEWENDENTITYPROFILE: profile,
  });
  const certify = (name: string, ca: string, profile = 'Single') =>
    shared.server.administer(`/workers/${name}/certificate`, {
      method: 'POST',
      body: { ca, certificate_profile: profile, end_entity_profile: profile, key: P256 },
    });
  const propertiesOf = async (name: string) => {
    const { json } = await shared.server.administer(`/documents/WORKER/${name}`);
    return (json['settings'] as { readonly properties: Record<string, string> }).properties;
  };
  const set = async (name: string, changed: Readonly<Record<string, string>>, options: CallOptions = {}) =>
    shared.server.administer(`/documents/WORKER/${name}`, {
      method: 'PUT',
      body: { settings: { properties: { ...(await propertiesOf(name)), ...changed } } },
      ...options,
    });
  const renew = async (data: string) => {
    const answer = await signing(shared.server, '/workers/Renewer/process', { body: { data } });
    assert.equal(answer.status, 200, answer.text);
    return Buffer.from(answer.json['data'] as string, 'base64').toString();
  };
  const serialOf = async (name: string) => {
    const [pem = ''] = (await propertiesOf(name))['SIGNERCERTCHAIN']!.split(/(?<=-----END CERTIFICATE-----\n)/);
    return new X509Certificate(pem).serialNumber;
  };
  const enrollAs = (username: string, profile = 'Single', ca = 'ManagementCA') =>
    enroll(shared.server, {
      ...requestUnder(profile, { username, subject: `CN=${username}` }),
      certificate_authority_name: ca,
    });
  const isRevoked = (serialNumber: string) =>
    auditRows(shared.server).some(
      ({ event, serial }) =>
        event === 'CERT_REVOKED' && serial !== null && BigInt(`0x${serial}`) === BigInt(`0x${serialNumber}`),
    );

  it('takes over no end entity that its administrator has no right to', async () => {
    const { server } = shared;
    const as = await newOfficer(server, 'mallory', {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
      '/cryptotoken/use/Tokens/': 'ALLOW',
      '/cryptotoken/keys/generate/Tokens/': 'ALLOW',
      '/ca/Mine/': 'ALLOW',
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/ra_functionality/edit_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Single/': 'ALLOW',
    });
    const create = (name: string, RENEWENDENTITY: string) =>
      server.administer(`/documents/WORKER/${name}`, {
        method: 'POST',
        body: { settings: { properties: { ...PLAIN, ...from('Mine'), RENEWENDENTITY } } },
        as,
      });
    const victim = await enrollAs('victim', 'Other');
    assertRefusal(await create('Taker', 'victim'), 403, /./);
    const waiting = await create('Waiter', 'not yet');
    assert.equal(waiting.status, 201, waiting.text);
    const later = await enrollAs('not yet', 'Other');
    assert.match(await renew('WORKER=Waiter'), /^RESULT=FAILURE\nMESSAGE=.*belongs to another CA/);
    for (const { serialNumber } of [victim, later]) assert.ok(!isRevoked(serialNumber));
  });

  it('takes over no end entity of others, named by anybody', async () => {
    const neighbour = await enrollAs('neighbour');
    await makeWorker(shared.server, 'Namesake', { ...PLAIN, ...from('ManagementCA'), RENEWENDENTITY: 'neighbour' });
    assert.match(
      await renew('WORKER=Namesake'),
      /^RESULT=FAILURE\nMESSAGE=The end entity 'neighbour' has, or may have/,
    );
    assertRefusal(
      await certify('Namesake', 'ManagementCA'),
      422,
      /'neighbour' has, or may have, certificates of others/,
    );
    assert.equal((await certify('Namesake', 'Mine')).status, 422);
    assert.ok(!isRevoked(neighbour.serialNumber));
  });

  it('ends the former certificate of the worker, and none that somebody else was given', async () => {
    await makeWorker(shared.server, 'Owner', PLAIN);
    assert.equal((await certify('Owner', 'ManagementCA')).status, 204);
    const first = await serialOf('Owner');
    assert.equal(await renew('WORKER=Owner'), 'RESULT=OK\n');
    assert.ok(isRevoked(first));
    const username = `worker-${String((await shared.server.administer('/workers/Owner/status')).json['id'])}`;
    const second = await serialOf('Owner');
    const foreign = await enroll(shared.server, requestUnder('Single', { username, subject: 'CN=Owner' }));
    assert.ok(isRevoked(second));
    assert.match(await renew('WORKER=Owner'), /^RESULT=FAILURE\nMESSAGE=The end entity 'worker-\d+' has/);
    assert.ok(!isRevoked(foreign.serialNumber));
    const revoked = await shared.server.call(certificatePath(foreign, 'revoke?reason=SUPERSEDED'), { method: 'PUT' });
    assert.equal(revoked.status, 200, revoked.text);
    assert.equal(await renew('WORKER=Owner'), 'RESULT=OK\n');
  });

  const requestByHand = async (name: string, properties: Readonly<Record<string, string>>) => {
    await makeWorker(shared.server, name, properties);
    const made = await shared.server.administer(`/workers/${name}/keys`, {
      method: 'POST',
      body: { alias: name, algorithm: 'EC', specification: 'P-256' },
    });
    assert.ok(made.status < 300, made.text);
    assert.equal((await set(name, { DEFAULTKEY: name })).status, 200);
    const { json } = await shared.server.administer(`/workers/${name}/certificaterequest`, {
      method: 'POST',
      body: {},
    });
    const answer = await shared.server.call('/v1/certificate/pkcs10enroll', {
      body: {
        ...requestUnder('Single', { username: `of ${name}`, subject: `CN=${name}` }),
        certificate_request: json['certificate_request'],
      },
    });
    assert.equal(answer.status, 200, answer.text);
    const pem = `-----BEGIN CERTIFICATE-----\n${String(answer.json['certificate'])}\n-----END CERTIFICATE-----\n`;
    const installed = await shared.server.administer(`/workers/${name}/certificates`, {
      method: 'PUT',
      body: { certificates: pem },
    });
    assert.equal(installed.status, 204, installed.text);
    assert.equal((await set(name, { ...from('ManagementCA'), RENEWENDENTITY: `of ${name}` })).status, 200);
  };

  it('goes on with a certificate that was requested by hand', async () => {
    await requestByHand('Manual', PLAIN);
    const first = await serialOf('Manual');
    for (let times = 0; times < 2; times++) assert.equal(await renew('WORKER=Manual'), 'RESULT=OK\n');
    assert.ok(isRevoked(first));
  });

  it('opens a keystore of the worker for that, and no other one', async () => {
    const { CRYPTOTOKEN: _, ...without } = PLAIN;
    const code = 'pass horse 7';
    const keystore = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken', KEYSTOREPASSWORD: code };
    await requestByHand('Chest', { ...without, ...keystore });
    assert.equal((await set('Chest', { KEYSTOREPASSWORD: '' })).status, 200);
    await shared.server.administer('/workers/Chest/deactivate', { method: 'POST', body: {} });
    assert.equal((await shared.server.administer('/workers/Chest/status')).json['state'], 'offline');
    assert.match(await renew('WORKER=Chest\nAUTHCODE=wrong'), /^RESULT=FAILURE/);
    assert.equal(await renew(`WORKER=Chest\nAUTHCODE=${code}`), 'RESULT=OK\n');
  });

  it('moves the worker to no other CA: an administrator does', async () => {
    await makeWorker(shared.server, 'Mover', PLAIN);
    assert.equal((await certify('Mover', 'ManagementCA')).status, 204);
    assert.equal((await set('Mover', from('Mine'))).status, 200);
    assert.match(await renew('WORKER=Mover'), /^RESULT=FAILURE\nMESSAGE=.*belongs to another CA or end entity profile/);
    assert.equal((await certify('Mover', 'Mine')).status, 204);
    assert.equal(await renew('WORKER=Mover'), 'RESULT=OK\n');
  });

  it('leaves what a removed worker has been to the worker that an administrator makes in its place', async () => {
    await makeWorker(shared.server, 'Heir', { ...PLAIN, RENEWENDENTITY: 'estate' });
    assert.equal((await certify('Heir', 'ManagementCA')).status, 204);
    assert.equal((await shared.server.administer('/documents/WORKER/Heir', { method: 'DELETE' })).status, 200);
    await makeWorker(shared.server, 'Heir', { ...PLAIN, ...from('ManagementCA'), RENEWENDENTITY: 'estate' });
    assert.match(await renew('WORKER=Heir'), /^RESULT=FAILURE\nMESSAGE=The end entity 'estate' has/);
    assert.equal((await certify('Heir', 'ManagementCA')).status, 204);
    assert.equal(await renew('WORKER=Heir'), 'RESULT=OK\n');
  });

  const isOf = (other: string) => new RegExp(`of the worker '\\w+' is that of the worker '${other}'`);

  it('gives an end entity that two workers name to the first of them, whichever asks first', async () => {
    for (const name of ['Elder', 'Younger'])
      await makeWorker(shared.server, name, { ...PLAIN, ...from('ManagementCA'), RENEWENDENTITY: 'twins' });
    assertRefusal(await certify('Younger', 'ManagementCA'), 422, isOf('Elder'));
    assert.match(await renew('WORKER=Younger'), isOf('Elder'));
    assert.equal((await certify('Elder', 'ManagementCA')).status, 204);
    assert.equal((await set('Elder', { RENEWENDENTITY: 'elder' })).status, 200);
    assertRefusal(await certify('Younger', 'ManagementCA'), 422, isOf('Elder'));
    assert.equal((await set('Younger', { RENEWENDENTITY: 'younger' })).status, 200);
    assert.equal((await certify('Younger', 'ManagementCA')).status, 204);
  });

  it('gives it to no worker without RENEWCA when another one has it, since naming it takes no right to it', async () => {
    for (const name of ['Idle', 'Idler'])
      await makeWorker(shared.server, name, { ...PLAIN, RENEWENDENTITY: 'contested' });
    await makeWorker(shared.server, 'Busy', { ...PLAIN, ...from('ManagementCA'), RENEWENDENTITY: 'contested' });
    assertRefusal(await certify('Idle', 'ManagementCA'), 422, isOf('Busy'));
    assert.equal((await set('Busy', { RENEWENDENTITY: 'busy' })).status, 200);
    assert.equal((await certify('Idler', 'ManagementCA')).status, 204);
    assertRefusal(await certify('Idle', 'ManagementCA'), 422, isOf('Idler'));
    await makeWorker(shared.server, 'Idlest', { ...PLAIN, RENEWENDENTITY: 'another' });
    await makeWorker(shared.server, 'Renewing', { ...PLAIN, ...from('ManagementCA'), RENEWENDENTITY: 'another' });
    assert.equal((await certify('Renewing', 'ManagementCA')).status, 204);
    assert.equal(await renew('WORKER=Renewing'), 'RESULT=OK\n');
  });

  it('gives it to the worker whose id it is made of before all others', async () => {
    for (const name of ['Squatter', 'Usual']) await makeWorker(shared.server, name, PLAIN);
    const { json } = await shared.server.administer('/workers/Usual/status');
    const squatting = { ...from('ManagementCA'), RENEWENDENTITY: `worker-${String(json['id'])}` };
    assert.equal((await set('Squatter', squatting)).status, 200);
    assertRefusal(await certify('Squatter', 'ManagementCA'), 422, isOf('Usual'));
    assert.equal((await certify('Usual', 'ManagementCA')).status, 204);
    assert.equal(await renew('WORKER=Usual'), 'RESULT=OK\n');
  });

  it('leaves an end entity to the worker that has it, whichever names it then', async () => {
    await makeWorker(shared.server, 'Poor', PLAIN);
    await makeWorker(shared.server, 'Rich', { ...PLAIN, RENEWENDENTITY: 'fortune' });
    assert.equal((await certify('Rich', 'ManagementCA')).status, 204);
    assert.equal((await set('Poor', { ...from('ManagementCA'), RENEWENDENTITY: 'fortune' })).status, 200);
    assertRefusal(await certify('Poor', 'ManagementCA'), 422, /is that of the worker 'Rich'/);
    assert.equal(await renew('WORKER=Rich'), 'RESULT=OK\n');
  });

  it('issues nothing that others have to approve', async () => {
    await createCa(shared.server, 'Guarded');
    await createApprovalProfile(shared.server, 'Four eyes', {});
    await makeWorker(shared.server, 'Patient', PLAIN);
    assert.equal((await certify('Patient', 'Guarded')).status, 204);
    await editCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    const before = await serialOf('Patient');
    assert.match(await renew('WORKER=Patient'), /^RESULT=FAILURE\nMESSAGE=.*'Guarded'.*has to be approved by others/);
    assertRefusal(await certify('Patient', 'Guarded'), 422, /has to be approved by others/);
    assert.equal(await serialOf('Patient'), before);
  });

  it('opens no token that others use as well, and tries no code before all else is right', async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Shut', {});
    await makeWorker(server, 'Locked', { ...PLAIN, CRYPTOTOKEN: 'Shut' });
    assert.equal((await certify('Locked', 'ManagementCA')).status, 204);
    const { json } = await server.administer('/documents/CRYPTOTOKEN/Shut');
    const closed = { ...(json['settings'] as object), autoActivation: false, authenticationCode: '' };
    const edited = await server.administer('/documents/CRYPTOTOKEN/Shut', {
      method: 'PUT',
      body: { settings: closed },
    });
    assert.equal(edited.status, 200, edited.text);
    const off = await server.call('/v1/cryptotoken/Shut/deactivate', { method: 'PUT' });
    assert.equal(off.status, 200, off.text);
    const tried = () => auditRows(server).filter(({ event }) => event === 'CRYPTOTOKEN_ACTIVATION').length;
    const before = tried();
    for (const code of ['correct horse battery', 'wrong'])
      assert.match(
        await renew(`WORKER=Locked\nAUTHCODE=${code}`),
        /^RESULT=FAILURE\nMESSAGE=.*an administrator has to/,
      );
    assert.equal((await server.administer('/workers/Locked/status')).json['state'], 'offline');
    const TOKEN = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
    const { CRYPTOTOKEN: _, ...without } = PLAIN;
    await makeWorker(server, 'Sealed', {
      ...without,
      ...TOKEN,
      KEYSTOREPASSWORD: 'pass horse 7',
      ...from('No such CA'),
    });
    assert.equal((await set('Sealed', { KEYSTOREPASSWORD: '' })).status, 200);
    await server.administer('/workers/Sealed/deactivate', { method: 'POST', body: {} });
    assert.match(await renew('WORKER=Sealed\nAUTHCODE=wrong'), /^RESULT=FAILURE\nMESSAGE=.*No such CA/);
    assert.equal(tried(), before);
    const refused = auditRows(server).filter((row) => row.event === 'WORKER_RENEWAL' && row.outcome === 'FAILURE');
    assert.equal(detailsOf(refused.at(-1)!)['client'], 'client');
  });

  it('names each key above all that the worker has, without trying those', async () => {
    await makeWorker(shared.server, 'Many', PLAIN);
    assert.equal((await certify('Many', 'ManagementCA')).status, 204);
    const made = await shared.server.call('/v1/cryptotoken/Tokens/generatekeys', {
      body: { key_pair_alias: 'Many 1000', key_alg: 'EC', key_spec: 'P-256' },
    });
    assert.equal(made.status, 200, made.text);
    for (const alias of ['Many 1001', 'Many 1002']) {
      assert.equal(await renew('WORKER=Many'), 'RESULT=OK\n');
      assert.equal((await propertiesOf('Many'))['DEFAULTKEY'], alias);
    }
    const refused = auditRows(shared.server).filter(
      ({ event, outcome }) => event === 'CRYPTOTOKEN_GEN_KEYPAIR' && outcome === 'FAILURE',
    );
    assert.deepEqual(refused, []);
  });
});
