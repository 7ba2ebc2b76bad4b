import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Writes and removes as much data as a unit of work does, durably: a full disk may still have room for a single row.
 *
 * @throws {@link StorageUnavailableError} when the write fails
 */
export async function probeWrite(database: Writable, random: { bytes(count: number): Uint8Array }): Promise<void> {
  await database.runStatement(putProbe(random.bytes(PROBE_OCTETS)));
  await database.runStatement(putProbe(new Uint8Array()));
}

/** Database that can be written to. */
type Writable = Pick<Database, 'runStatement'>;

function putProbe(value: Uint8Array): RawBuilder<unknown> {
  return sql`INSERT INTO installation_item (name, value, version) VALUES ('write-probe', ${value}, 1)
    ON CONFLICT (name) DO UPDATE SET value = ${value}`;
}

const PROBE_OCTETS = 256 * 1024;
