/** The commands for CRLs against a server. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Crl, crlNumber, formatPem, makeExtension, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { newOfficer } from '../support/officers.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

describe('sealwright crl', () => {
  const shared = sharedServer();
  const serverUrl = () => shared.server.running.urls[0]!.replace('127.0.0.1', 'localhost');
  const cli = (...args: readonly string[]) => run(['--server', serverUrl(), '--home', shared.server.home, ...args]);
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return out;
  };
  const file = (name: string) => path.join(shared.server.home, name);

  it('makes base and delta CRLs, and lists them with their numbers and times', async () => {
    const made = JSON.parse(await succeed('crl', 'create', 'ManagementCA', '--json')) as Record<string, unknown>;
    const first = made['latest_crl_number'] as number;
    assert.equal(made['all_made'], true);
    await editCa(shared.server, 'ManagementCA', { deltaCrlPeriod: '2h' });
    const base = /^newest CRL of ManagementCA: (\d+)\n$/.exec(await succeed('crl', 'create', 'ManagementCA'));
    const delta = /^newest delta CRL of ManagementCA: (\d+)\n$/.exec(
      await succeed('crl', 'create', 'ManagementCA', '--delta'),
    );
    // The service may have made one of its own in between.
    assert.ok(Number(base?.[1]) > first);
    assert.ok(Number(delta?.[1]) > Number(base?.[1]));
    const rows = (await succeed('crl', 'list', 'ManagementCA')).split('\n');
    assert.match(rows[1]!, new RegExp(`^ManagementCA +base +${base?.[1]} +\\S+Z +\\S+Z`));
    assert.match(rows[2]!, new RegExp(`^ManagementCA +delta +\\d+ +\\S+Z +\\S+Z`));
  });

  it('gets a CRL without a client certificate, in PEM and DER', async (t) => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'sealwright-crl-'));
    atEnd(t, () => rm(home, { recursive: true }));
    const anyone = ['--server', serverUrl(), '--home', home, '--cacert', file('admin/ca-chain.pem')];
    const pem = await run([...anyone, 'crl', 'get', 'ManagementCA']);
    assert.equal(pem.code, 0, pem.error);
    const [block] = parsePem(pem.out);
    assert.equal(block!.label, 'X509 CRL');
    const out = path.join(home, 'm.crl');
    assert.equal((await run([...anyone, 'crl', 'get', 'ManagementCA', '--format', 'der', '--out', out])).code, 0);
    assert.deepEqual(new Uint8Array(readFileSync(out)), block!.der);
    assert.equal((await run([...anyone, 'crl', 'get', 'ManagementCA', '--out', out])).code, 4, 'it exists');
    const delta = await run([...anyone, 'crl', 'get', 'ManagementCA', '--delta', '--json']);
    assert.equal((JSON.parse(delta.out) as { delta: boolean }).delta, true);
  });

  it('gets, makes and lists the CRLs of partitions', async () => {
    await editCa(shared.server, 'ManagementCA', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/*.crl'],
      freshestCrlUris: ['http://crl.example/delta-*.crl'],
    });
    assert.match(
      await succeed('crl', 'create', 'ManagementCA'),
      /^newest CRL .*\n {2}partition 1: \d+\n {2}partition 2: \d+\n$/,
    );
    const { number } = JSON.parse(await succeed('crl', 'get', 'ManagementCA', '--partition', '2', '--json')) as {
      number: number;
    };
    assert.match(await succeed('crl', 'list'), new RegExp(`^ManagementCA +base, partition 2 +${number} `, 'm'));
  });

  it('imports a CRL of an external CA in PEM or DER, and says that it is imported', async () => {
    const partner = TestCa.root('CN=Partner');
    writeFileSync(file('partner.pem'), partner.certificatePem);
    await succeed('ca', 'import', 'Partner', file('partner.pem'));
    for (const [number, name] of [
      [7, 'p.crl'],
      [8, 'p.pem'],
    ] as const) {
      const der = partner.issueCrl([], [makeExtension(crlNumber, BigInt(number), false)]);
      writeFileSync(file(name), name.endsWith('.pem') ? formatPem('X509 CRL', der) : der);
      assert.equal(await succeed('crl', 'import', 'Partner', file(name)), `imported: CRL ${number} of CN=Partner\n`);
    }
    assert.match(await succeed('crl', 'list', 'Partner'), /^Partner +base, imported +8 /m);
    const got = Crl.parse(parsePem(await succeed('crl', 'get', 'Partner'))[0]!.der);
    assert.equal(got.extension(crlNumber), 8n);
    const again = await cli('crl', 'import', 'Partner', file('p.crl'));
    assert.equal(again.code, 1);
    assert.match(again.error, /CRL #7 or higher is already in the database/);
  });

  it('says what there is not, and refuses what cannot be run', async () => {
    for (const [args, code, message] of [
      [['get', 'Nowhere'], 1, /has no CRL of a CA 'Nowhere'/],
      [['get', 'Partner', '--delta'], 1, /has no delta CRL/],
      [['get', 'Partner', '--format', 'DER'], 2, /--out/],
      [['get', 'Partner', '--partition', '-1'], 2, /--partition/],
      [['get', 'Partner', '--format', 'XML'], 2, /--format is 'XML'; it has to be PEM or DER/],
      [['create', 'Nowhere'], 1, /there is no CA called 'Nowhere'/],
      [['list', 'Nowhere'], 1, /404/],
      [['import', 'Partner', file('partner.pem')], 4, /is not a CRL/],
    ] as const) {
      const result = await cli('crl', ...args);
      assert.equal(result.code, code, args.join(' '));
      assert.match(result.error, message);
    }
  });

  it('lists no CRLs and no CAs to somebody who has no access to them', async () => {
    const officer = await newOfficer(shared.server, 'Elsewhere', { '/services/view/': 'ALLOW' });
    const as = { as: officer };
    assert.deepEqual((await shared.server.administer('/cas', as)).json, { cas: [] });
    assert.equal((await shared.server.administer('/cas/ManagementCA/crls', as)).status, 404);
  });
});
