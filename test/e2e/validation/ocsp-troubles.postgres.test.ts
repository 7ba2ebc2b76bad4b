import { it } from 'node:test';
import { startCuttingProxy } from '../../../packages/server/test/cutting-proxy.ts';
import { temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { answerThroughTroubles } from '../support/load/ocsp-troubles.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

it('answers right or to try later, whatever becomes of keys, crypto tokens, clock and PostgreSQL meanwhile', async (t) => {
  const database = await temporaryPostgres();
  atEnd(t, () => database.remove());
  const proxy = await startCuttingProxy(database.url);
  atEnd(t, () => proxy.close());
  const server = await TestServer.start(t, { database: proxy.url });
  await answerThroughTroubles(server, {
    isReadable: false,
    goAway: () => proxy.stop(),
    comeBack: () => proxy.resume(),
  });
});
