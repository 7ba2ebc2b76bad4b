/** Everything of an installation but its listeners: storage, keys, configuration and the use cases on them. */
import os from 'node:os';
import type { HomeDirectory } from '../home-directory.ts';
import { type HostClock, passingTime } from '../kernel/clock.ts';
import { BlockIds } from '../kernel/ids.ts';
import { systemTimers } from '../kernel/timers.ts';
import type { Random } from '../kernel/random.ts';
import { accessModule, Authenticator } from '../modules/access/index.ts';
import { administrationModule } from '../modules/administration/index.ts';
import { RequestApproval } from '../modules/approvals/index.ts';
import { AuditLog } from '../modules/audit/index.ts';
import { backgroundModule, jobTask } from '../modules/background/index.ts';
import {
  caHooks,
  ConfiguredAuthorities,
  KnownIssuers,
  type CertificateRecord,
  IncompleteIssuances,
  type LintWarning,
  ListCas,
  ListCrls,
  PublishedKrls,
  ReadAuthorities,
  ReadSshAuthorities,
  RevokeCertificate,
  RevokeIssuedCertificates,
  SignCvRequest,
  SshIssuance,
  StoredCertificateHolders,
  SupersedeCertificates,
} from '../modules/ca/index.ts';
import { raModule } from '../modules/ra/index.ts';
import { DocumentPlanner, EpochFollowingStore, type Sealer } from '../modules/configuration/index.ts';
import { cryptoTokenHooks, type KeyUsers, OperateTokens, ReadTokens } from '../modules/crypto-tokens/index.ts';
import {
  ClockWatch,
  firstStart,
  type FirstStartOptions,
  isComplete,
  SuperAdministrator,
} from '../modules/installation/index.ts';
import {
  signingModule,
  type TimedRunEntry,
  workerHooks,
  WorkerKeyUsers,
  type WorkerLogEntry,
} from '../modules/signing/index.ts';
import type { OutboundFailure } from '../outbound/outbound-http.ts';
import type { OutboundHost } from '../outbound/outbound-policy.ts';
import {
  AuditRecordTimes,
  clockEvidence,
  type DatabaseClock,
  KrlReader,
  openDatabase,
  probeWrite,
  SqlArchiveStore,
  type SqlCryptoTokenStore,
  SqlTimedRunStore,
  storesOf,
  WatchedWrites,
  WRITE_DEFINITIONS,
} from '../storage/index.ts';
import { Pkcs11TokenDriver, type Pkcs11TokenDriverDeps, SoftwareSignatures } from '../tokens/index.ts';
import { approvalUseCases } from './approval-use-cases.ts';
import { caSigning } from './ca-signing.ts';
import { caUseCases } from './ca-use-cases.ts';
import { openConfiguration } from './configuration-and-tokens.ts';
import { trustOfWorkers } from './client-issuers.ts';
import { crlUseCases } from './crl-use-cases.ts';
import { outboundHttp } from '../outbound/configured-outbound.ts';
import { HttpCrls } from '../outbound/http-crls.ts';
import { HttpOcspResponders } from '../outbound/http-ocsp-responders.ts';
import { httpTimeStampAuthorities } from '../outbound/http-time-stamp-authorities.ts';
import { revocationProfiles } from './revocation-profiles.ts';
import { SavedFileDirectory } from '../worker-files/saved-file-directory.ts';
import { WorkerDirectories } from '../worker-files/worker-directories.ts';
import { serviceUseCases } from './service-use-cases.ts';

/** What an installation is opened with. */
export interface InstallationDeps {
  readonly home: HomeDirectory;
  /** `postgres://...`, or undefined for the file in the home directory. */
  readonly database: string | undefined;
  readonly sealer: Sealer;
  readonly clock: HostClock;
  /** Makes the time of day of what the clock of the database says; without it that of a server on another host is taken as it is. */
  readonly databaseClock?: DatabaseClock;
  readonly random: Random;
  /** How devices are reached; without it there are no crypto tokens in devices. */
  readonly pkcs11?: Pick<Pkcs11TokenDriverDeps, 'libraries' | 'binding' | 'callTimeoutMs' | 'environment'>;
  /** The directories in which workers may name keystore files, absolute; none unless given. */
  readonly keystoreDirectories?: readonly string[];
  /** Receives what nobody waits for, with the name of the task where it is one's. */
  readonly onBackgroundError: (error: unknown, task?: string) => void;
  /** The directories of the host that workers may use; none unless given. */
  readonly workerDirectories?: readonly string[];
  /** The places outside that the operator names; none unless given. */
  readonly outboundHosts?: readonly OutboundHost[];
  /** Takes requests to others that failed, each host's once a minute; without it nobody hears of them. */
  readonly writeOutboundLog?: (failure: OutboundFailure) => void;
  /** Takes what lints warn of in certificates and CRLs that are signed all the same; without it nobody hears of it. */
  readonly writeLintWarning?: (warning: LintWarning) => void;
  /** Takes the worker log's record of each request to the signing service; without it there is no such log. */
  readonly writeWorkerLog?: (entry: WorkerLogEntry) => void;
  /** Takes what the log has of each run of a timed service; without it there is no such log. */
  readonly writeTimedRunLog?: (entry: TimedRunEntry) => void;
}

/** An open installation. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Opens the database and constructs stores, caches and use cases on it. */
export async function openInstallation(deps: InstallationDeps) {
  const {
    home,
    sealer,
    clock,
    random,
    onBackgroundError,
    writeLintWarning = () => undefined,
    writeWorkerLog = () => undefined,
    writeTimedRunLog = () => undefined,
    workerDirectories = [],
    outboundHosts = [],
    writeOutboundLog = () => undefined,
  } = deps;
  const database = await openDatabase({
    url: deps.database ?? home.database,
    definitions: WRITE_DEFINITIONS,
    onBackgroundError,
  });
  const ids = await BlockIds.start(() => database.claimIdBlock(), onBackgroundError);
  const {
    approvals,
    attempts,
    certificates,
    crls,
    endEntities,
    items,
    jobs,
    journalEntries,
    keyPairs,
    keyUsages,
    leases,
    states,
  } = storesOf(database);
  const devices = openDevices(deps, keyPairs);
  const signatures = new SoftwareSignatures(onBackgroundError);
  const { configuration, tokens } = await openConfiguration(
    { ...deps, signatures },
    database,
    ids,
    { attempts, keyPairs, devices },
    (made, writes) => [
      caHooks({
        configuration: made,
        states,
        certificates,
        journal: journalEntries,
        crls,
        trust: trustOfWorkers(made),
      }),
      workerHooks({ configuration: made, endEntities, writes }),
      cryptoTokenHooks(writes),
    ],
  );
  const writes = new WatchedWrites(database, () => probeWrite(database, random));
  const store = new EpochFollowingStore({ store: writes, configuration, onRefreshFailed: onBackgroundError });
  const planner = new DocumentPlanner({ configuration, sealer, ids, random, clock });
  const audit = new AuditLog({ clock, random, ids, store });
  const acceptance = {
    audit,
    clock,
    items,
    store,
    evidence: clockEvidence(database, deps.database, deps.databaseClock),
  };
  const clockBelief = await ClockWatch.start(acceptance);
  const host = `${os.hostname()}:${home.path}`;
  const background = backgroundModule({
    leaseStore: leases,
    clock,
    clockBelief,
    random,
    timers: systemTimers,
    host,
    onFailed: onBackgroundError,
  });
  const authorities = new ConfiguredAuthorities({ configuration, states });
  const issuers = new KnownIssuers({ configuration, authorities, certificates, states });
  const administrators = accessModule({ audit, clock, configuration, issuers });
  const { control: access, membership } = administrators;
  const { caKeyUsers, caPublicKeys, linter, signer, journal, issuance, cvcIssuance } = caSigning({
    configuration,
    entries: journalEntries,
    states,
    store,
    tokens,
    clock,
    random,
    ids,
    onLintWarning: writeLintWarning,
  });
  const epoch = () => configuration.epoch;
  const holders = new StoredCertificateHolders(certificates);
  const requestApproval = new RequestApproval({ configuration, approvals, holders, clock, random, ids });
  const isAdministratorCertificate = (record: CertificateRecord) => membership.isMember(record);
  const crlCases = crlUseCases({
    access,
    audit,
    authorities,
    states,
    certificates,
    crls,
    configuration,
    database,
    isAdministratorCertificate,
    linter,
    planner,
    signer,
    store,
    epoch,
    clock,
    clockBelief,
    random,
    ids,
    onFailed: onBackgroundError,
  });
  const { createCrls, crlUponRevocation } = crlCases;
  const revokeIssuedCertificates = new RevokeIssuedCertificates({
    audit,
    authorities,
    states,
    certificateStore: certificates,
    createCrls,
    epoch,
    clock,
  });
  const trust = trustOfWorkers(configuration);
  const administration = administrationModule({ access, audit, configuration, planner, store });
  const readAuthorities = new ReadAuthorities({ access, authorities, crls });
  const krls = new KrlReader(database.readers);
  const readSshAuthorities = new ReadSshAuthorities({ access, authorities, krls, clock });
  const workerKeyUsers = new WorkerKeyUsers({
    configuration,
    usages: keyUsages,
    caKeys: caPublicKeys,
    tokens,
  });
  const operateTokens = new OperateTokens({
    access,
    audit,
    configuration,
    tokens,
    keyUsers: allKeyUsers(caKeyUsers, workerKeyUsers),
    store,
  });
  const ra = raModule({
    access,
    approvals,
    attempts,
    audit,
    authorities,
    caKeys: caPublicKeys,
    certificates,
    configuration,
    crlUponRevocation,
    endEntities,
    holders,
    issuance,
    requestApproval,
    sshIssuance: new SshIssuance({ linter, signer, journal, clock, random, ids }),
    supersession: new SupersedeCertificates({ authorities, certificates, clock, isAdministratorCertificate }),
    store,
    verifySignature: signatures.verify.bind(signatures),
    clock,
    random,
    ids,
  });
  const outbound = outboundHttp(outboundHosts, clock, writeOutboundLog);
  const recordTimes = new AuditRecordTimes(database);
  const signing = signingModule({
    access,
    audit,
    authenticator: new Authenticator({ source: issuers, clock }),
    authorities,
    caKeys: caPublicKeys,
    certificateStore: certificates,
    changeDocuments: administration.changeDocuments,
    clock,
    clockBelief,
    configuration,
    crls,
    endEntities,
    enrollAtOnce: ra.enrollAtOnce,
    ids,
    issuers,
    node: host,
    onBackgroundError,
    operateTokens,
    random,
    scheduler: background.scheduler,
    savedFileNotes: new SavedFileDirectory(home.savedFiles),
    store,
    tokens,
    leases: background.leases,
    writeTimedRunLog,
    writeWorkerLog,
    archive: new SqlArchiveStore(database),
    keyUsageStore: keyUsages,
    timedRuns: new SqlTimedRunStore(database),
    newestRecordMs: () => recordTimes.newestMs(),
    files: new WorkerDirectories(workerDirectories),
    foreignCrls: new HttpCrls(outbound, passingTime(clock)),
    ocspResponders: new HttpOcspResponders(outbound, clock, random),
    timeStampAuthorities: httpTimeStampAuthorities(outbound),
  });
  const services = serviceUseCases({
    access,
    audit,
    clockBelief,
    configuration,
    database,
    executors: { ...crlCases.executors, ...signing.executors },
    runTask: background.runTask,
  });
  const caCases = caUseCases({
    access,
    audit,
    authorities,
    clock,
    configuration,
    epoch,
    ids,
    issuance,
    planner,
    signer,
    states,
    certificateStore: certificates,
    crlUponRevocation,
    cvcIssuance,
    documentSigners: workerKeyUsers,
    isAdministratorCertificate,
    jobs,
    requestApproval,
    onJob: () => void background.scheduler.wake(revokeIssuedCertificates.task),
    store,
    tokens,
    trust,
    updateCrls: crlCases.updateCrls,
  });
  const revokeCertificate = new RevokeCertificate({
    access,
    audit,
    authorities,
    states,
    certificates,
    configuration,
    requestApproval,
    profiles: revocationProfiles(configuration),
    crlUponRevocation,
    store,
    epoch,
    isAdministratorCertificate,
    clock,
  });
  const superAdministrator = new SuperAdministrator({
    audit,
    configuration,
    planner,
    issuance,
    store,
    files: {
      stage: (files) => home.stageDirectory('admin', files),
      publish: () => home.publishDirectory('admin'),
      staged: (file) => home.readStaged('admin', file),
      discard: () => home.discardStaged('admin'),
    },
    clock,
    random,
  });
  const revocationJobs = jobTask(revokeIssuedCertificates, { jobs, store, clock, random, timers: systemTimers });
  background.scheduler.add([revocationJobs, journal.task, crlCases.crlParts.task, ...signing.tasks]);
  background.scheduler.follow(services.tasks);
  return {
    /** Makes what waits durable, and ends what was started. */
    close: async () => {
      devices?.close();
      await signing.keyUsages.giveBack().catch(onBackgroundError);
      await signing.savedFiles.settle().catch(onBackgroundError);
      await database.close();
    },
    /** The database, and `store` on it, where units are committed so that the configuration keeps in step. */
    storage: { database, ids, store, writes },
    background,
    configuration,
    planner,
    audit,
    /** What the host's clock is believed to be, and what an operator accepts it with. */
    clock: { belief: clockBelief, acceptance },
    access: administrators,
    administration,
    tokens: { cryptoTokens: tokens, operateTokens, readTokens: new ReadTokens({ access, configuration, tokens }) },
    ca: {
      authorities,
      issuers,
      states,
      issuance,
      linter,
      signer,
      crls,
      journal,
      readAuthorities,
      listCas: new ListCas({ readAuthorities, tokens, clock }),
      listCrls: new ListCrls({ access, authorities, crls }),
      readSshAuthorities,
      publishedKrls: new PublishedKrls({ make: (authority) => readSshAuthorities.krlOf(authority), clock }),
      incompleteIssuances: new IncompleteIssuances({
        access,
        audit,
        authorities,
        entries: journalEntries,
        crlUponRevocation,
        store,
        epoch,
        clock,
        ids,
      }),
      ...crlCases,
      ...caCases,
      revokeCertificate,
      signCvRequest: new SignCvRequest({
        access,
        audit,
        authorities,
        configuration,
        issuance: cvcIssuance,
        certificates,
        store,
        clock,
      }),
    },
    ra,
    approvals: approvalUseCases({
      access,
      audit,
      approvals,
      approvedEnrollment: ra.approvedEnrollment,
      caActivation: caCases.caActivation,
      holders,
      revokeCertificate,
      store,
      epoch,
      clock,
      ids,
    }),
    services,
    signing,
    /** The beginning of the installation, and who may do everything in it. */
    setup: {
      items,
      superAdministrator,
      isComplete: () => isComplete({ superAdministrator }),
      firstStart: (options: FirstStartOptions = {}) =>
        firstStart({
          audit,
          authorities,
          configuration,
          planner,
          initializeCa: caCases.initializeCa,
          superAdministrator,
          store,
          random,
          ...options,
        }),
    },
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

function allKeyUsers(...parts: readonly KeyUsers[]): KeyUsers {
  return {
    usersOf: async (tokenId, alias) => (await Promise.all(parts.map((part) => part.usersOf(tokenId, alias)))).flat(),
  };
}
