/**
 * Makes an installation in the directory and the database that are named, and a CA that keeps 100 keys, gives it another escrow key, and is
 * killed while the keys are encrypted for that one.
 *
 * The clock is what each step asks for the time of its records; it ends the process when some steps are durable.
 */
import { generateKeyPairSync } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parsePublicKey, serialNumberFromHex } from '@sealwright/pki';
import { HomeDirectory } from '../../../packages/server/src/home-directory.ts';
import { systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { caType, requireX509 } from '../../../packages/server/src/modules/ca/index.ts';
import { openInstallation } from '../../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../../packages/server/src/tokens/sealing/open-sealer.ts';
import { change } from '../support/administration.ts';
import { caSettings, HOST } from '../support/ca-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const { values: given } = parseArgs({ options: { home: { type: 'string' }, database: { type: 'string' } } });
const where = { home: given.home!, database: given.database };
const home = await HomeDirectory.open(where.home);
const random = systemRandom();
const watch = { armed: false };
const clock = {
  steadyMs: () => systemClock.steadyMs(),
  nowMs() {
    if (watch.armed && rewrapped() >= 40) process.kill(process.pid, 'SIGKILL');
    return systemClock.nowMs();
  },
};
const installation = await openInstallation({
  home,
  database: where.database,
  sealer: await openSealer(home, random, undefined),
  clock,
  random,
  onBackgroundError: (error) => {
    throw error;
  },
});
const { audit, ca, configuration, keyRecovery, storage, tokens } = installation;
await installation.setup.firstStart();
for (const alias of ['first escrow', 'second escrow']) {
  await tokens.operateTokens.generateKeyPair(HOST, 'ManagementCA', {
    alias,
    algorithm: 'EC',
    specification: 'P-256',
    keyUsage: 'ENCRYPT',
  });
}
const settings = caSettings('Killed', { keyEncryptKey: 'first escrow' });
await change(installation, 'CA_CREATION', [{ kind: 'create', type: caType.token, name: 'Killed', settings }]);
const authority = requireX509(await ca.initializeCa.initialize(HOST, 'Killed'));
const pair = generateKeyPairSync('x25519');
const publicKey = parsePublicKey(pair.publicKey.export({ format: 'der', type: 'spki' }));
for (let number = 1; number <= 100; number++) {
  const { writes, entries } = await keyRecovery.keepKey.plan({
    authority,
    certificate: {
      serialNumber: serialNumberFromHex((0x5a00 + number).toString(16)),
      publicKey,
      extension: () => undefined,
    },
    endEntity: { id: number, username: `user${number}` },
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
    actor: { name: 'test', evidence: {} },
  });
  const [first, ...others] = entries;
  await storage.store.commit(audit.unit(writes, [first!, ...others], configuration.epoch));
}
const edited = { ...settings, keyEncryptKey: 'second escrow' };
await change(installation, 'CA_EDITING', [{ kind: 'change', type: caType.token, name: 'Killed', settings: edited }]);
watch.armed = true;
installation.background.scheduler.start();
await installation.background.scheduler.wake('rewrap-kept-keys');
process.stderr.write('the process was not killed\n');

function rewrapped(): number {
  const row = withDatabase(where, (database) =>
    database.prepare('SELECT progress FROM job WHERE kind = ?').get('rewrap-kept-keys'),
  );
  return (JSON.parse(row!['progress'] as string) as { rewrapped: number }).rewrapped;
}
