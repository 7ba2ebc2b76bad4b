/**
 * Processes of this release that are replaced one by one, over one migration, by the release after it, while clients go on. The release after it is this one with a migration more;
 * `bench/rolling-upgrade.ts` does the same from any earlier commit to this one.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { MIGRATIONS } from '../../../packages/server/src/storage/migrations/index.ts';
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { eventually } from '../../eventually.ts';
import { ACTS, MixedLoad } from '../support/load/mixed-load.ts';
import { writeNextRelease } from '../support/installations/other-release.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

it('are upgraded one after the other, and everything that was answered is there once', async (t) => {
  const tree = mkdtempSync(path.join(tmpdir(), 'sealwright-next-release-'));
  atEnd(t, () => rmSync(tree, { recursive: true, force: true }));
  const next = await writeNextRelease(tree);
  const database = await temporaryPostgres();
  atEnd(t, () => database.remove());
  const load = await MixedLoad.start({ url: database.url, processes: 2 });
  atEnd(t, () => load.stop());
  const ran = load.run(CLIENTS, ACTS, PAUSE_MS);
  await eachActAnswered(load);

  await load.replace(0, next);
  // One of each release, on the newer schema.
  await eachActAnswered(load);
  const refusal = await load.refusalOf(undefined);
  const number = MIGRATIONS.at(-1)!.number;
  assert.match(refusal ?? 'it started', new RegExp(`\\b${number + 1}\\b[^]*\\b${number}\\b`));

  await load.replace(1, next);
  await eachActAnswered(load);
  load.end();
  await ran;
  assert.deepEqual(load.report.errors, []);
  assert.deepEqual(await load.verify(), []);
});

/** Waits until each act was answered some times more. */
async function eachActAnswered(load: MixedLoad): Promise<void> {
  const before = { ...load.report.answered };
  await eventually('answers to each act', () => ACTS.every((act) => load.report.answered[act] >= before[act] + 5));
}

const CLIENTS = 6;
/** Of each client after each act: others run beside this test. */
const PAUSE_MS = 50;
