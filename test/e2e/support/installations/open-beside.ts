/** Another process of an installation, as far as a test needs one: its own caches and connections, beside a server that runs. */
import { HomeDirectory } from '../../../../packages/server/src/home-directory.ts';
import { systemRandom } from '../../../../packages/server/src/kernel/random.ts';
import { type Installation, openInstallation } from '../../../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../../../packages/server/src/tokens/sealing/open-sealer.ts';
import type { TestServer } from '../test-server.ts';

/** Opens the installation of a server once more. The caller closes it. */
export async function openBeside(server: TestServer): Promise<Installation> {
  const home = await HomeDirectory.open(server.home);
  const random = systemRandom();
  return openInstallation({
    home,
    database: server.database,
    sealer: await openSealer(home, random, undefined),
    clock: server.clock,
    databaseClock: (databaseMs) => server.clock.rightMs(databaseMs),
    random,
    onBackgroundError: (error) => {
      throw error;
    },
  });
}
