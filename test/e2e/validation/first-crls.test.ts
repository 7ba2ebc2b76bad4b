/** The CRLs that a CA has from the moment on in which it can sign (cases 12 and 13 of the interface count on from there). */
import { CertificationRequest, Crl, crlNumber, deltaCrlIndicator } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../eventually.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { latestCrl, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, caSettings, createCa, HOST } from '../support/ca-setup.ts';
import {
  newServerDatabase,
  whileRefusing,
  withDatabase,
  type Whereabouts,
} from '../support/installations/server-database.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A CRL of a CA as clients get it; undefined when there is none. */
async function crlOf(
  server: TestServer,
  name: string,
  { delta = false, partition = 0 } = {},
): Promise<Crl | undefined> {
  const { settings } = await caOf(server, name);
  const query = `deltaCrl=${delta}&crlPartitionIndex=${partition}`;
  const dn = encodeURIComponent(settings.subject.toString());
  const { json } = await server.call(`/v1/ca/${dn}/getLatestCrl?${query}`);
  return json['crl'] === null ? undefined : Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
}

const numberOf = (crl: Crl | undefined) => crl?.extension(crlNumber);

async function createCrls(server: TestServer, name: string, { delta }: { readonly delta: boolean }) {
  const { settings } = await caOf(server, name);
  const dn = encodeURIComponent(settings.subject.toString());
  const answer = await server.call(`/v1/ca/${dn}/createcrl?deltacrl=${delta}`, { method: 'POST' });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

describe('the first CRL of a CA', () => {
  const shared = sharedServer();

  it('of the management CA is there after the first start', async () => {
    const crl = await latestCrl(shared.server);
    assert.ok(crl.verify((await caOf(shared.server, 'ManagementCA')).chain[0]!.publicKey));
  });

  it('is made with it, also when it is taken off line at once', async () => {
    const { server } = shared;
    const answer = await server.administer('/cas/Brief', { body: { settings: caSettings('Brief') } });
    assert.equal(answer.status, 201, answer.text);
    assert.equal((await server.administer('/cas/Brief/deactivate', { body: {} })).status, 200);
    const crl = await crlOf(server, 'Brief');
    assert.ok(crl?.verify((await caOf(server, 'Brief')).chain[0]!.publicKey));
    assert.equal((await server.fetchPlain('/crls/Brief.crl')).status, 200);
  });

  it('leaves number 1 to the first one that somebody asks for', async () => {
    const { server } = shared;
    await createCa(server, 'Counted');
    assert.equal(numberOf(await crlOf(server, 'Counted')), 0n);
    assert.equal((await createCrls(server, 'Counted', { delta: false }))['latest_crl_version'], 1);
  });

  it('is made with a CA that another one here certifies', async () => {
    const { server } = shared;
    await createCa(server, 'Above');
    await createCa(server, 'Below', { signedBy: 'Above', certificateProfile: 'SUBCA' });
    const crl = await crlOf(server, 'Below');
    assert.ok(crl?.verify((await caOf(server, 'Below')).chain[0]!.publicKey));
  });

  it('is made for every partition, with a delta CRL when the CA issues them', async () => {
    const { server } = shared;
    await createCa(server, 'Parted', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/parted*.crl'],
      deltaCrlPeriod: '2h',
    });
    for (const partition of [0, 1, 2]) {
      const [base, delta] = [
        await crlOf(server, 'Parted', { partition }),
        await crlOf(server, 'Parted', { partition, delta: true }),
      ];
      assert.deepEqual([numberOf(base), numberOf(delta), delta?.extension(deltaCrlIndicator)], [0n, 1n, 0n]);
    }
  });

  it('is what a delta CRL can be asked for by', async () => {
    const { server } = shared;
    await createCa(server, 'With deltas', { deltaCrlPeriod: '2h' });
    const { json } = await server.call(
      `/v1/ca/${encodeURIComponent('CN=With deltas,O=Example')}/createcrl?deltacrl=true`,
      { method: 'POST' },
    );
    assert.deepEqual([json['latest_delta_crl_version'], json['all_success']], [2, true]);
  });

  it('is made when the certificate of a CA arrives that is signed elsewhere, and not before', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Elsewhere');
    await createCa(server, 'Waiting', { signedBy: 'External CA' });
    assert.equal(await crlOf(server, 'Waiting'), undefined);
    const { request } = (await server.running.installation.ca.readCa.report(HOST, 'Waiting')).state;
    const { subject, publicKey } = CertificationRequest.parse(request!.der);
    const certificate = elsewhere.certify({ subject: subject.toString(), publicKey: publicKey.der, ca: true });
    const answer = await server.administer('/cas/Waiting/receive', {
      body: { certificates: [certificate, elsewhere.certificate].map(({ der }) => der.toBase64()) },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok((await crlOf(server, 'Waiting'))?.verify(certificate.publicKey));
  });

  it('that could not be made keeps nobody from the CA, and is made without anybody', async () => {
    const { server } = shared;
    await whileRefusing(server, 'INSERT', 'crl', async () => {
      await createCa(server, 'Interrupted');
      assert.equal((await caOf(server, 'Interrupted')).status, 'ACTIVE');
      assert.equal(await crlOf(server, 'Interrupted'), undefined);
    });
    endLeases(server);
    const crl = await eventually('the CRL', async () => crlOf(server, 'Interrupted'));
    assert.equal(numberOf(crl), 0n);
  });

  it('that could not be made is made before the CA is taken off line', async () => {
    const { server } = shared;
    await whileRefusing(server, 'INSERT', 'crl', async () => createCa(server, 'Hurried'));
    assert.equal((await server.administer('/cas/Hurried/deactivate', { body: {} })).status, 200);
    assert.equal(numberOf(await crlOf(server, 'Hurried')), 0n);
    assert.equal((await caOf(server, 'Hurried')).status, 'OFFLINE');
  });

  it('that cannot be made keeps nobody from taking the CA off line', async () => {
    const { server } = shared;
    await whileRefusing(server, 'INSERT', 'crl', async () => {
      await createCa(server, 'Urgent');
      assert.equal((await server.administer('/cas/Urgent/deactivate', { body: {} })).status, 200);
    });
    assert.equal((await caOf(server, 'Urgent')).status, 'OFFLINE');
  });

  it('is not made for a CA of elsewhere', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Foreign,O=Example');
    const answer = await server.administer('/cas/Foreign/import', {
      body: { certificates: [elsewhere.certificate.der.toBase64()] },
    });
    assert.ok(answer.status < 300, answer.text);
    assert.equal(await crlOf(server, 'Foreign'), undefined);
  });
});

for (const crls of [0, 1, 4]) {
  it(`CRLs of a CA whose process is killed after ${crls} of its 6 first ones are made by the next start`, async (t) => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-first-crls-'));
    const temporary = await newServerDatabase();
    const database = temporary?.url;
    const where = [`--home=${home}`, ...(database === undefined ? [] : [`--database=${database}`]), `--crls=${crls}`];
    const file = fileURLToPath(new URL('killed-before-first-crl.ts', import.meta.url));
    const child = spawn(process.execPath, [file, ...where], { stdio: ['ignore', 'inherit', 'inherit'] });
    const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    assert.equal(signal, 'SIGKILL');
    atEnd(t, () => rmSync(home, { recursive: true, force: true }));
    atEnd(t, async () => temporary?.remove());
    const server = await TestServer.start(t, { home, database });
    const { id, chain } = await caOf(server, 'Killed');
    await eventually('the end of the job', () =>
      withDatabase(
        server,
        (opened) => opened.prepare('SELECT state FROM job WHERE id = ?').get(-id)?.['state'] === 'done',
      ),
    );
    for (const partition of [0, 1, 2]) {
      const base = await crlOf(server, 'Killed', { partition });
      const delta = await crlOf(server, 'Killed', { partition, delta: true });
      assert.deepEqual([numberOf(base), numberOf(delta)], [0n, 1n], `partition ${partition}`);
      assert.ok(base?.verify(chain[0]!.publicKey));
    }
    const stored = withDatabase(server, (opened) =>
      opened.prepare('SELECT count(*) AS crls FROM crl WHERE ca_id = ?').get(id),
    );
    assert.equal(Number(stored?.['crls']), 6, 'each once');
  });
}

/** As if the time had passed after which a job that failed is tried again. */
function endLeases(server: Whereabouts): void {
  withDatabase(server, (database) => database.exec('UPDATE job SET lease_until_ms = 0'));
}
