/**
 * Time to find out that a worker's key does not belong to a CA, and time for which this holds the event loop: `node bench/ca-keys.ts [options]`.
 *
 *   --cas N   CAs, each with a certificate (10000)
 *
 * The second key is asked about under the same configuration epoch as the first.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { HomeDirectory } from '../packages/server/src/home-directory.ts';
import { systemClock } from '../packages/server/src/kernel/clock.ts';
import { newUnitId } from '../packages/server/src/kernel/unit-of-work.ts';
import { systemRandom } from '../packages/server/src/kernel/random.ts';
import { CaPublicKeys } from '../packages/server/src/modules/ca/index.ts';
import { EPOCH_MOVE } from '../packages/server/src/modules/configuration/index.ts';
import { SqlCaStateStore } from '../packages/server/src/storage/stores/authorities/ca-state-store.ts';
import { SqlOcspResponderStore } from '../packages/server/src/storage/stores/authorities/ocsp-responder-store.ts';
import { openInstallation } from '../packages/server/src/wiring/installation.ts';
import { openSealer } from '../packages/server/src/tokens/sealing/open-sealer.ts';
import { addAuthorities } from './many-authorities.ts';
import { readOptions } from './options.ts';

const { cas } = readOptions({ cas: 10_000 });
const directory = mkdtempSync(path.join(tmpdir(), 'bench-ca-keys-'));
try {
  const home = await HomeDirectory.open(path.join(directory, 'home'));
  const first = await open(home);
  await first.setup.firstStart();
  await first.close();
  addAuthorities(home.database, cas);
  const { close, configuration, storage, tokens } = await open(home);
  const states = new SqlCaStateStore(storage.database);
  const responders = new SqlOcspResponderStore(storage.database);
  const keys = new CaPublicKeys({ configuration, responders, states, tokens: tokens.cryptoTokens });
  process.stdout.write(`${cas} CAs\n`);
  await report('first key', () => keys.isKeyOfCa(newKey()));
  await report('second key', () => keys.isKeyOfCa(newKey()));
  const id = newUnitId(systemClock, systemRandom());
  await storage.store.commit({ id, epoch: undefined, writes: [EPOCH_MOVE] });
  await report('a key after the epoch has moved', () => keys.isKeyOfCa(newKey()));
  await close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function open(home: HomeDirectory) {
  const deps = { home, database: undefined, clock: systemClock, random: systemRandom() };
  const sealer = await openSealer(home, deps.random, undefined);
  return openInstallation({
    ...deps,
    sealer,
    onBackgroundError: (error) => process.stderr.write(`${String(error)}\n`),
  });
}

function newKey(): Uint8Array {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
}

async function report(what: string, act: () => Promise<boolean>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await delay(20);
  delays.reset();
  const began = performance.now();
  if (await act()) throw new RangeError('a key that was made just now is that of a CA');
  const took = performance.now() - began;
  await delay(5);
  delays.disable();
  process.stdout.write(
    `${what}: ${took.toFixed(1)} ms, event loop held for ${(delays.max / 1e6).toFixed(1)} ms at most\n`,
  );
}
