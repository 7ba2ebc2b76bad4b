/** Contention for one end entity between two server processes on one PostgreSQL database. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { type Contended, describeContention } from '../support/load/contention.ts';
import { ServerProcess } from '../support/server-process.ts';

describeContention('two server processes', async () => {
  const masterKey = randomBytes(32).toString('base64');
  const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
  const database = await temporaryPostgres();
  const processes = await Promise.all(
    homes.map((home) => ServerProcess.start({ home, database: database.url, masterKey })),
  );
  const { home } = processes.find(({ hasAdministrator }) => hasAdministrator)!.options;
  const servers = processes.map((server): Contended => ({
    call: (target, options) => server.call(target, { ...options, home }),
    administer: (target, options) => server.administer(target, { ...options, home }),
  }));
  return {
    servers,
    where: { home, database: database.url },
    async close() {
      await Promise.all(processes.map((server) => server.stop()));
      await database.remove();
      for (const each of homes) rmSync(each, { recursive: true });
    },
  };
});
