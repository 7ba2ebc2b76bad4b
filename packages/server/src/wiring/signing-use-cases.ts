/** The use cases of the signing service. */
import type { ClockBelief } from '../kernel/clock-belief.ts';
import { type HostClock, passingTime } from '../kernel/clock.ts';
import { type Authenticator, PasswordAttempts } from '../modules/access/index.ts';
import { RecordBound, UnknownCallers } from '../modules/audit/index.ts';
import type { ServiceExecutors } from '../modules/services/index.ts';
import type { Scheduler } from '../modules/background/index.ts';
import type { CertificateStore, KnownIssuers } from '../modules/ca/index.ts';
import {
  ArchiveRequests,
  CertifyWorker,
  ChangeWorkers,
  ExpireArchive,
  KeyUsages,
  ManagedKeys,
  ProcessDocument,
  Processors,
  ReadArchive,
  ReadWorkers,
  ReliableTime,
  ReloadWorkers,
  RemoveFromArchive,
  RenewWorkers,
  RunTimedService,
  type SavedFileNotes,
  SavedFiles,
  SigningKeys,
  signingSettings,
  SweepArchive,
  TimedServiceScheduler,
  WorkerCertificates,
  WorkerHealth,
  WorkerKeys,
  WorkerKeyTests,
  timedServices,
  workerProcessors,
  WorkerStatuses,
} from '../modules/signing/index.ts';
import {
  AuditRecordTimes,
  type Database,
  SqlArchiveStore,
  SqlKeyUsageStore,
  SqlTimedRunStore,
} from '../storage/index.ts';
import { clientCertificates } from './client-certificates.ts';
import { HttpCrls } from '../outbound/http-crls.ts';
import { HttpOcspResponders } from '../outbound/http-ocsp-responders.ts';
import { httpTimeStampAuthorities } from '../outbound/http-time-stamp-authorities.ts';
import type { OutboundHttp } from '../outbound/outbound-http.ts';
import { IssuedRevocationEvidence } from './issued-revocation-evidence.ts';
import { ownCertificates } from './own-certificates.ts';
import { WorkerDirectories } from './worker-directories.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type SigningUseCaseDeps = Omit<
  Deps<typeof ArchiveRequests> &
    Deps<typeof CertifyWorker> &
    Deps<typeof ChangeWorkers> &
    Deps<typeof IssuedRevocationEvidence> &
    Deps<typeof ProcessDocument> &
    Deps<typeof ReadWorkers> &
    Deps<typeof ReloadWorkers> &
    Deps<typeof RunTimedService> &
    Deps<typeof SigningKeys> &
    Deps<typeof TimedServiceScheduler> &
    Deps<typeof WorkerCertificates> &
    Deps<typeof WorkerHealth> &
    Deps<typeof WorkerStatuses> &
    Deps<typeof WorkerKeys>,
  | 'archive'
  | 'certificates'
  | 'failures'
  | 'files'
  | 'keys'
  | 'keyUsages'
  | 'passwordAttempts'
  | 'processors'
  | 'refusals'
  | 'runs'
  | 'runTimedService'
  | 'services'
  | 'timedRuns'
  | 'timeStampAuthorities'
  | 'savedFiles'
> & {
  readonly clock: HostClock;
  readonly clockBelief: ClockBelief;
  readonly scheduler: Scheduler;
  readonly database: Database;
  /** Of files of the host that workers write beside their answers. */
  readonly savedFileNotes: SavedFileNotes;
  /** Those of the host that workers may use. */
  readonly workerDirectories: readonly string[];
  /** The way to CRLs, responders and authorities elsewhere. */
  readonly outboundHttp: OutboundHttp;
  /** Of clients, which need not be members of a role. */
  readonly authenticator: Authenticator;
  readonly issuers: KnownIssuers;
  readonly certificateStore: CertificateStore;
};

/** Constructs them. */
export function signingUseCases(deps: SigningUseCaseDeps) {
  const { authenticator, certificateStore, clock, database, issuers, outboundHttp, random } = deps;
  const archive = new SqlArchiveStore(database);
  const archiveSweep = new SweepArchive({ ...deps, archive });
  const removeFromArchive = new RemoveFromArchive({ ...deps, archive });
  const expireArchive = new ExpireArchive({ ...deps, archive, removal: removeFromArchive });
  const keyUsages = new KeyUsages({ ...deps, usages: new SqlKeyUsageStore(database) });
  const files = new WorkerDirectories(deps.workerDirectories);
  const savedFiles = new SavedFiles({ ...deps, files, notes: deps.savedFileNotes });
  const records = new AuditRecordTimes(database);
  const workerCertificates = new WorkerCertificates(deps);
  const workerKeys = new WorkerKeys(deps);
  const keys = new SigningKeys(deps);
  const certifyWorker = new CertifyWorker({ ...deps, certificates: workerCertificates, keys: workerKeys });
  const renewWorkers = new RenewWorkers({ ...deps, certifyWorker, workerKeys });
  const timedRuns = new SqlTimedRunStore(database);
  const timeStampAuthorities = httpTimeStampAuthorities(outboundHttp);
  const statuses = new WorkerStatuses({ ...deps, files, keys, keyUsages, timedRuns, timeStampAuthorities });
  const runTimedService = new RunTimedService({
    ...deps,
    runs: timedRuns,
    services: timedServices({ files, statuses, keyTests: new WorkerKeyTests(deps), renewals: renewWorkers }),
  });
  return {
    tasks: [archiveSweep.task, savedFiles.task],
    executors: {
      SIGNER_RENEWAL: (_, signal) => renewWorkers.renewAll(signal),
      ARCHIVE_RETENTION: (_, signal) => expireArchive.run(signal),
    } satisfies Partial<ServiceExecutors>,
    keyUsages,
    readWorkers: new ReadWorkers(deps),
    workerStatuses: statuses,
    workerHealth: new WorkerHealth({ ...deps, files }),
    changeWorkers: new ChangeWorkers(deps),
    reloadWorkers: new ReloadWorkers(deps),
    readArchive: new ReadArchive({ ...deps, archive }),
    removeFromArchive,
    timedServices: new TimedServiceScheduler({ ...deps, runs: timedRuns, runTimedService }),
    savedFiles,
    workerCertificates,
    workerKeys,
    managedKeys: new ManagedKeys({ ...deps, keys }),
    certifyWorker,
    renewWorkers,
    processDocument: new ProcessDocument({
      ...deps,
      keys,
      keyUsages,
      archive: new ArchiveRequests(deps),
      savedFiles,
      certificates: clientCertificates(authenticator),
      files,
      processors: new Processors(
        workerProcessors({
          clock,
          random,
          files,
          foreignCrls: new HttpCrls(outboundHttp, passingTime(clock)),
          ocspResponders: new HttpOcspResponders(outboundHttp, clock, random),
          ownCertificates: ownCertificates(issuers, certificateStore),
          ownCrls: new IssuedRevocationEvidence(deps),
          reliableTime: new ReliableTime(clock, deps.clockBelief, () => records.newestMs()),
          renewals: renewWorkers,
          statuses,
          timeStampAuthorities,
        }),
      ),
      passwordAttempts: new PasswordAttempts(passingTime(clock), () => signingSettings(deps.configuration)),
      refusals: new UnknownCallers({ ...deps, event: 'PROCESS' }),
      failures: new RecordBound(clock),
      writeWorkerLog: async (entry) => {
        const { file, text } = entry;
        if (file === undefined || text === undefined) return deps.writeWorkerLog(entry);
        // The client has its answer, or its own error, all the same, and the record is not lost.
        return files.append(file, text).catch((error: unknown) => {
          deps.onBackgroundError(error);
          return deps.writeWorkerLog(entry);
        });
      },
    }),
  };
}
