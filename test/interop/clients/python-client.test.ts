/**
 * A script as administrators write them, which takes everything from files and the environment and so sends texts for booleans and numbers for
 * passwords: `node scripts/run-tests.ts clients`. EJBCA's parser takes it. Published clients were found that do so with `include_chain` alone, the
 * easy REST client and Keyfactor's role for Ansible; so this one is ours.
 *
 * It needs Python and nothing else.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { certificateRequest, newKeyPair } from '../../e2e/support/enrollment.ts';
import { TestServer } from '../../e2e/support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const run = promisify(execFile);
const SCRIPT = path.join(import.meta.dirname, 'python-client/client.py');

const results = async (t: Parameters<typeof TestServer.start>[0], compatibility: 'documented' | 'ejbca') => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-python-client-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const server = await TestServer.start(t, { compatibility });
  const made = await server.administer('/documents/CRYPTOTOKEN/Numbered', {
    body: { settings: { type: 'SoftCryptoToken' } },
  });
  assert.equal(made.status, 201, made.text);
  const { cert, key } = server.superAdministrator;
  const request = certificateRequest('CN=py.example', newKeyPair());
  const files = Object.entries({ cert, key, chain: server.caChain, request }).map(([name, text]) => {
    writeFileSync(path.join(directory, name), text, { mode: 0o600 });
    return path.join(directory, name);
  });
  const host = `localhost:${new URL(server.running.urls[0]!).port}`;
  const { stdout } = await run('python3', [SCRIPT, host, ...files]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

it('takes texts for booleans and numbers for passwords from a script (ejbca)', async (t) => {
  assert.deepEqual(await results(t, 'ejbca'), {
    probes: [200, 200, 200, 200],
    cas: ['ManagementCA'],
    'with chain': [201, true],
    'without chain': [201, false],
    refused: null,
    revoked: true,
    CRL: ['all_success', 'issuer_dn', 'latest_crl_version', 'latest_delta_crl_version'],
    opened: [200, 200],
  });
});

it('refuses texts for booleans, and says which, where the documented interface is served', async (t) => {
  const { refused, opened } = await results(t, 'documented');
  assert.match(refused as string, /'password' must be string|'include_chain' must be boolean/);
  assert.deepEqual(opened, [400, 200]);
});
