/**
 * Two processes on PostgreSQL: what one of them has revoked, the OCSP responder of the other never calls good. A thousand times, or as often as the
 * environment says:
 *
 * `OCSP_REVOCATIONS=10000 npx node scripts/with-postgres.ts node --test --test-timeout=0 test/e2e/validation/ocsp.postgres.test.ts`
 */
import { Certificate, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { type TemporaryDatabase, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { certificateOf, certificatePath, MANAGEMENT_CA_DN } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { ocspStatus } from '../support/ocsp-requests.ts';
import { ServerProcess } from '../support/server-process.ts';

const masterKey = randomBytes(32).toString('base64');
const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
let database: TemporaryDatabase;
let servers: ServerProcess[] = [];
let home: string;
let ca: Certificate;

before(async () => {
  database = await temporaryPostgres();
  servers = await Promise.all(
    homes.map((each) => ServerProcess.start({ home: each, database: database.url, masterKey })),
  );
  home = servers.find(({ hasAdministrator }) => hasAdministrator)!.options.home;
  const chain = readFileSync(path.join(home, 'admin', 'ca-chain.pem'), 'utf8');
  ca = Certificate.parse(parsePem(chain)[0]!.der);
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.remove();
  for (const each of homes) rmSync(each, { recursive: true });
});

/** Tells what the responder of a process says, of an answer that it may keep. */
const told = (server: ServerProcess, certificate: Certificate) => ocspStatus(server.http, certificate, ca);

async function change(server: ServerProcess, certificate: Certificate, reason: string): Promise<void> {
  const target = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
  const { status, text } = await server.call(target, { method: 'PUT', home });
  assert.equal(status, 200, text);
}

it('answers a thousand times what another process has changed a moment ago', async (t) => {
  const certificates: Certificate[] = [];
  for (let at = 0; at < LANES; at++) {
    const body = newRequest({ username: `ocsp ${at}`, subject: `CN=ocsp ${at}` });
    certificates.push(certificateOf(await servers[0]!.call('/v1/certificate/pkcs10enroll', { body, home })));
  }
  const seen = new Map<string, number>();
  const lane = async (certificate: Certificate) => {
    for (let turn = 0; turn < TURNS; turn++) {
      const [one, other] = turn % 2 === 0 ? servers : servers.toReversed();
      // The other one keeps this answer, and may not give it out again.
      assert.equal(await told(other!, certificate), 'good');
      await change(one!, certificate, 'CERTIFICATE_HOLD');
      const status = await told(other!, certificate);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      await change(one!, certificate, 'REMOVE_FROM_CRL');
    }
  };
  await Promise.all(certificates.map(lane));
  assert.deepEqual([...seen], [['revoked', LANES * TURNS]]);
  t.diagnostic(`${LANES * TURNS} revocations, each asked about on the other process`);
});

it('knows the new key of a CA that another process has renewed a moment ago', async () => {
  const [one, other] = servers as [ServerProcess, ServerProcess];
  for (let turn = 0; turn < RENEWALS; turn++) {
    // The other process changes something, and knows the CA as of then, before anybody asks it by OCSP.
    const own = await other.administer('/cas/ManagementCA/renew', { body: { new_key: true }, home });
    assert.equal(own.status, 200, own.text);
    const before = newRequest({ username: `before ${turn}`, subject: `CN=before ${turn}` });
    certificateOf(await other.call('/v1/certificate/pkcs10enroll', { body: before, home }));
    const { status, text } = await one.administer('/cas/ManagementCA/renew', { body: { new_key: true }, home });
    assert.equal(await told(other, ca), 'good');
    assert.equal(status, 200, text);
    const body = newRequest({ username: `renewed ${turn}`, subject: `CN=renewed ${turn}` });
    const issued = certificateOf(await one.call('/v1/certificate/pkcs10enroll', { body, home }));
    const path = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/certificate/download`;
    const present = Certificate.parse(parsePem((await one.call(path, { home })).text)[0]!.der);
    assert.ok(issued.verify(present.publicKey));
    for (const server of [other, one]) {
      assert.equal(await ocspStatus(server.http, issued, present), 'good');
      // The serial number is that of another key.
      assert.equal(await ocspStatus(server.http, issued, ca), 'unknown');
    }
  }
});

/** Certificates that are revoked and asked about at a time. */
const LANES = 10;
const TURNS = Number(process.env['OCSP_REVOCATIONS'] ?? 1000) / LANES;
const RENEWALS = 5;
