/**
 * A process under load: `node commit-units.ts --database FILE [--synchronous NORMAL] [--callers 64] [--units-each N]`.
 *
 * Commits units until somebody kills it or each caller has had its number, and then closes the database. Writes a line with the
 * username of each unit to stdout when it was answered, never before and without a buffer.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openUnits } from '../units.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    synchronous: { type: 'string', default: 'FULL' },
    callers: { type: 'string', default: '64' },
    'units-each': { type: 'string', default: 'Infinity' },
  },
});

const STDOUT = 1;
const { database, newUnit } = await openUnits(options.database!, {
  dangerSynchronous: options.synchronous as 'NORMAL' | 'FULL',
  onBackgroundError(error) {
    throw error;
  },
});
await Promise.all(Array.from({ length: Number(options.callers) }, callAgainAndAgain));
await database.close();

async function callAgainAndAgain(): Promise<void> {
  for (let left = Number(options['units-each']); left > 0; left--) {
    const { username, unit } = newUnit();
    await database.commit(unit);
    writeSync(STDOUT, `${username}\n`);
  }
}
