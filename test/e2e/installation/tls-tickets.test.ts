/** Keys of TLS session tickets: with them anybody can pass for an administrator, so nothing that is kept may give them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { connect, type SecureVersion } from 'node:tls';
import { copyInstallation } from '../support/installations/prepared-installation.ts';
import { ServerProcess } from '../support/server-process.ts';

const VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];

for (const workers of ['1', '2'])
  it(`has other ticket keys after a restart with the same files, the same certificate and --workers ${workers}`, async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-tickets-'));
    const database = await copyInstallation(home);
    const start = async () =>
      ServerProcess.start({ home, database: database?.url, settings: ['--workers', workers, '--rsa-pool', '0'] });
    let server = await start();
    try {
      const before = await Promise.all(VERSIONS.map(async (version) => open(server, version)));
      for (const { version, session } of before)
        assert.equal((await open(server, version, session)).reused, true, `${version} resumes while it runs`);
      await server.stop();
      server = await start();
      for (const { version, session, shown } of before) {
        const after = await open(server, version, session);
        assert.equal(after.reused, false, `the process before and the one after have the same keys for ${version}`);
        assert.deepEqual(after.shown, shown);
      }
    } finally {
      await server.stop();
      await database?.remove();
      rmSync(home, { recursive: true });
    }
  });

/** Connects with a client certificate, and gives the session that the server has offered and the certificate that it has shown. */
async function open({ https, options: { home } }: ServerProcess, version: SecureVersion, session?: Buffer) {
  const admin = (name: string) => readFileSync(path.join(home, 'admin', name));
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(https).port),
    servername: 'localhost',
    ca: admin('ca-chain.pem'),
    cert: admin('superadmin.crt.pem'),
    key: admin('superadmin.key.pem'),
    minVersion: version,
    maxVersion: version,
    session,
  });
  const offered = once(socket, 'session') as Promise<[Buffer]>;
  await once(socket, 'secureConnect');
  const reused = socket.isSessionReused();
  const shown = socket.getPeerCertificate().raw as Buffer | undefined;
  // A server of TLS 1.2 offers nothing new with a session that is resumed.
  const made = reused ? session! : (await offered)[0];
  socket.destroy();
  return { version, session: made, reused, shown };
}
