/** A first start that is killed at any moment is completed by the next one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditRows } from '../../e2e/support/audit-records.ts';
import { ServerProcess, spawnServer } from '../../e2e/support/server-process.ts';

const CRASHES = 20;

it('completes a first start that was killed, whenever that was', async (t) => {
  let lengthMs = await withHome(async (home) => {
    const begin = performance.now();
    const server = await ServerProcess.start({ home });
    const length = performance.now() - begin;
    await server.stop();
    return length;
  });
  const left: string[] = [];
  for (let crash = 0; crash < CRASHES; crash++) {
    // At any moment of the start; its first half is the loading of the program.
    const afterMs = lengthMs * (0.5 + 0.7 * Math.random());
    await withHome(async (home) => {
      const killed = spawnServer({ home });
      const closed = once(killed, 'close');
      await sleep(afterMs);
      killed.kill('SIGKILL');
      await closed;
      const act = lastActOf(home);
      left.push(act);
      // It takes as long as the machine is busy, which may have been more, or less, when it was measured.
      if (act === 'all') lengthMs = Math.min(lengthMs, afterMs);
      if (act === 'nothing') lengthMs = Math.max(lengthMs, afterMs * 1.5);
      const server = await ServerProcess.start({ home });
      try {
        const { status, json } = await server.call('/v1/ca');
        assert.equal(status, 200, `killed after ${afterMs} ms`);
        assert.equal((json['certificate_authorities'] as unknown[]).length, 1, `killed after ${afterMs} ms`);
        assert.equal(existsSync(path.join(home, '.admin.new')), false);
      } finally {
        await server.stop();
      }
    });
  }
  t.diagnostic(`they were killed after: ${left.join(', ')}`);
  assert.ok(new Set(left).size > 1, 'all were killed at the same moment');
});

/** Returns the last act of the start that was killed. */
function lastActOf(home: string): string {
  if (existsSync(path.join(home, 'admin'))) return 'all';
  if (existsSync(path.join(home, '.admin.new'))) return 'the files of the administrator';
  if (!existsSync(path.join(home, 'sealwright.db'))) return 'nothing';
  try {
    return auditRows({ home }).at(-1)?.event ?? 'the tables';
  } catch {
    return 'the file of the database';
  }
}

async function withHome<T>(use: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-crash-'));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
