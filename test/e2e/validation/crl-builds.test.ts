/** Builds of a CRL, and the records of them, when much happens while it is being made. */
import type { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Administrator } from '../../../packages/server/src/modules/access/index.ts';
import { certificateProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import {
  type CaSigner,
  type IssuedCrl,
  IssueCrl,
  type RevocationRequest,
  type UnsignedCrls,
} from '../../../packages/server/src/modules/ca/index.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { BELIEVED } from '../../../packages/server/test/believed-clock.ts';
import { UnsignedCrlReader } from '../../../packages/server/src/storage/stores/crls/unsigned-crl-reader.ts';
import { change } from '../support/administration.ts';
import {
  certificatePath,
  editCa,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { TestServer } from '../support/test-server.ts';

const SYSTEM: Administrator = { kind: 'system' };
const SUPERSEDED: RevocationRequest = { reason: 'SUPERSEDED', date: undefined, invalidityDate: undefined };

/** Things to happen while a CRL is being made. Each is called the first time only. */
interface Interruption {
  /** After the entries were read and before they are signed. */
  readonly whileBuilt?: () => Promise<unknown>;
  /** After the signature and before the CRL is stored. */
  readonly onceSigned?: () => Promise<unknown>;
}

/** Makes a base CRL of the management CA with the parts that the server itself makes them with, and counts. */
async function makeCrl(server: TestServer, { whileBuilt, onceSigned }: Interruption) {
  const { installation } = server.running;
  const counts = { built: 0, signed: 0 };
  const signed: Uint8Array[] = [];
  const reader = new UnsignedCrlReader(installation.storage.database.readers);
  const unsigned: UnsignedCrls = {
    base: async (...args) => {
      const made = await reader.base(...args);
      if (++counts.built === 1) await whileBuilt?.();
      return made;
    },
    delta: (...args) => reader.delta(...args),
    expired: (...args) => reader.expired(...args),
  };
  const signer: CaSigner = {
    generation: (key) => installation.ca.signer.generation(key),
    sign: async (...args) => {
      const signature = await installation.ca.signer.sign(...args);
      signed.push(args[2]);
      if (++counts.signed === 1) await onceSigned?.();
      return signature;
    },
  };
  const {
    audit,
    background: { leases },
    configuration,
    access: { control: access },
    ca: { authorities, crls },
    storage: { store, ids },
  } = installation;
  const issueCrl = new IssueCrl({
    access,
    audit,
    authorities,
    crls,
    store,
    ids,
    leases,
    unsigned,
    linter: installation.ca.linter,
    signer,
    epoch: () => configuration.epoch,
    clock: server.clock,
    clockBelief: BELIEVED,
    random: systemRandom(),
  });
  const { id: caId } = (await authorities.findByName('ManagementCA'))!;
  const made: Promise<IssuedCrl> = issueCrl.issue(SYSTEM, { caId, partition: 0 }, 'base');
  return { counts, signed, made };
}

let last = 0;
const newProfile = ({ running }: TestServer) =>
  change(running.installation, 'CERTPROFILE_CREATION', [
    { kind: 'create', type: certificateProfileType.token, name: `Unrelated ${++last}`, settings: {} },
  ]);

async function newCertificate(server: TestServer): Promise<Certificate> {
  return enroll(server, newRequest({ username: `build ${++last}`, subject: `CN=build ${last}` }));
}

function rowsOf(server: TestServer, table: string): number {
  return withDatabase(server, (database) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()!['count']),
  );
}

describe('a CRL that is being made', () => {
  const shared = sharedServer();

  it('is not made again because of a document that it does not depend on', async () => {
    const { server } = shared;
    for (const moment of ['whileBuilt', 'onceSigned'] as const) {
      const { counts, made } = await makeCrl(server, { [moment]: () => newProfile(server) });
      const { crl } = await made;
      assert.deepEqual(counts, { built: 1, signed: 1 }, moment);
      assert.equal((await latestCrl(server)).thisUpdate, crl.thisUpdate);
    }
  });

  it('does not hold its octets once they are stored', async () => {
    const { signed, made } = await makeCrl(shared.server, {});
    await made;
    assert.deepEqual(
      signed.map(({ byteLength }) => byteLength),
      [0],
    );
  });

  it('is made again with what its CA says now', async () => {
    const { server } = shared;
    for (const [moment, crlExpirePeriod, seconds] of [
      ['whileBuilt', '2d', 2 * 86_400],
      ['onceSigned', '3d', 3 * 86_400],
    ] as const) {
      const { counts, made } = await makeCrl(server, {
        [moment]: () => editCa(server, 'ManagementCA', { crlExpirePeriod }),
      });
      const { crl } = await made;
      assert.equal(counts.built, 2, moment);
      assert.equal(crl.nextUpdate - crl.thisUpdate, seconds);
    }
  });

  for (const moment of ['whileBuilt', 'onceSigned'] as const) {
    it(`is not stored once its CA is off line (${moment})`, async () => {
      const { server } = shared;
      const [crls, parts] = [rowsOf(server, 'crl'), rowsOf(server, 'crl_part')];
      const service = (act: string) => server.call(`/v1/ca_management/ManagementCA/${act}`, { method: 'PUT' });
      const { made } = await makeCrl(server, { [moment]: () => service('deactivate') });
      await assert.rejects(made, { code: 'ca.offline' });
      assert.deepEqual([rowsOf(server, 'crl'), rowsOf(server, 'crl_part')], [crls, parts]);
      assert.equal((await service('activate')).status, 200);
    });

    it(`is signed anew when its token was deactivated and came back (${moment})`, async () => {
      const { server } = shared;
      const { counts, made } = await makeCrl(server, {
        [moment]: () => server.call('/v1/cryptotoken/ManagementCA/deactivate', { method: 'PUT' }),
      });
      await made;
      // What was read is good; what was signed before is not.
      assert.equal(counts.signed, moment === 'onceSigned' ? 2 : 1);
    });
  }
});

describe('CRLs upon revocations', () => {
  const shared = sharedServer();

  it('are not one for each of many at once, and each revocation is on the CRL when it is answered', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
    const certificates = await Promise.all(Array.from({ length: 40 }, () => newCertificate(server)));
    const before = rowsOf(server, 'crl');
    const { revokeCertificate } = server.running.installation.ca;
    await Promise.all(
      certificates.map(async ({ serialNumber, serialNumberText }) => {
        await revokeCertificate.revoke(SYSTEM, { issuerDn: MANAGEMENT_CA_DN, serialNumber }, SUPERSEDED);
        const listed = new Set([...(await latestCrl(server)).entries()].map((entry) => entry.serialNumberText));
        assert.ok(listed.has(serialNumberText));
      }),
    );
    const made = rowsOf(server, 'crl') - before;
    assert.ok(made >= 1 && made <= 4, `${made} CRLs for 40 revocations`);
  });

  it('go on after one that could not be made', async () => {
    const { server } = shared;
    const [first, second] = [await newCertificate(server), await newCertificate(server)];
    const service = (act: string) => server.call(`/v1/ca_management/ManagementCA/${act}`, { method: 'PUT' });
    const revoke = async (certificate: Certificate) => {
      const path = `${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`;
      assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
    };
    assert.equal((await service('deactivate')).status, 200);
    await revoke(first);
    assert.equal((await service('activate')).status, 200);
    await revoke(second);
    const listed = [...(await latestCrl(server)).entries()].map((entry) => entry.serialNumberText);
    for (const { serialNumberText } of [first, second]) assert.ok(listed.includes(serialNumberText));
  });
});
