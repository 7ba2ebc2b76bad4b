/** Fills the database of a server that does not run with revoked certificates, past the server. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * Inserts `count` copies of the newest certificate, each with a serial number of its own and revoked. Not durable: a benchmark that
 * crashed begins anew.
 */
export function loadRevoked(home: string, count: number): void {
  const database = new DatabaseSync(path.join(home, 'sealwright.db'));
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;');
  const template = database.prepare('SELECT * FROM certificate ORDER BY id DESC LIMIT 1').get()!;
  const columns = Object.keys(template);
  const insert = database.prepare(
    `INSERT INTO certificate (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const now = Math.floor(Date.now() / 1000);
  database.exec('BEGIN');
  for (let number = 1; number <= count; number++) {
    const row: Record<string, unknown> = {
      ...template,
      // Below the first block of ids that a process claims.
      id: number,
      serial: serialNumber(),
      status: 40,
      revocation_reason: number % 6,
      revoked_at_s: now - (number % 10_000_000),
      version: 2,
    };
    insert.run(...columns.map((column) => row[column] as SQLInputValue));
  }
  database.exec('COMMIT');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function serialNumber(): Uint8Array {
  const octets = randomBytes(20);
  octets[0] = (octets[0]! & 0x3f) | 0x40;
  return octets;
}
