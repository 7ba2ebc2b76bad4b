/** Imports whose process is killed at any moment: the configuration is the one of before, or the one of the import. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newServerDatabase } from '../installations/server-database.ts';
import { atEnd } from '../../../../packages/server/test/at-end.ts';

/** Kills so many imports into one installation, each at another moment, and requires that each is there as a whole or not at all. */
export async function killImports(t: Pick<TestContext, 'after'>, kills: number): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-import-'));
  const temporary = await newServerDatabase();
  atEnd(t, async () => {
    await temporary?.remove();
    rmSync(home, { recursive: true, force: true });
  });
  const database = temporary === undefined ? [] : [`--database=${temporary.url}`];
  const outcomes: string[] = [];
  let stored = 0;
  for (let round = 0; round <= kills; round += 1) {
    const days = round + 1;
    // The clock is read for each document and each audit record; the last ones come right before the commit.
    const reads = round === 0 ? 1_000_000 : 1 + ((round * 37) % 90);
    const when = [`--days=${days}`, `--reads=${reads}`, `--delay=${round % 4}`];
    const found = await importKilled([`--home=${home}`, ...database, ...when]);
    const always = found.filter((each) => each.startsWith('always '));
    const other = found.length - always.length;
    if (round === 0) assert.deepEqual(found, []);
    else {
      assert.equal(always.length, 40);
      const [first] = always;
      assert.ok(
        always.every((each) => each === first),
        always.join(),
      );
      const now = Number(/ (\d+)d$/.exec(first!)![1]);
      assert.ok(now === stored || now === round, `${now} days after ${stored} and ${round}`);
      outcomes.push(now === round ? 'new' : 'old');
      // Each import that was stored has brought one profile of its own.
      assert.equal(other, outcomes.filter((each) => each === 'new').length);
      stored = now;
    }
  }
  assert.ok(outcomes.includes('new') && (kills < 4 || outcomes.includes('old')), outcomes.join());
}

/** Runs one import, and returns the configuration that its process has found at first. */
async function importKilled(where: readonly string[]): Promise<readonly string[]> {
  const file = fileURLToPath(new URL('killed-while-importing.ts', import.meta.url));
  const child = spawn(process.execPath, [file, ...where], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  assert.equal(signal, 'SIGKILL', output);
  return JSON.parse(output) as readonly string[];
}
