/** Acts that were answered survive the loss of power. Fails when there is no `gcc`. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FragileDisk, type Kept } from '../../durability/power-loss/fragile-disk.ts';
import { RunningProcess } from '../../durability/power-loss/running-process.ts';
import { readStoredUnits } from '../../durability/power-loss/stored-units.ts';

const ROUNDS = 20;
const KINDS: readonly Kept[] = ['only what was synchronized', 'some of the rest', 'everything'];
const program = fileURLToPath(new URL('../../durability/power-loss/commit-units.ts', import.meta.url));
const databaseOn = (disk: FragileDisk) => join(disk.directory, 'test.db');

describe('a process that commits units from 64 callers and is killed', () => {
  for (const kept of KINDS) {
    it(`loses none that it has answered when the disk keeps ${kept}`, async (t) => {
      let disk = new FragileDisk();
      const answered: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        answered.push(...(await killUnderLoad(disk)));
        const after = disk.afterPowerLoss(kept);
        disk.remove();
        disk = after;
        // The next round goes on with what is left.
        assert.deepEqual(lost(answered, await checkedUnits(disk)), []);
      }
      disk.remove();
      t.diagnostic(`${ROUNDS} rounds, ${answered.length} units answered, none lost`);
    });
  }

  it('loses answered units with less than synchronous=FULL: the test can tell', async (t) => {
    const losses: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const disk = new FragileDisk();
      const answered = await killUnderLoad(disk, ['--synchronous', 'NORMAL']);
      const after = disk.afterPowerLoss('only what was synchronized');
      losses.push(lost(answered, await checkedUnits(after)).length);
      after.remove();
      disk.remove();
    }
    t.diagnostic(`${ROUNDS} rounds with synchronous=NORMAL lost ${losses.join(', ')} answered units`);
    assert.ok(losses.some((loss) => loss > 0));
  });
});

describe('a process that makes its database, commits three units and closes it', () => {
  it('leaves a database that opens with all it has answered, whichever synchronization the power fails at', async (t) => {
    for (let killAt = 1; ; killAt++) {
      const disk = new FragileDisk();
      const running = run(disk, ['--callers', '1', '--units-each', '3'], killAt);
      const end = await running.ended();
      for (const kept of KINDS) {
        const after = disk.afterPowerLoss(kept);
        assert.deepEqual(lost(running.lines, await checkedUnits(after)), [], `power failed at ${killAt}`);
        after.remove();
      }
      disk.remove();
      if (end === 'SIGKILL') continue;
      assert.ok(killAt > 5, `only ${killAt} synchronizations`);
      t.diagnostic(`${killAt - 1} synchronizations`);
      return;
    }
  });
});

/** Runs the program, kills it at some moment after its first answer, and gives what it has answered. */
async function killUnderLoad(disk: FragileDisk, args: readonly string[] = []): Promise<readonly string[]> {
  const running = run(disk, args);
  await running.printed();
  await delay(randomInt(500));
  await running.kill();
  return running.lines;
}

function run(disk: FragileDisk, args: readonly string[], killAt?: number): RunningProcess {
  return new RunningProcess(program, ['--database', databaseOn(disk), ...args], disk.environment(killAt));
}

async function checkedUnits(disk: FragileDisk): Promise<ReadonlySet<string>> {
  const { usernames, halves, integrity } = await readStoredUnits(databaseOn(disk));
  assert.equal(integrity, 'ok');
  assert.deepEqual(halves, []);
  return usernames;
}

function lost(answered: readonly string[], stored: ReadonlySet<string>): readonly string[] {
  return answered.filter((username) => !stored.has(username));
}
