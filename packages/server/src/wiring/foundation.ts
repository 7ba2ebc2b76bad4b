/** The parts that every module stands on: database, configuration, crypto tokens, audit log, clock and background tasks. */
import os from 'node:os';
import { passingTime } from '../kernel/clock.ts';
import { BlockIds } from '../kernel/ids.ts';
import type { Lifetime } from '../kernel/lifetime.ts';
import { systemTimers } from '../kernel/tasks/timers.ts';
import { DEFAULT_WORK_LIMITS } from '../kernel/work-limits.ts';
import { AuditLog } from '../modules/audit/index.ts';
import { backgroundModule } from '../modules/background/index.ts';
import { caHooks, QueueingStore, type QueueingStoreDeps } from '../modules/ca/index.ts';
import { DocumentPlanner, EpochFollowingStore } from '../modules/configuration/index.ts';
import { cryptoTokenHooks } from '../modules/crypto-tokens/index.ts';
import { ClockWatch } from '../modules/installation/index.ts';
import { type EscrowKeys, rewrapJob } from '../modules/key-recovery/index.ts';
import { workerHooks, workersNaming } from '../modules/signing/index.ts';
import {
  clockEvidence,
  openDatabase,
  probeWrite,
  type SqlCryptoTokenStore,
  storesOf,
  WatchedWrites,
  WRITE_DEFINITIONS,
} from '../storage/index.ts';
import { Pkcs11TokenDriver, SoftwareSignatures } from '../tokens/index.ts';
import { trustOfWorkers } from './client-issuers.ts';
import { openConfiguration } from './configuration-and-tokens.ts';
import type { InstallationDeps } from './installation-deps.ts';

/** The open foundation of an installation. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/**
 * Opens the database, and on it what every module needs.
 *
 * @param lifetime - register of the stops of what is opened
 * @param requireSuitableEscrowKey - refuses a CA whose escrow key is unsuitable; called when documents change, not before
 * @param onQueued - hears of publishers with new entries; called when units are committed, not before
 */
export async function openFoundation(
  deps: InstallationDeps,
  lifetime: Lifetime,
  requireSuitableEscrowKey: EscrowKeys['requireSuitable'],
  onQueued: QueueingStoreDeps['onQueued'],
) {
  const { home, sealer, clock, random, onBackgroundError, supervisor, limits = DEFAULT_WORK_LIMITS } = deps;
  const database = await openDatabase({
    url: deps.database ?? home.database,
    definitions: WRITE_DEFINITIONS,
    connections: deps.databaseConnections?.held,
    requiredConnections: deps.databaseConnections?.required,
    onBackgroundError,
    queue: { maxWaiting: limits.waitingUnits },
    readerLimits: limits,
    ...(supervisor && { writer: { channel: supervisor.writer, onLost: supervisor.onLost } }),
  });
  lifetime.add(() => database.close());
  const ids = await BlockIds.start(() => database.claimIdBlock(), onBackgroundError);
  const stores = storesOf(database, limits);
  // A worker process has its supervisor use devices.
  const devices = supervisor === undefined ? openDevices(deps, stores.keyPairs) : undefined;
  lifetime.add(() => devices?.close());
  const signatures = new SoftwareSignatures(onBackgroundError);
  const { configuration, serveKeys, tokens } = await openConfiguration(
    { ...deps, signatures },
    database,
    ids,
    { attempts: stores.attempts, keyPairs: stores.keyPairs, devices },
    (made, writes) => [
      caHooks({
        ...stores,
        configuration: made,
        journal: stores.journalEntries,
        responders: stores.ocspResponders,
        trust: trustOfWorkers(made),
        ids,
        clock,
        escrowKeys: {
          requireSuitable: requireSuitableEscrowKey,
          planRewrap: (caId) => rewrapJob(caId, { ids, clock, keptKeys: stores.keptKeys }),
        },
      }),
      workerHooks({ configuration: made, endEntities: stores.endEntities, writes }),
      cryptoTokenHooks(writes, (token) => workersNaming(made, token)),
    ],
  );
  const writes = new WatchedWrites(database, () => probeWrite(database, random));
  const store = new QueueingStore({
    store: new EpochFollowingStore({
      store: writes,
      configuration,
      calm: stores.configurationCalm,
      onFailed: onBackgroundError,
    }),
    configuration,
    ids,
    clock,
    onQueued,
  });
  const planner = new DocumentPlanner({ configuration, sealer, ids, random, clock });
  const audit = new AuditLog({ clock, random, ids, store });
  const acceptance = {
    audit,
    clock,
    items: stores.items,
    store,
    evidence: clockEvidence(database, deps.database, deps.databaseClock),
  };
  const clockBelief = await ClockWatch.start(acceptance);
  const host = `${os.hostname()}:${home.path}`;
  const background = backgroundModule({
    leaseStore: stores.leases,
    clock,
    clockBelief,
    random,
    timers: systemTimers,
    host,
    onFailed: onBackgroundError,
    ...(supervisor && { wakeElsewhere: supervisor.wakeTask }),
  });
  return {
    acceptance,
    audit,
    background,
    clockBelief,
    configuration,
    database,
    host,
    ids,
    limits,
    planner,
    serveKeys,
    signatures,
    store,
    stores,
    tokens,
    writes,
  };
}

function openDevices(
  { pkcs11, clock, random, onBackgroundError }: InstallationDeps,
  keyPairs: SqlCryptoTokenStore,
): Pkcs11TokenDriver | undefined {
  return (
    pkcs11 &&
    new Pkcs11TokenDriver({ ...pkcs11, keyPairs, clock: passingTime(clock), random, onLost: onBackgroundError })
  );
}
