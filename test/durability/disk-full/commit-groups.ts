/**
 * A process that commits groups of 64 units: `node commit-groups.ts FILE`. Writes a line with the username and the answer of each unit
 * to stdout. At SIGTERM it commits ten more and ends.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { openUnits } from '../units.ts';

const GROUP = 64;
const STDOUT = 1;
// Without room a checkpoint fails too, which nobody waits for.
const { database, newUnit } = await openUnits(process.argv[2]!, { onBackgroundError: () => {} });
let left = Infinity;
// Beside the one under way.
process.once('SIGTERM', () => (left = 10 + 1));
for (; left > 0; left--) {
  await Promise.all(Array.from({ length: GROUP }, commitOne));
  await delay(1);
}
await database.close();

async function commitOne(): Promise<void> {
  const { username, unit } = newUnit();
  const answer = await database.commit(unit).then(
    () => 'stored',
    ({ code }: { code: string }) => code,
  );
  writeSync(STDOUT, `${username} ${answer}\n`);
}
