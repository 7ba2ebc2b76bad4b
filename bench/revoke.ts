/**
 * Revocations a second that one server process does, with none and with many revoked before, beside the floor of the same run:
 * `node bench/revoke.ts [options]`.
 *
 *   --revoked N      certificates that are revoked before the second measurement (1000000)
 *   --count N        revocations that are measured each time (5000)
 *   --connections N  connections that send at once (8)
 *
 * The server is started on a database that was filled past it. The floor is the same rows, changed and inserted in groups as large as
 * there are connections, durably: no TLS, no HTTP, no plan.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { percentile, sendAll, type Target } from './http-load.ts';
import { loadCertificates } from './loaded-certificates.ts';
import { startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { revoked, count, connections } = readOptions({ revoked: 1_000_000, count: 5000, connections: 8 });

const ISSUER = encodeURIComponent('CN=ManagementCA,O=Sealwright');
const WARM_UP = 2000;
const home = mkdtempSync(path.join(tmpdir(), 'bench-revoke-'));
try {
  await (await startProcess('server', home, undefined)).stop();
  const none = await measure('none revoked');
  process.stderr.write(`revoking ${revoked} certificates ...\n`);
  loadCertificates(home, revoked - count - WARM_UP, { revoked: true });
  const many = await measure(`${revoked} revoked`);
  console.log(`ratio        ${(many / none).toFixed(2)} of the rate with none`);
  floor(loadCertificates(home, count, { revoked: false }));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Revocations a second. */
async function measure(name: string): Promise<number> {
  const serials = loadCertificates(home, WARM_UP + count, { revoked: false });
  const server = await startProcess('server', home, undefined);
  try {
    await revoke(server.target, serials.slice(0, WARM_UP));
    const before = await server.observe();
    const { latenciesMs, seconds } = await revoke(server.target, serials.slice(WARM_UP));
    const after = await server.observe();
    const rate = count / seconds;
    const figures = [
      `${rate.toFixed(0)}/s`,
      `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms`,
      `p99 ${percentile(latenciesMs, 0.99).toFixed(1)} ms`,
      `longest stall ${(after.stallSeconds * 1000).toFixed(0)} ms`,
      `CPU ${(((after.cpuSeconds - before.cpuSeconds) / count) * 1e6).toFixed(0)} us each`,
    ];
    console.log(`${name.padEnd(16)} ${figures.join(', ')}`);
    return rate;
  } finally {
    await server.stop();
  }
}

async function revoke(target: Target, serials: readonly string[]) {
  const load = await sendAll(
    target,
    serials.map((serial) =>
      Buffer.from(
        `PUT /ejbca/ejbca-rest-api/v1/certificate/${ISSUER}/${serial}/revoke?reason=SUPERSEDED HTTP/1.1\r\n` +
          `Host: ${target.host}:${target.port}\r\nContent-Length: 0\r\n\r\n`,
      ),
    ),
    connections,
  );
  if (load.failed > 0) throw new RangeError(`${load.failed} revocations failed: ${load.firstFailure}`);
  return load;
}

function floor(serials: readonly string[]): void {
  const database = new DatabaseSync(path.join(home, 'sealwright.db'));
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -32768;');
  const { ca_id: ca } = database.prepare('SELECT ca_id FROM certificate LIMIT 1').get() as { ca_id: number };
  const find = database.prepare('SELECT id, der FROM certificate WHERE ca_id = ? AND serial = ?');
  const change = database.prepare(
    `UPDATE certificate SET status = 40, revocation_reason = 4, revoked_at_s = ?, updated_ms = ?, version = 2
     WHERE id = ? AND version = 1`,
  );
  const { record } = database.prepare("SELECT record FROM audit_record WHERE event = 'CERT_REVOKED' LIMIT 1").get() as {
    record: string;
  };
  const insert = database.prepare('INSERT INTO audit_record VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, NULL, ?)');
  const started = performance.now();
  const before = process.cpuUsage();
  for (let from = 0; from < serials.length; from += connections) {
    database.exec('BEGIN IMMEDIATE');
    for (const [offset, serial] of serials.slice(from, from + connections).entries()) {
      const now = Date.now();
      const { id } = find.get(ca, Buffer.from(serial, 'hex')) as { id: number };
      change.run(Math.floor(now / 1000), now, id);
      const unit = now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
      insert.run(2 ** 52 + from + offset, unit, now, 'CERT_REVOKED', 'SUCCESS', 'CN=SuperAdmin', ca, serial, record);
    }
    database.exec('COMMIT');
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  database.close();
  const each = ((user + system) / serials.length).toFixed(0);
  console.log(`${'floor'.padEnd(16)} ${(serials.length / seconds).toFixed(0)}/s, CPU ${each} us each`);
}
