/** CRLs and key revocation lists where several processes serve one installation, none of which polls for what the others do. */
import { type Certificate, Krl } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { SYSTEM } from '../../../packages/server/src/modules/access/index.ts';
import type { RevocationRequest, SshAuthority } from '../../../packages/server/src/modules/ca/index.ts';
import type { Installation } from '../../../packages/server/src/wiring/installation.ts';
import { editCa, enroll, latestCrl, makeNoCrlsUnasked, MANAGEMENT_CA_DN } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { openBeside } from '../support/installations/open-beside.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { createSshCa, createSshProfiles, requestSsh, sshRequest } from '../support/setups/ssh-setup.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const SUPERSEDED: RevocationRequest = { reason: 'SUPERSEDED', date: undefined, invalidityDate: undefined };

async function processes(t: TestContext, server: TestServer, count: number): Promise<readonly Installation[]> {
  const opened: Installation[] = [];
  atEnd(t, async () => Promise.all(opened.map(async (installation) => installation.close())));
  for (let at = 0; at < count; at++) opened.push(await openBeside(server));
  return opened;
}

describe('CRLs upon revocations at several processes at once', () => {
  it('are made once for all of them, and each revocation is on the CRL when it is answered', async (t) => {
    const server = await TestServer.start(t);
    await makeNoCrlsUnasked(server);
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
    const certificates: Certificate[] = [];
    for (let at = 0; at < 24; at++)
      certificates.push(await enroll(server, newRequest({ username: `many ${at}`, subject: `CN=many ${at}` })));
    const opened = await processes(t, server, 4);
    for (const installation of opened) holdLeases(t, installation);
    const before = rowsOf(server, 'crl');
    let signed = 0;
    for (const { ca } of opened) {
      const sign = ca.signer.sign.bind(ca.signer);
      t.mock.method(ca.signer, 'sign', async (...given: Parameters<typeof sign>) => {
        signed += 1;
        return sign(...given);
      });
    }
    await Promise.all(
      certificates.map(async ({ serialNumber, serialNumberText }, at) => {
        const { revokeCertificate } = opened[at % opened.length]!.ca;
        await revokeCertificate.revoke(SYSTEM, { issuerDn: MANAGEMENT_CA_DN, serialNumber }, SUPERSEDED);
        const listed = new Set([...(await latestCrl(server)).entries()].map((entry) => entry.serialNumberText));
        assert.ok(listed.has(serialNumberText));
      }),
    );
    const made = rowsOf(server, 'crl') - before;
    assert.ok(made >= 1 && made <= 4, `${made} CRLs for 24 revocations at four processes`);
    assert.equal(signed, made, 'none was made in vain');
  });
});

/** Has no lease end before it is given back: a process that stalls for longer than its lease makes a CRL in vain, and on a busy machine any may stall. */
function holdLeases(t: TestContext, { storage }: Installation): void {
  const { leases } = storage.stores;
  const acquire = leases.acquire.bind(leases);
  t.mock.method(leases, 'acquire', (name: string, holder: string) => acquire(name, holder, 3_600_000));
}

describe('a published key revocation list', () => {
  it('has what another process has revoked a moment ago, and stays when nothing was', async (t) => {
    const server = await TestServer.start(t);
    await createSshCa(server, 'SSH CA');
    await createSshProfiles(server, 'Users');
    const [one, other] = (await processes(t, server, 2)) as [Installation, Installation];
    const listOf = async ({ ca }: Installation) =>
      (await ca.publishedKrls.find((await ca.authorities.findByName('SSH CA')) as SshAuthority)).bytes;
    for (let turn = 0; turn < 5; turn++) {
      const certificate = await requestSsh(
        server,
        sshRequest('SSH CA', 'Users', { key_id: `k${turn}`, username: `u${turn}` }),
      );
      const serial = certificate.serialNumber.toString(16).toUpperCase();
      const before = await Promise.all([listOf(one), listOf(other)]);
      for (const list of before) assert.equal(Krl.parse(list).revokesCertificate(certificate), false);
      await server.call(`/v1/certificate/${encodeURIComponent('CN=SSH CA')}/${serial}/revoke?reason=SUPERSEDED`, {
        method: 'PUT',
      });
      for (const process of [one, other]) {
        const list = await listOf(process);
        assert.equal(Krl.parse(list).revokesCertificate(certificate), true, `turn ${turn}`);
        assert.equal(await listOf(process), list, 'nothing has changed, so it is the same');
      }
    }
    // Nobody has a list of before the notes any more.
    assert.equal(rowsOf(server, 'crl_change'), 5);
    server.clock.advanceSeconds(31);
    await listOf(one);
    assert.equal(rowsOf(server, 'crl_change'), 0);
    await listOf(other);
  });
});

function rowsOf(server: TestServer, table: string): number {
  return withDatabase(server, (database) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()!['count']),
  );
}
