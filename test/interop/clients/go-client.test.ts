/**
 * The Go client that EJBCA's users have, unmodified, against a running server: `node scripts/run-tests.ts clients`.
 *
 * It is a suite of its own, because besides Go (1.19 or later) it needs Go's module proxy, from which the client comes by its hash.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { TestServer } from '../../e2e/support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, 'go-client');

for (const compatibility of ['documented', 'ejbca'] as const)
  it(`lists, enrolls, revokes and reads CRLs with the Go client (${compatibility})`, async (t) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-go-client-'));
    atEnd(t, () => rmSync(directory, { recursive: true }));
    const client = path.join(directory, 'go-client');
    await run('go', ['build', '-mod=readonly', '-o', client, '.'], { cwd: SOURCE });
    const server = await TestServer.start(t, { compatibility });
    const { cert, key } = server.superAdministrator;
    const files = { certificate: cert, key, ca: server.caChain };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text, { mode: 0o600 });
    const host = `localhost:${new URL(server.running.urls[0]!).port}`;
    const { stdout } = await run(client, [host, ...Object.keys(files)], { cwd: directory });
    const { serialNumber, refusal, ...seen } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(seen, {
      revision: 'EJBCA 9.3.0 (Sealwright 0.0.0-test)',
      cas: ['ManagementCA'],
      caSubject: 'CN=ManagementCA,O=Sealwright',
      subject: 'CN=go.example,O=Test',
      dnsNames: ['go.example'],
      chain: 1,
      before: 'NOT_REVOKED',
      revoked: 'Successfully revoked',
      after: 'SUPERSEDED',
      crlNumber: '1',
      onCrl: true,
    });
    const message = `Certificate is already revoked. Issuer: 'CN=ManagementCA,O=Sealwright', serno: ${String(serialNumber).toLowerCase()}.`;
    assert.equal(refusal, `409 Conflict: ${JSON.stringify({ error_code: 409, error_message: message })}`);
  });
