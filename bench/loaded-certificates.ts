/** Fills the database of a server that does not run with certificates, past the server. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * Inserts `count` copies of the newest certificate of an end entity, each with a serial number of its own. Not durable: a benchmark that crashed begins
 * anew. The index of texts does not get them, or the server would be busy with it for a minute, so nothing finds a part of their names.
 *
 * @returns the serial numbers, upper-case hexadecimal
 */
export function loadCertificates(
  home: string,
  count: number,
  { revoked }: { readonly revoked: boolean },
): readonly string[] {
  const database = new DatabaseSync(path.join(home, 'sealwright.db'));
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;');
  const template = database
    .prepare('SELECT * FROM certificate WHERE end_entity_id IS NOT NULL ORDER BY id DESC LIMIT 1')
    .get()!;
  const columns = Object.keys(template);
  const insert = database.prepare(
    `INSERT INTO certificate (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  // Ids come in blocks of 2^20, from the first on; nothing else is below that.
  const { id: last } = database
    .prepare(`SELECT coalesce(max(id), 0) AS id FROM certificate WHERE id < ${FIRST_BLOCK}`)
    .get() as { id: number };
  const now = Math.floor(Date.now() / 1000);
  const serials: string[] = [];
  database.exec('BEGIN');
  for (let number = 1; number <= count; number++) {
    const serial = serialNumber();
    const row: Record<string, unknown> = {
      ...template,
      id: last + number,
      serial,
      ...(revoked && {
        status: 40,
        revocation_reason: number % 6,
        revoked_at_s: now - (number % 10_000_000),
        version: 2,
      }),
    };
    insert.run(...columns.map((column) => row[column] as SQLInputValue));
    if (!revoked) serials.push(serial.toHex().toUpperCase());
  }
  database.exec('DELETE FROM certificate_text_pending; COMMIT; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
  return serials;
}

function serialNumber(): Uint8Array {
  const octets = new Uint8Array(randomBytes(20));
  octets[0] = (octets[0]! & 0x3f) | 0x40;
  return octets;
}

const FIRST_BLOCK = 2 ** 20;
