import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { UnitId } from '../kernel/unit-of-work.ts';
import type { SavedRequest } from '../modules/signing/index.ts';
import { markOfThisProcess, type ProcessMark } from './process-mark.ts';
import { SavedFileDirectory } from './saved-file-directory.ts';

describe('notes of saved files, shared by the processes of a host', () => {
  const here = markOfThisProcess();
  let directory: string;
  let open: (mark: Partial<ProcessMark>) => SavedFileDirectory;

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'saved-file-notes-'));
    open = (mark) => new SavedFileDirectory(directory, { ...here, ...mark });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const taken = async (by: SavedFileDirectory) =>
    (await by.takeOver((error) => assert.fail(error as Error))).map(({ unitId }) => unitId);
  const makeOld = () => {
    for (const name of readdirSync(directory)) utimesSync(path.join(directory, name), 1, 1);
  };

  it('are left to a running process', async () => {
    await open({}).add(NOTE);
    // The process that started these tests is used as the sibling.
    const sibling = open({ pid: process.ppid, started: startOf(process.ppid) });
    await sibling.add({ ...NOTE, unitId: OTHER });
    assert.deepEqual(await taken(open({})), []);
  });

  for (const [what, mark] of Object.entries({
    'has ended': { pid: endedPid() },
    'had the number of one that works': { started: 'earlier' },
    'ran before the host was started anew': { boot: 'another' },
  }))
    it(`of a process that ${what} are taken over, by one process`, async () => {
      await open(mark).add(NOTE);
      const [one, other] = [open({}), open({ pid: process.ppid, started: startOf(process.ppid) })];
      const found = await Promise.all([taken(one), taken(other)]);
      assert.deepEqual(found.flat(), [NOTE.unitId]);
      const winner = found[0]?.length === 1 ? one : other;
      await winner.remove(NOTE.unitId);
      assert.deepEqual(
        readdirSync(directory).filter((name) => name.endsWith('.json')),
        [],
      );
    });

  for (const [what, mark] of Object.entries({
    'another host': { host: 'another', boot: 'another' },
    'another container': { space: 'another' },
  }))
    it(`of ${what} are taken over when no request can be under way any more`, async () => {
      await open(mark).add(NOTE);
      assert.deepEqual(await taken(open({})), []);
      makeOld();
      assert.deepEqual(await taken(open({})), [NOTE.unitId]);
    });

  it('that name no process, or are only begun, are nobody else’s while they are new', async () => {
    writeFileSync(path.join(directory, `${NOTE.unitId}.json`), JSON.stringify(NOTE));
    writeFileSync(path.join(directory, `${OTHER}.json`), '{"unitId"');
    assert.deepEqual(await taken(open({})), []);
    assert.equal(readdirSync(directory).length, 2);
    makeOld();
    assert.deepEqual(await taken(open({})), [NOTE.unitId]);
  });
});

const NOTE: SavedRequest = {
  unitId: '1'.repeat(32) as UnitId,
  files: ['/documents/signed.pdf'],
  failure: { event: 'PROCESS', outcome: 'FAILURE', actor: { name: 'client', evidence: {} }, details: {} },
};
const OTHER = '2'.repeat(32) as UnitId;

function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

function startOf(pid: number): string {
  const code = `console.log(require('fs').readFileSync('/proc/${pid}/stat', 'latin1').replace(/^.*\\) /s, '').split(' ')[19] ?? '')`;
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout.trim();
}
