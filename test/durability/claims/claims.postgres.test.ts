import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type TemporaryDatabase, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import type { Claimant, Wanted } from './claim-at-once.ts';
import type { ClaimOrder } from './claiming-process.ts';
import { expectOneOwner } from './expect-one-owner.ts';

const THINGS = 30;
const program = fileURLToPath(new URL('claiming-process.ts', import.meta.url));

let temporary: TemporaryDatabase;
let processes: readonly ChildProcess[];
before(async () => {
  temporary = await temporaryPostgres();
  processes = [fork(program, [temporary.url]), fork(program, [temporary.url])];
  assert.deepEqual(await answers(), ['ready', 'ready']);
});
after(async () => {
  const ended = processes.map((each) => once(each, 'exit'));
  for (const each of processes) each.disconnect();
  assert.deepEqual(await Promise.all(ended), [
    [0, null],
    [0, null],
  ]);
  await temporary.remove();
});

describe('100 units of two processes that want one thing at once', () => {
  for (const wanted of ['key', 'name', 'username'] as const) {
    it(`give a ${wanted} to one of 100 end entities`, async () => {
      for (let n = 0; n < THINGS; n++) {
        const claimants = await claim(wanted, `${wanted} ${n}`, newId);
        assert.equal(claimants.length, 100);
        expectOneOwner(wanted, claimants);
      }
    });
  }

  for (const wanted of ['key', 'name'] as const) {
    it(`let the end entity that gets a ${wanted} have it again and again, in both processes`, async () => {
      for (let n = 0; n < THINGS; n++) {
        const claimants = await claim(wanted, `${wanted} of ten, ${n}`, (index) => 1 + (index % 10));
        expectOneOwner(wanted, claimants);
        assert.equal(claimants.filter(({ outcome }) => outcome === 'stored').length, 10);
      }
    });
  }
});

/** Lets both processes claim, 50 times each. */
async function claim(wanted: Wanted, thing: string, idOf: (index: number) => number): Promise<readonly Claimant[]> {
  const both = answers();
  for (const each of processes) {
    const ids = Array.from({ length: 50 }, (_, index) => idOf(index));
    each.send({ wanted, thing, ids } satisfies ClaimOrder);
  }
  return (await both).flat() as readonly Claimant[];
}

async function answers(): Promise<readonly unknown[]> {
  return Promise.all(processes.map(async (each) => (await once(each, 'message'))[0]));
}

let lastId = 1000;

function newId(): number {
  return lastId++;
}
