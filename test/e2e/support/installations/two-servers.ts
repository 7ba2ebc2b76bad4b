/** Two servers on one PostgreSQL database, each with a home of its own. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryPostgres } from '../../../../packages/server/test/temporary-database.ts';
import { TestServer } from '../test-server.ts';
import { atEnd } from '../../../../packages/server/test/at-end.ts';

/**
 * Starts them with the same master key and administrators. They stop with the test or the suite, the later one first, and what they leave is
 * removed.
 */
export async function startTwoServers(
  t: { after(end: () => Promise<void>): void },
  options: Parameters<typeof TestServer.start>[1] = {},
): Promise<readonly [TestServer, TestServer]> {
  const database = await temporaryPostgres();
  const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
  const [first, second] = homes as [string, string];
  const ends: (() => Promise<void>)[] = [];
  atEnd(t, async () => {
    for (const end of ends) await end();
    await database.remove();
    for (const home of homes) rmSync(home, { recursive: true });
  });
  const masterKeySecret = randomBytes(32).toString('base64');
  const start = (home: string) =>
    TestServer.start(
      { after: (end: unknown) => void ends.unshift(end as () => Promise<void>) },
      { ...options, home, database: database.url },
      { masterKeySecret },
    );
  const one = await start(first);
  cpSync(path.join(first, 'admin'), path.join(second, 'admin'), { recursive: true });
  return [one, await start(second)];
}
