import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freeSpaceProblem } from './free-space.ts';

const MIB = 2 ** 20;
const problem = (bavail: number, blocks: number) =>
  freeSpaceProblem('/nowhere', async () => ({ bsize: MIB, blocks, bavail }));

it('finds a disk with less than 64 MiB left too full, and names no path', async () => {
  assert.equal(await problem(64, 100_000), undefined);
  assert.equal(await problem(63, 100_000), 'The disk of the home directory has 63 MiB left and needs 64: make room.');
});

it('asks for a twentieth of a small disk', async () => {
  assert.equal(await problem(5, 100), undefined);
  assert.match((await problem(4, 100)) ?? '', /4 MiB left and needs 5/);
});

it('believes a file system that knows no size', async () => {
  assert.equal(await problem(0, 0), undefined);
});
