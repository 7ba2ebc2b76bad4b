/** Contention for one end entity in one process, on the embedded database. */
import { describeContention } from './contention.ts';
import { TestServer } from '../test-server.ts';

describeContention('one server', async () => {
  const ends: (() => Promise<void>)[] = [];
  const server = await TestServer.start({ after: (end: unknown) => void ends.push(end as () => Promise<void>) });
  return {
    servers: [server],
    where: server,
    async close() {
      for (const end of ends) await end();
    },
  };
});
