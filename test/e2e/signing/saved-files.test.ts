/** The files of ARCHIVETODISK when the server is killed in the middle of a request. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditRows } from '../support/audit-records.ts';
import { newServerDatabase } from '../support/installations/server-database.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

for (const [what, recorded] of [
  ['a signed document whose signature was not recorded is taken away by the next start', false],
  ['a signed document whose signature was recorded stays when the server is killed before it answers', true],
] as const) {
  it(what, async (t) => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-saved-'));
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-saved-files-'));
    atEnd(t, () => [home, directory].forEach((each) => rmSync(each, { recursive: true, force: true })));
    const temporary = await newServerDatabase();
    const database = temporary?.url;
    const where = { home, ...(database === undefined ? {} : { database }) };
    await killed({ ...where, directory }, recorded);
    const files = () => readdirSync(path.join(directory, 'documents'));
    assert.deepEqual(files().length, 2, 'the file and the name that tells it from files of others');
    // Of a request whose process was killed even earlier.
    writeFileSync(path.join(home, 'saved-files', `${'0'.repeat(32)}.json`), '{"unitId"');
    // Of a file that could not be made, as former releases have noted them.
    const failure = { event: 'PROCESS', outcome: 'FAILURE', actor: { name: 'client', evidence: {} }, details: {} };
    const astray = { unitId: '5'.repeat(32), files: [path.join(home, 'elsewhere', 'signed.pdf')], failure };
    writeFileSync(path.join(home, 'saved-files', `${astray.unitId}.json`), JSON.stringify(astray));
    const unreadable = ['1', '2', '3'].map((digit) => path.join(home, 'saved-files', `${digit.repeat(32)}.json`));
    const [lost, foreign, misplaced] = unreadable as [string, string, string];
    mkdirSync(lost);
    writeFileSync(foreign, 'null');
    writeFileSync(misplaced, JSON.stringify({ unitId: '4'.repeat(32), files: [], failure: {} }));
    // Notes that do not say whose they are belong to nobody when they are older than any request.
    const before = Date.now() / 1000 - 3600;
    const unowned = readdirSync(path.join(home, 'saved-files')).filter((name) => /^\w{32}\.json$/.test(name));
    assert.equal(unowned.length, 5);
    for (const name of unowned) utimesSync(path.join(home, 'saved-files', name), before, before);
    atEnd(t, async () => temporary?.remove());
    const server = await TestServer.start(t, { ...where, workerDirectories: [directory] });
    assert.deepEqual(files(), recorded ? ['signed.pdf'] : []);
    assert.deepEqual(
      readdirSync(path.join(home, 'saved-files')).filter((name) => name.endsWith('.json')),
      unreadable.map((note) => path.basename(note)),
    );
    for (const note of unreadable) {
      const told = server.log.filter((line) => line.includes(note));
      assert.equal(told.length, 1, note);
      assert.match(told[0]!, /"signing\.worker_file"/);
    }
    const outcomes = auditRows(server).filter(({ event }) => event === 'PROCESS');
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      [recorded ? 'SUCCESS' : 'FAILURE', 'FAILURE'],
    );
  });
}

async function killed(options: Readonly<Record<string, string>>, recorded: boolean): Promise<void> {
  const file = fileURLToPath(new URL('killed-while-saving.ts', import.meta.url));
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(process.execPath, [file, ...given, ...(recorded ? ['--recorded'] : [])], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  assert.equal(signal, 'SIGKILL');
}
