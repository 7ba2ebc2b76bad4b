/**
 * Runs the tests near a change: `node scripts/test-near.ts [COMMIT]`.
 *
 * The change is what the working tree has that COMMIT has not: by default the last commit, and what is not committed yet. Whole servers
 * are tested once, whatever has changed.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { readImportGraph } from './import-graph.ts';
import { nearTests } from './near-tests.ts';

const [commit = 'HEAD~1'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', '--no-renames', commit, '--'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const tests = nearTests(readImportGraph(process.cwd(), ['packages', 'test', 'scripts', 'bench']), changed);
console.log(`${changed.length} files differ from ${commit}; ${tests.length} test files are near`);
const { status } = spawnSync(process.execPath, ['scripts/run-tests.ts', 'unit', ...tests], { stdio: 'inherit' });
process.exit(status ?? 1);

function git(...command: readonly string[]): readonly string[] {
  const { status, stdout } = spawnSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) process.exit(2);
  return stdout.split('\n').filter((line) => line !== '');
}
