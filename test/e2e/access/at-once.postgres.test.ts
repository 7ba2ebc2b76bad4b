/** Two processes on PostgreSQL: what one of them has taken away, the other never uses again, from the answer on. */
import { Certificate, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { type TemporaryDatabase, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { certificateOf, certificatePath } from '../support/ca-rest-setup.ts';
import { makeManualToken } from '../support/load/deactivation.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { ocspStatus } from '../support/ocsp-requests.ts';
import { memberOf } from '../support/officers.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { ClientIdentity } from '../support/test-server.ts';

const masterKey = randomBytes(32).toString('base64');
const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
let database: TemporaryDatabase;
let servers: ServerProcess[] = [];
let home: string;
let officer: ClientIdentity;
let officerCertificate: Certificate;

before(async () => {
  database = await temporaryPostgres();
  servers = await Promise.all(
    homes.map((each) => ServerProcess.start({ home: each, database: database.url, masterKey })),
  );
  home = servers.find(({ hasAdministrator }) => hasAdministrator)!.options.home;
  const keyPair = newKeyPair();
  const body = newRequest({ username: 'officer', subject: 'CN=officer', keyPair, profile: 'ENDUSER' });
  const answer = await servers[0]!.call('/v1/certificate/pkcs10enroll', { body, home });
  officerCertificate = certificateOf(answer);
  officer = identityOf(answer, keyPair);
  const made = await servers[0]!.administer('/documents/ROLE/Officers', { body: { settings: role(true) }, home });
  assert.equal(made.status, 201, made.text);
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.remove();
  for (const each of homes) rmSync(each, { recursive: true });
});

let names = 0;
const enroll = async (server: ServerProcess, as?: ClientIdentity) => {
  const username = `at once ${++names}`;
  const body = newRequest({ username, subject: `CN=${username}` });
  return server.call('/v1/certificate/pkcs10enroll', { body, home, ...(as && { as }) });
};
/** Has a process know what the others have changed: its commit finds the epoch moved. */
const catchUp = async (server: ServerProcess) => assert.equal((await enroll(server)).status, 200);
/** The process that changes, and the one that is asked. */
const pairOf = (turn: number) => (turn % 2 === 0 ? servers : servers.toReversed()) as [ServerProcess, ServerProcess];

it('enrolls for nobody whose role has lost the right', async () => {
  for (let turn = 0; turn < TURNS; turn++) {
    const [one, other] = pairOf(turn);
    const change = async (may: boolean) => {
      const options = { method: 'PUT', body: { settings: role(may) }, home };
      const changed = await one.administer('/documents/ROLE/Officers', options);
      assert.equal(changed.status, 200, changed.text);
    };
    await change(true);
    await catchUp(other);
    assert.equal((await enroll(other, officer)).status, 200);
    await change(false);
    assert.equal((await enroll(other, officer)).status, 403, `turn ${turn}`);
  }
  await servers[0]!.administer('/documents/ROLE/Officers', { method: 'PUT', body: { settings: role(true) }, home });
});

it('lets no administrator in whose certificate was revoked', async () => {
  for (let turn = 0; turn < TURNS; turn++) {
    const [one, other] = pairOf(turn);
    const change = async (reason: string) => {
      const target = `${certificatePath(officerCertificate, 'revoke')}?reason=${reason}`;
      const changed = await one.call(target, { method: 'PUT', home });
      assert.equal(changed.status, 200, changed.text);
    };
    await catchUp(other);
    assert.equal((await enroll(other, officer)).status, 200);
    await change('CERTIFICATE_HOLD');
    assert.equal((await enroll(other, officer)).status, 403, `turn ${turn}`);
    await change('REMOVE_FROM_CRL');
  }
});

it('signs no OCSP answer with a token that was deactivated', async () => {
  const caller = servers.map((server) => ({
    call: (target: string, options: object = {}) => server.call(target, { ...options, home }),
    administer: (target: string, options: object = {}) => server.administer(target, { ...options, home }),
  }));
  const chain = readFileSync(path.join(home, 'admin', 'ca-chain.pem'), 'utf8');
  const ca = Certificate.parse(parsePem(chain)[0]!.der);
  await makeManualToken(caller[0]!, 'known');
  const activate = async () => {
    for (const { call } of caller) {
      const body = { activation_code: 'known' };
      const { status, text } = await call('/v1/cryptotoken/ManagementCA/activate', { method: 'PUT', body });
      assert.equal(status, 200, text);
    }
  };
  for (let turn = 0; turn < DEACTIVATIONS; turn++) {
    await activate();
    const [one, other] = pairOf(turn);
    assert.equal(await ocspStatus(other.http, officerCertificate, ca), 'good');
    const { status, text } = await one.call('/v1/cryptotoken/ManagementCA/deactivate', { method: 'PUT', home });
    assert.equal(status, 200, text);
    assert.equal(await ocspStatus(other.http, officerCertificate, ca), 'tryLater', `turn ${turn}`);
  }
  await activate();
});

function role(may: boolean) {
  return {
    accessRules: {
      '/administrator/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
      '/ca_functionality/create_certificate/': may ? 'ALLOW' : 'DENY',
      '/ra_functionality/': 'ALLOW',
      '/endentityprofilesrules/EMPTY/': 'ALLOW',
    },
    members: [memberOf('officer')],
  };
}

/** Of each kind. */
const TURNS = 50;
const DEACTIVATIONS = 10;
