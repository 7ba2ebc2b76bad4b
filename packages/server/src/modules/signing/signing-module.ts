import type { DocumentLimits } from '../../kernel/work-limits.ts';
import type { ChangeDocuments } from '../administration/index.ts';
import type { Leases, Scheduler } from '../background/index.ts';
import type { CryptoTokens, OperateTokens } from '../crypto-tokens/index.ts';
import type { EndEntityStore, EnrollAtOnce } from '../ra/index.ts';
import type { HostClock } from '../../kernel/clock.ts';
import {
  type AttemptStore,
  type Authenticator,
  forgetLocksTask,
  PASSWORD_LOCKS,
  PasswordAttempts,
  type UseCaseDeps,
  type WrongPasswords,
} from '../access/index.ts';
import { RecordBound, UnknownCallers } from '../audit/index.ts';
import type { CertificateStore, CrlStore, KnownIssuers, Authorities } from '../ca/index.ts';
import type { ServiceExecutors } from '../services/index.ts';
import {
  ArchiveRequests,
  type ArchiveStore,
  ExpireArchive,
  ReadArchive,
  RemoveFromArchive,
  type SavedFileNotes,
  SavedFiles,
  SweepArchive,
} from './archive/index.ts';
import { ChangeWorkers, ReadWorkers, ReloadWorkers } from './administration/index.ts';
import { ClientCertificates } from './authorizers/index.ts';
import { CertifyWorker, RenewWorkers, WorkerCertificates } from './certificates/index.ts';
import {
  type CaKeyDirectory,
  KeyUsages,
  type KeyUsageStore,
  ManagedKeys,
  SigningKeys,
  WorkerKeys,
  WorkerKeyTests,
} from './keys/index.ts';
import { signingSettings, type WorkerFiles } from './worker-contract/index.ts';
import { ProcessContent, Processors } from './processing/index.ts';
import { type ForeignCrls, type OcspResponders, OwnCertificates, OwnCrls } from './revocation/index.ts';
import type { TimeStampAuthorities } from './signers/common/index.ts';
import { ReliableTime } from './signers/time-stamps/index.ts';
import { WorkerHealth, WorkerStatuses } from './status/index.ts';
import { type TimedRunEntry, type TimedRunStore, TimedTasks } from './timed-runs/index.ts';
import type { WorkerLogEntry } from './worker-loggers/index.ts';
import { workerProcessors } from './worker-processors.ts';
import { timedServices } from './worker-timed-services.ts';

/** Dependencies of the signing service: the other modules, its stores, and the ways to files and to other servers. */
export interface SigningModuleDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clockBelief' | 'random' | 'ids'
> {
  /** Authenticator of clients, who need not be members of a role. */
  readonly authenticator: Authenticator;
  readonly authorities: Authorities;
  readonly caKeys: CaKeyDirectory;
  readonly certificateStore: Pick<CertificateStore, 'findCertificate'>;
  readonly changeDocuments: ChangeDocuments;
  readonly clock: HostClock;
  readonly crls: Pick<CrlStore, 'findLatest' | 'read'>;
  readonly endEntities: EndEntityStore;
  readonly enrollAtOnce: EnrollAtOnce;
  readonly issuers: KnownIssuers;
  readonly leases: Leases;
  readonly operateTokens: OperateTokens;
  readonly scheduler: Scheduler;
  readonly tokens: CryptoTokens;
  readonly archive: ArchiveStore;
  readonly keyUsageStore: KeyUsageStore;
  readonly timedRuns: TimedRunStore;
  /** Returns the time of the newest record of the audit log. */
  readonly newestRecordMs: () => Promise<number | undefined>;
  readonly files: WorkerFiles;
  /** Notes of the files of the host that workers write beside their answers. */
  readonly savedFileNotes: SavedFileNotes;
  readonly wrongPasswords: WrongPasswords;
  readonly attempts: Pick<AttemptStore, 'forgetQuiet'>;
  readonly foreignCrls: ForeignCrls;
  readonly ocspResponders: OcspResponders;
  readonly timeStampAuthorities: TimeStampAuthorities;
  /** This process, by a name that it has after a restart, too. */
  readonly node: string;
  /** True in one of several worker processes of the host. */
  readonly isWorkerProcess: boolean;
  /** Limits of documents that are read in threads. */
  readonly limits: DocumentLimits;
  readonly writeTimedRunLog: (entry: TimedRunEntry) => void;
  readonly writeWorkerLog: (entry: WorkerLogEntry) => void | Promise<void>;
  /** Receives errors of what nobody waits for. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** Constructs the use cases of the signing service. */
export function signingModule(deps: SigningModuleDeps) {
  const { clock, files, onBackgroundError, timedRuns } = deps;
  const removal = new RemoveFromArchive(deps);
  const expireArchive = new ExpireArchive({ ...deps, removal });
  const archiveSweep = new SweepArchive(deps);
  const keyUsages = new KeyUsages({ ...deps, usages: deps.keyUsageStore });
  const savedFiles = new SavedFiles({ ...deps, notes: deps.savedFileNotes });
  const workerCertificates = new WorkerCertificates(deps);
  const workerKeys = new WorkerKeys(deps);
  const keys = new SigningKeys(deps);
  const certifyWorker = new CertifyWorker({ ...deps, certificates: workerCertificates, keys: workerKeys });
  const renewals = new RenewWorkers({ ...deps, certifyWorker, workerKeys });
  const statuses = new WorkerStatuses({ ...deps, keys, keyUsages });
  const keyTests = new WorkerKeyTests(deps);
  const services = timedServices({ files, keyTests, renewals, statuses });
  const processors = workerProcessors({
    ...deps,
    ownCertificates: new OwnCertificates(deps),
    ownCrls: new OwnCrls(deps),
    reliableTime: new ReliableTime(clock, deps.clockBelief, deps.newestRecordMs),
    renewals,
    statuses,
  });
  return {
    tasks: [archiveSweep.task, savedFiles.task, forgetLocksTask('forget-passwords', [PASSWORD_LOCKS], deps.attempts)],
    executors: {
      SIGNER_RENEWAL: (_, signal) => renewals.renewAll(signal),
      ARCHIVE_RETENTION: (_, signal) => expireArchive.run(signal),
    } satisfies Partial<ServiceExecutors>,
    keyUsages,
    readWorkers: new ReadWorkers(deps),
    workerStatuses: statuses,
    workerHealth: new WorkerHealth(deps),
    changeWorkers: new ChangeWorkers(deps),
    reloadWorkers: new ReloadWorkers(deps),
    readArchive: new ReadArchive(deps),
    removeFromArchive: removal,
    timedTasks: new TimedTasks({ ...deps, runs: timedRuns, services }),
    savedFiles,
    workerCertificates,
    workerKeys,
    managedKeys: new ManagedKeys({ ...deps, keys }),
    certifyWorker,
    renewWorkers: renewals,
    processContent: new ProcessContent({
      ...deps,
      keys,
      keyUsages,
      archive: new ArchiveRequests(deps),
      savedFiles,
      certificates: new ClientCertificates(deps.authenticator),
      processors: new Processors(processors),
      passwordAttempts: new PasswordAttempts(deps.wrongPasswords, () => signingSettings(deps.configuration)),
      refusals: new UnknownCallers({ ...deps, event: 'PROCESS' }),
      failures: new RecordBound(clock),
      writeWorkerLog: (entry) => {
        const { file, text } = entry;
        if (file === undefined || text === undefined) return deps.writeWorkerLog(entry);
        // The client has its answer, or its own error, all the same, and the record is not lost.
        return files.append(file, text).catch((error: unknown) => {
          onBackgroundError(error);
          return deps.writeWorkerLog(entry);
        });
      },
    }),
  };
}
