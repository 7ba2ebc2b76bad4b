/** Base and delta CRLs, with and without partitions, over the real use cases (cases 12 to 17, 79 and 80 of the interface). */
import {
  type Certificate,
  type Crl,
  crlDistributionPoints,
  crlNumber,
  deltaCrlIndicator,
  findExtension,
  freshestCrl,
  issuingDistributionPoint,
  reasonCode,
} from '@sealwright/pki';
import { requireX509 } from '../../../packages/server/src/modules/ca/index.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  makeNoCrlsUnasked,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { TestServer } from '../support/test-server.ts';

const CA_PATH = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}`;
const PROFILE = 'With distribution point';

async function createCrls(server: TestServer, { delta }: { readonly delta: boolean }) {
  const { status, json, text } = await server.call(`${CA_PATH}/createcrl?deltacrl=${delta}`, { method: 'POST' });
  assert.equal(status, 200, text);
  return json;
}

/** Serial number and reason of each entry. */
function entriesOf(crl: Crl): Record<string, string | undefined> {
  return Object.fromEntries(
    [...crl.entries()].map(({ serialNumberText, extensions }) => [
      serialNumberText,
      findExtension(extensions, reasonCode),
    ]),
  );
}

let last = 0;
async function newCertificate(server: TestServer, profile?: string): Promise<Certificate> {
  const options = { username: `crl ${++last}`, subject: `CN=crl ${last}` };
  return enroll(server, profile === undefined ? newRequest(options) : requestUnder(profile, options));
}

async function revoke(server: TestServer, certificate: Certificate, reason: string): Promise<void> {
  const { status, text } = await server.call(`${certificatePath(certificate, 'revoke')}?reason=${reason}`, {
    method: 'PUT',
  });
  assert.equal(status, 200, text);
}

function uriOf(point: unknown): string {
  const { names } = point as { readonly names: readonly { readonly value: string }[] };
  return names[0]!.value;
}

describe('delta CRLs', () => {
  const shared = sharedServer();
  before(() => makeNoCrlsUnasked(shared.server));

  it('share one sequence of numbers with base CRLs, and refer to the newest of them', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', {
      deltaCrlPeriod: '2h',
      freshestCrlUris: ['http://crl.example/delta.crl', 'ldap://crl.example/delta'],
      allowChangingRevocationReason: true,
    });
    const fresh = { issuer_dn: MANAGEMENT_CA_DN, latest_partition_crl_versions: null, all_success: true };
    const numbers = (base: number, delta: number) => ({
      ...fresh,
      latest_crl_version: base,
      latest_delta_crl_version: delta,
      latest_partition_delta_crl_versions: null,
    });
    assert.deepEqual(await createCrls(server, { delta: false }), numbers(1, 0));
    assert.deepEqual(await createCrls(server, { delta: true }), numbers(1, 2));
    const [base, delta] = [await latestCrl(server), await latestCrl(server, { delta: true })];
    assert.deepEqual([base.extension(crlNumber), base.extension(deltaCrlIndicator)], [1n, undefined]);
    assert.deepEqual([delta.extension(crlNumber), delta.extension(deltaCrlIndicator)], [2n, 1n]);
    assert.equal(uriOf(base.extension(freshestCrl)![0]!.distributionPoint), 'http://crl.example/delta.crl');
    assert.equal(delta.extension(freshestCrl), undefined);
    assert.equal(delta.extensions.find(({ oid }) => oid === deltaCrlIndicator.oid)!.critical, true);
    assert.deepEqual([base.nextUpdate! - base.thisUpdate, delta.nextUpdate! - delta.thisUpdate], [86_400, 7200]);
    assert.deepEqual(await createCrls(server, { delta: false }), numbers(3, 2));
  });

  it('hold what was revoked, changed and released since their base', async () => {
    const { server } = shared;
    const [early, changed, held, revoked, released] = await Promise.all(
      Array.from({ length: 5 }, async () => newCertificate(server)),
    );
    await revoke(server, early!, 'KEY_COMPROMISE');
    await revoke(server, changed!, 'SUPERSEDED');
    await revoke(server, held!, 'CERTIFICATE_HOLD');
    await createCrls(server, { delta: false });
    await createCrls(server, { delta: true });
    assert.deepEqual(entriesOf(await latestCrl(server, { delta: true })), {});
    await revoke(server, changed!, 'KEY_COMPROMISE');
    await revoke(server, held!, 'REMOVE_FROM_CRL');
    await revoke(server, revoked!, 'AFFILIATION_CHANGED');
    await revoke(server, released!, 'CERTIFICATE_HOLD');
    await createCrls(server, { delta: true });
    const common = {
      [changed!.serialNumberText]: 'KEY_COMPROMISE',
      [held!.serialNumberText]: 'REMOVE_FROM_CRL',
      [revoked!.serialNumberText]: 'AFFILIATION_CHANGED',
    };
    assert.deepEqual(entriesOf(await latestCrl(server, { delta: true })), {
      ...common,
      [released!.serialNumberText]: 'CERTIFICATE_HOLD',
    });
    // No base CRL had it, and the delta CRL before did (RFC 5280 §5.2.4).
    await revoke(server, released!, 'NOT_REVOKED');
    await createCrls(server, { delta: true });
    assert.deepEqual(entriesOf(await latestCrl(server, { delta: true })), {
      ...common,
      [released!.serialNumberText]: 'REMOVE_FROM_CRL',
    });
    await createCrls(server, { delta: false });
    assert.deepEqual(entriesOf(await latestCrl(server)), {
      [early!.serialNumberText]: 'KEY_COMPROMISE',
      [changed!.serialNumberText]: 'KEY_COMPROMISE',
      [revoked!.serialNumberText]: 'AFFILIATION_CHANGED',
    });
    await createCrls(server, { delta: true });
    assert.deepEqual(entriesOf(await latestCrl(server, { delta: true })), {});
  });

  it('and base CRLs carry a changed reason with the date of the change', async () => {
    const { server } = shared;
    await createProfiles(server, 'Backdated', { allowBackdatedRevocation: true });
    const certificate = await newCertificate(server, 'Backdated');
    await revoke(server, certificate, 'SUPERSEDED');
    await createCrls(server, { delta: false });
    const date = Math.floor(server.clock.nowMs() / 1000) - 86_400;
    const query = `reason=KEY_COMPROMISE&date=${new Date(date * 1000).toISOString().replace('.000Z', 'Z')}`;
    const changed = await server.call(`${certificatePath(certificate, 'revoke')}?${query}`, { method: 'PUT' });
    assert.equal(changed.status, 200, changed.text);
    const { serialNumberText } = certificate;
    const dateIn = (crl: Crl) =>
      [...crl.entries()].find((entry) => entry.serialNumberText === serialNumberText)?.revocationDate;
    for (const delta of [true, false]) {
      await createCrls(server, { delta });
      const crl = await latestCrl(server, { delta });
      assert.deepEqual([entriesOf(crl)[serialNumberText], dateIn(crl)], ['KEY_COMPROMISE', date]);
    }
  });

  it('are served to relying parties', async () => {
    const { server } = shared;
    const served = new Uint8Array(await (await server.fetchPlain('/crls/ManagementCA/delta.crl')).arrayBuffer());
    assert.deepEqual(served, (await latestCrl(server, { delta: true })).der);
  });

  it('need a base CRL that was made since the CA issues them', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '0m' });
    assertRefusal(
      await server.call(`${CA_PATH}/createcrl?deltacrl=true`, { method: 'POST' }),
      400,
      "CA 'ManagementCA' issues no delta CRLs.",
    );
    const certificate = await newCertificate(server);
    await createCrls(server, { delta: false });
    await revoke(server, certificate, 'SUPERSEDED');
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '2h' });
    const before = (await latestCrl(server, { delta: true })).der;
    assert.equal((await createCrls(server, { delta: true }))['all_success'], false);
    assert.deepEqual((await latestCrl(server, { delta: true })).der, before);
    await createCrls(server, { delta: false });
    assert.equal((await createCrls(server, { delta: true }))['all_success'], true);
  });
});

describe('delta CRLs that a CA issues again', () => {
  const shared = sharedServer();
  before(() => makeNoCrlsUnasked(shared.server));

  it('do not refer to a base CRL of before, which says nothing of what was revoked meanwhile', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '2h' });
    await createCrls(server, { delta: false });
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '0m' });
    const certificate = await newCertificate(server);
    await revoke(server, certificate, 'KEY_COMPROMISE');
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '2h' });
    assert.equal((await createCrls(server, { delta: true }))['all_success'], false);
    await createCrls(server, { delta: false });
    assert.deepEqual(entriesOf(await latestCrl(server)), { [certificate.serialNumberText]: 'KEY_COMPROMISE' });
    assert.equal((await createCrls(server, { delta: true }))['all_success'], true);
  });
});

describe('partitioned CRLs', () => {
  const shared = sharedServer();
  before(() => makeNoCrlsUnasked(shared.server));
  const partitionOf = (certificate: Certificate) => {
    const [uri] = certificate
      .extension(crlDistributionPoints)!
      .map(({ distributionPoint }) => uriOf(distributionPoint));
    return Number(uri!.replace('http://crl.example/ca', '').replace('.crl', ''));
  };

  it('are made for the main CRL and every partition, each with its own numbers', async () => {
    const { server } = shared;
    await createProfiles(server, PROFILE, {
      crlDistributionPointUsed: true,
      crlUseCaDefinedSettings: true,
    });
    const unpartitioned = await newCertificate(server);
    await createCrls(server, { delta: false });
    await editCa(server, 'ManagementCA', {
      usePartitionedCrl: true,
      crlPartitions: 3,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
      freshestCrlUris: ['http://crl.example/delta*.crl'],
      deltaCrlPeriod: '2h',
    });
    await revoke(server, unpartitioned, 'SUPERSEDED');
    assert.deepEqual(await createCrls(server, { delta: false }), {
      issuer_dn: MANAGEMENT_CA_DN,
      latest_crl_version: 2,
      latest_delta_crl_version: 0,
      latest_partition_crl_versions: { partition_1: 1, partition_2: 1, partition_3: 1 },
      latest_partition_delta_crl_versions: { partition_1: 0, partition_2: 0, partition_3: 0 },
      all_success: true,
    });
    assert.deepEqual(entriesOf(await latestCrl(server)), { [unpartitioned.serialNumberText]: 'SUPERSEDED' });
    for (const partition of [0, 1, 2, 3]) {
      const crl = await latestCrl(server, { partition });
      const extension = crl.extensions.find(({ oid }) => oid === issuingDistributionPoint.oid)!;
      assert.equal(extension.critical, true, 'or it could be shown for a certificate of another partition');
      const index = partition === 0 ? '' : String(partition);
      const { distributionPoint } = issuingDistributionPoint.decode(extension.value);
      assert.equal(uriOf(distributionPoint), `http://crl.example/ca${index}.crl`);
      assert.equal(uriOf(crl.extension(freshestCrl)![0]!.distributionPoint), `http://crl.example/delta${index}.crl`);
    }
  });

  it('list each certificate on the CRL that it names, and in its deltas', async () => {
    const { server } = shared;
    const certificates = await Promise.all(Array.from({ length: 12 }, async () => newCertificate(server, PROFILE)));
    assert.ok(new Set(certificates.map(partitionOf)).size > 1);
    for (const certificate of certificates) await revoke(server, certificate, 'SUPERSEDED');
    assert.equal((await createCrls(server, { delta: true }))['all_success'], true);
    const listed = (partition: number) =>
      Object.fromEntries(
        certificates
          .filter((certificate) => partitionOf(certificate) === partition)
          .map(({ serialNumberText }) => [serialNumberText, 'SUPERSEDED']),
      );
    for (const partition of [1, 2, 3])
      assert.deepEqual(entriesOf(await latestCrl(server, { partition, delta: true })), listed(partition));
    await createCrls(server, { delta: false });
    for (const partition of [1, 2, 3]) {
      assert.deepEqual(entriesOf(await latestCrl(server, { partition })), listed(partition));
      const served = await server.fetchPlain(`/crls/ManagementCA/partition-${partition}.crl`);
      assert.deepEqual(new Uint8Array(await served.arrayBuffer()), (await latestCrl(server, { partition })).der);
    }
  });

  it('list what names no partition on the main one', async () => {
    const { server } = shared;
    const elsewhere = 'With an address of its own';
    await createProfiles(server, elsewhere, {
      crlDistributionPointUsed: true,
      crlDistributionPointUri: 'http://crl.example/ca.crl',
    });
    const certificates = [await newCertificate(server), await newCertificate(server, elsewhere)];
    for (const certificate of certificates) await revoke(server, certificate, 'SUPERSEDED');
    await createCrls(server, { delta: false });
    const listed = entriesOf(await latestCrl(server));
    for (const { serialNumberText } of certificates) assert.equal(listed[serialNumberText], 'SUPERSEDED');
  });

  it('go on for suspended partitions, which get no new certificate', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { suspendedCrlPartitions: 2 });
    const before = (await createCrls(server, { delta: false }))['latest_partition_crl_versions'];
    const after = (await createCrls(server, { delta: false }))['latest_partition_crl_versions'];
    for (const [name, version] of Object.entries(before as Record<string, number>))
      assert.equal((after as Record<string, number>)[name], version + 1);
    for (let count = 0; count < 8; count++) assert.equal(partitionOf(await newCertificate(server, PROFILE)), 3);
  });

  it('are not taken away, since certificates point to them', async () => {
    const refused = { code: 'ca.crl_partitions_removed' };
    await assert.rejects(editCa(shared.server, 'ManagementCA', { usePartitionedCrl: false }), refused);
    await assert.rejects(
      editCa(shared.server, 'ManagementCA', { crlPartitions: 2, suspendedCrlPartitions: 0 }),
      refused,
    );
  });

  it('upon a revocation are made for the partition of the certificate alone', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true, allowChangingRevocationReason: true });
    const certificate = await newCertificate(server, PROFILE);
    const numberOf = async (partition: number) => (await latestCrl(server, { partition })).extension(crlNumber);
    const others = [await numberOf(0), await numberOf(1), await numberOf(2)];
    for (const reason of ['SUPERSEDED', 'KEY_COMPROMISE']) {
      const before = await numberOf(3);
      await revoke(server, certificate, reason);
      const crl = await latestCrl(server, { partition: 3 });
      assert.equal(crl.extension(crlNumber), before! + 1n);
      assert.equal(entriesOf(crl)[certificate.serialNumberText], reason);
    }
    assert.deepEqual([await numberOf(0), await numberOf(1), await numberOf(2)], others);
  });

  it('become more before one passes the limit of the CA', async () => {
    const { server } = shared;
    const { octets } = (await server.running.installation.ca.crls.findLatest(
      { caId: await managementCaId(server), partition: 3 },
      'base',
    ))!;
    await editCa(server, 'ManagementCA', { maximumCrlSize: octets + 60 });
    const certificates = await Promise.all(Array.from({ length: 2 }, async () => newCertificate(server, PROFILE)));
    // With one entry more the CRL fits, and one that grows as much again would not.
    await revoke(server, certificates[0]!, 'SUPERSEDED');
    await revoke(server, certificates[1]!, 'SUPERSEDED');
    const authority = await server.running.installation.ca.authorities.findByName('ManagementCA');
    const { settings } = requireX509(authority!);
    assert.deepEqual(settings.crl.partitions, { count: 4, suspended: 3 });
    assert.equal(partitionOf(await newCertificate(server, PROFILE)), 4);
    const [record] = withDatabase(server, (database) =>
      database.prepare("SELECT record FROM audit_record WHERE event = 'CA_EDITING' ORDER BY id DESC LIMIT 1").all(),
    ) as { record: string }[];
    const { actor, details } = JSON.parse(record!.record) as { actor: { name: string }; details: object };
    assert.equal(actor.name, 'system');
    assert.deepEqual(details, {
      name: 'ManagementCA',
      fullPartition: 3,
      crlPartitions: 4,
      suspendedCrlPartitions: 3,
    });
  });
});

describe('CRLs of long ago', () => {
  const shared = sharedServer();
  before(() => makeNoCrlsUnasked(shared.server));
  const DAY = 86_400;
  const numbers = (server: TestServer) =>
    withDatabase(server, (database) => database.prepare('SELECT number FROM crl ORDER BY number').all()).map((row) =>
      Number(row['number']),
    );

  it('are kept for ever, unless the CA says for how long', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '1h' });
    for (const delta of [false, true]) await createCrls(server, { delta });
    server.clock.advanceSeconds(30 * DAY);
    await createCrls(server, { delta: false });
    assert.deepEqual(numbers(server), [0, 1, 2, 3]);

    await editCa(server, 'ManagementCA', { crlRetentionPeriod: '10d' });
    server.clock.advanceSeconds(3600);
    await createCrls(server, { delta: false });
    // The first one; the newest of the delta CRLs stays, and what ended less than ten days ago.
    assert.deepEqual(numbers(server), [2, 3, 4]);
    await createCrls(server, { delta: true });
    server.clock.advanceSeconds(12 * DAY);
    const { latest_crl_version: latest } = await createCrls(server, { delta: false });
    assert.deepEqual(numbers(server), [5, 6], 'numbers go on');
    assert.equal(latest, 6);
    const records = auditRows(server).filter(({ event }) => event === 'CRL_DELETED');
    assert.deepEqual(
      records.map((record) => detailsOf(record)['numbers']),
      [[0, 1], [3, 4], [2]],
    );
  });
});

describe('settings of CRLs', () => {
  const shared = sharedServer();

  for (const [what, settings] of Object.entries({
    'partitions without an address for each': { usePartitionedCrl: true, crlPartitions: 2 },
    'an address that partitions share beside those of their own': {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl', 'http://crl.example/ca.crl'],
    },
    'delta CRLs of partitions at one address': {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
      freshestCrlUris: ['http://crl.example/delta.crl'],
    },
    'partitions that are all suspended': {
      usePartitionedCrl: true,
      crlPartitions: 2,
      suspendedCrlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
    },
    'a limit without partitions': { maximumCrlSize: 1000 },
    'delta CRLs without numbers': { deltaCrlPeriod: '1h', crlNumber: false },
    'a distribution point that nobody knows': { crlDistributionPointOnCrl: true },
    'a negative overlap': { crlOverlapTime: '-10m' },
    'an overlap as long as the life of a CRL, which would be replaced at once': {
      crlExpirePeriod: '1h',
      crlOverlapTime: '60m',
    },
    'an issue interval that never passes before a CRL ends': { crlExpirePeriod: '1d', crlIssueInterval: '24h' },
    'delta CRLs that live longer than their base': { crlExpirePeriod: '1d', deltaCrlPeriod: '25h' },
    'a CRL for longer than there are dates': { crlExpirePeriod: '9000y' },
  }))
    it(`refuse ${what}`, async () => {
      await assert.rejects(editCa(shared.server, 'ManagementCA', settings), { code: 'document.invalid_settings' });
    });
});

async function managementCaId({ running }: TestServer): Promise<number> {
  return (await running.installation.ca.authorities.findByName('ManagementCA'))!.id;
}
