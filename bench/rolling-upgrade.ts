/**
 * An upgrade of one process after the other while clients go on: processes of an earlier commit are replaced by those of this one.
 *
 *   node scripts/with-postgres.ts node bench/rolling-upgrade.ts --from COMMIT [--processes 3] [--seconds 20] [--without ocsp]
 *
 * `--seconds` lie between two replacements; `--without` leaves out an act that the earlier commit does not know. Once the first is replaced, a further
 * process of the earlier commit has to be refused. Ends with 1 when an answered act is not there, one is there twice, or a client got another error than 503
 * or a broken connection.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryPostgres } from '../packages/server/test/temporary-database.ts';
import { ACTS, MixedLoad } from '../test/e2e/support/load/mixed-load.ts';
import { linkPackages } from '../test/e2e/support/installations/other-release.ts';
import { readOptions } from './options.ts';

const { processes, ...values } = readOptions({ from: undefined, processes: 3, seconds: 20, without: '' });
if (values.from === undefined) throw new TypeError('--from names the commit of the earlier release');
const ROOT = path.resolve(import.meta.dirname, '..');
const CLIENTS = 8;
const directory = mkdtempSync(path.join(tmpdir(), 'rolling-upgrade-'));
const pauseMs = values.seconds * 1000;
const earlier = checkOut(values.from);
try {
  const database = await temporaryPostgres();
  const load = await MixedLoad.start({ url: database.url, processes, program: earlier });
  try {
    const ran = load.run(
      CLIENTS,
      ACTS.filter((act) => act !== values.without),
    );
    for (let at = 0; at < processes; at++) {
      await sleep(pauseMs);
      console.log(`${at} of ${processes} replaced: ${summary(load)}`);
      await load.replace(at);
    }
    await sleep(pauseMs);
    console.log(`all replaced: ${summary(load)}`);
    const refusal = await load.refusalOf(earlier);
    console.log(`the earlier release, once more: ${refusal?.trim() ?? 'STARTED'}`);
    load.end();
    await ran;
    const wrong = [...load.report.errors, ...(await load.verify())];
    for (const each of wrong.slice(0, 20)) console.log(`WRONG: ${each}`);
    console.log(
      wrong.length === 0 ? 'Everything that was answered is there, once.' : `${wrong.length} errors and losses`,
    );
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await load.stop();
    await database.remove();
  }
} finally {
  git('worktree', 'remove', '--force', path.join(directory, 'earlier'));
  rmSync(directory, { recursive: true, force: true });
}

/** Checks a commit out. @returns its program */
function checkOut(commit: string): string {
  const tree = path.join(directory, 'earlier');
  git('worktree', 'add', '--detach', tree, commit);
  return linkPackages(tree);
}

function git(...command: readonly string[]): void {
  const { status, stderr } = spawnSync('git', command, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new TypeError(stderr);
}

function summary({ report: { answered, unavailable, broken, errors } }: MixedLoad): string {
  const acts = Object.entries(answered).map(([act, times]) => `${act} ${times}`);
  return `${acts.join(', ')}; 503: ${unavailable}, broken: ${broken}, errors: ${errors.length}`;
}
