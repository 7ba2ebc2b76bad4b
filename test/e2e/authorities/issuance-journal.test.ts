/** Record before signing: what is left of a certificate when its process ends between the record and the storage. */
import { Krl, serialNumberToBigInt } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertRefusal, editCa, ENROLL, enroll, newCrl, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import {
  newServerDatabase,
  type Whereabouts,
  whileRefusing,
  withDatabase,
} from '../support/installations/server-database.ts';
import { CERTIFICATE_REQUEST, createSshCa, createSshProfiles, sshRequest } from '../support/setups/ssh-setup.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const HOST = { kind: 'host' } as const;

function entriesIn(server: Whereabouts): number {
  return withDatabase(server, (database) => {
    const row = database.prepare('SELECT count(*) AS entries FROM issuance_journal').get();
    return row!['entries'] as number;
  });
}

describe('a CA that records before it signs', () => {
  const shared = sharedServer();

  it('does so when its settings say so; keys in software do not by default', async () => {
    const { server } = shared;
    await enroll(server, newRequest({ username: 'before', subject: 'CN=before' }));
    assert.equal(entriesIn(server), 0);
    await editCa(server, 'ManagementCA', { recordBeforeSigning: 'ALWAYS' });
    await enroll(server, newRequest({ username: 'recorded', subject: 'CN=recorded' }));
    assert.equal(entriesIn(server), 1);
  });

  it('completes the record with the certificate, and sweeps it up', async () => {
    const { server } = shared;
    const { journal, incompleteIssuances } = server.running.installation.ca;
    server.clock.advanceSeconds(61);
    assert.deepEqual(await incompleteIssuances.list(HOST), []);
    await journal.sweep();
    assert.equal(entriesIn(server), 0);
  });

  it('keeps the record of a certificate that was signed and could not be stored, and revokes it by its number', async () => {
    const { server } = shared;
    const { journal, incompleteIssuances } = server.running.installation.ca;
    const body = newRequest({ username: 'lost', subject: 'CN=lost' });
    const answer = await whileRefusing(server, 'INSERT', 'certificate', async () => server.call(ENROLL, { body }));
    assertRefusal(answer, 500, 'General failure.');
    assert.deepEqual(await incompleteIssuances.list(HOST), [], 'it may be going on');
    server.clock.advanceSeconds(61);
    const [entry, ...others] = await incompleteIssuances.list(HOST);
    assert.deepEqual([entry?.subjectDn, others], ['CN=lost', []]);
    await incompleteIssuances.revoke(HOST, entry!);
    assert.deepEqual(await incompleteIssuances.list(HOST), []);
    const listed = [...(await newCrl(server)).entries()].map(({ serialNumberText }) => serialNumberText);
    assert.deepEqual(listed, [entry!.serialNumber]);
    await journal.sweep();
    assert.equal(entriesIn(server), 0);
  });
});

describe('an SSH CA that records before it signs', () => {
  const shared = sharedServer();

  it('keeps the record of a certificate that could not be stored, and puts its number on the key revocation list', async () => {
    const { server } = shared;
    await createSshCa(server, 'SSH CA', { recordBeforeSigning: 'ALWAYS' });
    await createSshProfiles(server, 'Staff');
    const body = sshRequest('SSH CA', 'Staff', { username: 'lost' });
    const answer = await whileRefusing(server, 'INSERT', 'certificate', async () =>
      server.call(CERTIFICATE_REQUEST, { body }),
    );
    assertRefusal(answer, 500, 'General failure.');
    server.clock.advanceSeconds(61);
    const { incompleteIssuances } = server.running.installation.ca;
    const [entry, ...others] = await incompleteIssuances.list(HOST);
    assert.deepEqual([entry?.subjectDn, others], ['CN=lost', []]);
    await incompleteIssuances.revoke(HOST, entry!);
    const list = await server.fetchPlain('/ssh/SSH%20CA.krl');
    const [revoked] = Krl.parse(new Uint8Array(await list.arrayBuffer())).certificates;
    assert.equal(revoked?.hasSerial(serialNumberToBigInt(entry!.serialNumber)), true);
  });
});

it('a certificate whose process is killed after its signature is found and revoked by `sealwright doctor`', async (t) => {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-journal-'));
  atEnd(t, () => rmSync(home, { recursive: true, force: true }));
  const temporary = await newServerDatabase();
  const database = temporary?.url;
  const where = [`--home=${home}`, ...(database === undefined ? [] : [`--database=${database}`])];
  const killed = await run(new URL('killed-after-signing.ts', import.meta.url), where);
  assert.equal(killed.signal, 'SIGKILL', killed.output);
  assert.equal(entriesIn({ home, database }), 1);
  // Younger ones may belong to a server that runs.
  withDatabase({ home, database }, (opened) => {
    opened.exec('UPDATE issuance_journal SET created_ms = created_ms - 61000');
    opened.prepare('UPDATE issuance_journal SET subject_dn = subject_dn || ?').run(',O=\u001b[2Jcleared\r\nfake');
  });
  const doctor = new URL('../../../bin/sealwright.js', import.meta.url);
  const found = await run(doctor, ['doctor', ...where]);
  assert.equal(found.code, 1, found.output);
  assert.match(
    found.output,
    /ManagementCA  [0-9A-F]+  CN=killed,O= \[2Jcleared  fake\n/,
    'and nothing that a terminal obeys',
  );
  const revoked = await run(doctor, ['doctor', '--revoke', ...where]);
  assert.deepEqual([revoked.code, revoked.output.includes('1 revoked.')], [0, true], revoked.output);
  const again = await run(doctor, ['doctor', ...where]);
  assert.equal(again.code, 0, again.output);
  atEnd(t, async () => temporary?.remove());
  const server = await TestServer.start(t, { home, database });
  assert.equal([...(await newCrl(server)).entries()].length, 1);
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

async function run(file: URL, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
}
