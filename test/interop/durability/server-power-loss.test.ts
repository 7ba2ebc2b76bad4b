/** A certificate that the server has answered with survives the loss of power, and so does a first start. Fails when there is no `gcc`. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { FragileDisk, type Kept } from '../../durability/power-loss/fragile-disk.ts';
import { type AnsweredCertificate, ServerDatabase, ServerProcess } from '../../durability/power-loss/server-process.ts';

const ROUNDS = 20;
const CALLERS = 64;
/** Prime to the number of kinds, so that each run has them all. */
const STRIDE = 4;
const KINDS: readonly Kept[] = ['only what was synchronized', 'some of the rest', 'everything'];

describe('a server that enrolls for 64 callers and is killed', () => {
  it('knows every certificate that it has answered with, and its audit record', async (t) => {
    let disk = new FragileDisk();
    const answered: AnsweredCertificate[] = [];
    let checked = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const server = new ServerProcess(disk);
      await server.ready();
      for (; checked < answered.length; checked++) {
        const path = `/v1/certificate/${ISSUER}/${answered[checked]!.serialNumber}/revocationstatus`;
        assert.equal((await server.call(path)).status, 200);
      }
      answered.push(...(await enrollUntilKilled(server, round)));
      const after = disk.afterPowerLoss(KINDS[round % KINDS.length]!);
      disk.remove();
      disk = after;
      assertHolds(disk, answered);
    }
    disk.remove();
    t.diagnostic(`${ROUNDS + 1} starts, ${answered.length} certificates answered, none lost`);
  });
});

describe('a first start', () => {
  it('can be repeated whichever synchronization the power fails at', async (t) => {
    // There are about eighty, and two starts for each: every run takes others.
    for (let killAt = 1 + randomInt(STRIDE); ; killAt += STRIDE) {
      const disk = new FragileDisk();
      const server = new ServerProcess(disk, killAt);
      const ready = await server.readyOrKilled();
      if (ready) await server.kill();
      const after = disk.afterPowerLoss(KINDS[killAt % KINDS.length]!);
      disk.remove();
      await assertWorks(after, `power failed at ${killAt}`);
      after.remove();
      if (!ready) continue;
      t.diagnostic(`each ${STRIDE}th synchronization before the ${killAt}th`);
      assert.ok(killAt > 10);
      return;
    }
  });
});

/** Keeps 64 callers enrolling, kills the server at some moment, and gives what they were answered until then. */
async function enrollUntilKilled(server: ServerProcess, round: number): Promise<readonly AnsweredCertificate[]> {
  const answered: AnsweredCertificate[] = [];
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; ; n++) {
      const certificate = await server.enroll(`user-${round}-${caller}-${n}`);
      if (certificate === undefined) return;
      answered.push(certificate);
    }
  });
  while (answered.length === 0) await delay(5);
  await delay(randomInt(500));
  await server.kill();
  await Promise.all(callers);
  return answered;
}

function assertHolds(disk: FragileDisk, answered: readonly AnsweredCertificate[]): void {
  const database = new ServerDatabase(disk);
  try {
    assert.equal(database.integrity, 'ok');
    const certificates = database.certificatesOf('user-');
    assert.deepEqual(certificates, database.recordedCertificatesOf('user-'));
    const lost = answered.filter(({ serialNumber }) => !certificates.has(serialNumber));
    assert.deepEqual(lost, []);
  } finally {
    database.close();
  }
}

async function assertWorks(disk: FragileDisk, when: string): Promise<void> {
  const server = new ServerProcess(disk);
  try {
    await server.ready();
    assert.ok(await server.enroll('first'));
  } catch (error) {
    assert.ifError(new Error(when, { cause: error }));
  }
  await server.kill();
}

const ISSUER = encodeURIComponent('CN=ManagementCA,O=Sealwright');
