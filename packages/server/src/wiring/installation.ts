/** Everything of an installation but its listeners: storage, keys, configuration and the use cases on them. */
import os from 'node:os';
import type { Duplex } from 'node:stream';
import { passingTime } from '../kernel/clock.ts';
import { Lifetime } from '../kernel/lifetime.ts';
import { systemTimers } from '../kernel/timers.ts';
import { accessModule, Authenticator } from '../modules/access/index.ts';
import { administrationModule } from '../modules/administration/index.ts';
import { approvalsModule, RequestApproval } from '../modules/approvals/index.ts';
import { jobTask } from '../modules/background/index.ts';
import { caModule, knownCas, PublicAddresses, RENEWAL_TASK, StoredCertificateHolders } from '../modules/ca/index.ts';
import { configdumpModule } from '../modules/configdump/index.ts';
import { cryptoTokensModule } from '../modules/crypto-tokens/index.ts';
import { installationModule } from '../modules/installation/index.ts';
import { EscrowKeyUsers, keyRecoveryModule } from '../modules/key-recovery/index.ts';
import { expiryModule } from '../modules/expiry/index.ts';
import { DELIVER_NOTICES, noticesModule } from '../modules/notices/index.ts';
import { ocspModule } from '../modules/ocsp/index.ts';
import { publishersModule } from '../modules/publishers/index.ts';
import { raModule } from '../modules/ra/index.ts';
import { servicesModule } from '../modules/services/index.ts';
import { signingModule, WorkerEnds, WorkerKeyUsers } from '../modules/signing/index.ts';
import { caaResolver, outboundHttp, outboundSockets } from '../outbound/configured-outbound.ts';
import { HttpCrls } from '../outbound/http-crls.ts';
import { HttpOcspResponders } from '../outbound/http-ocsp-responders.ts';
import { httpTimeStampAuthorities } from '../outbound/http-time-stamp-authorities.ts';
import { KeyPairPool } from '../tokens/index.ts';
import { trustOfWorkers } from './client-issuers.ts';
import { noticeSenders } from './notice-senders.ts';
import { publisherDrivers } from './publisher-drivers.ts';
import { SavedFileDirectory } from '../worker-files/saved-file-directory.ts';
import { WorkerDirectories } from '../worker-files/worker-directories.ts';
import { openFoundation } from './foundation.ts';
import type { InstallationDeps } from './installation-deps.ts';

/** An open installation. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Opens the database and constructs the modules on it, in order. If a part fails to start, the parts started before it are stopped. */
export async function openInstallation(deps: InstallationDeps) {
  const lifetime = new Lifetime();
  try {
    return await construct(deps, lifetime);
  } catch (error) {
    await lifetime.stop().catch(deps.onBackgroundError);
    throw error;
  }
}

async function construct(deps: InstallationDeps, lifetime: Lifetime) {
  const {
    home,
    sealer,
    clock,
    random,
    onBackgroundError,
    writeWorkerLog = () => undefined,
    writeTimedRunLog = () => undefined,
    workerDirectories = [],
    outboundHosts = [],
    dnsResolvers = [],
    writeDnsLog = () => undefined,
    rsaPool = { ready: 0, sizes: [] },
    writeOutboundLog = () => undefined,
    notices: noticeWays = {},
    writeNoticeLog = () => undefined,
  } = deps;
  const foundation = await openFoundation(
    deps,
    lifetime,
    (ca) => keyRecovery.escrowKeys.requireSuitable(ca),
    (ids) => ids.forEach((id) => publishers.wake(id)),
  );
  const { acceptance, audit, background, clockBelief, configuration, host, ids, planner, store, stores, tokens } =
    foundation;
  const { authorities, issuers, keyUsers, publicKeys } = knownCas({
    certificates: stores.certificates,
    clock,
    configuration,
    responders: stores.ocspResponders,
    states: stores.states,
    tokens,
  });
  const access = accessModule({ audit, clock, configuration, issuers });
  const holders = new StoredCertificateHolders(stores.certificates);
  const requestApproval = new RequestApproval({
    configuration,
    approvals: stores.approvals,
    holders,
    clock,
    random,
    ids,
  });
  const trust = trustOfWorkers(configuration);
  const workerKeyUsers = new WorkerKeyUsers({
    configuration,
    usages: stores.keyUsages,
    caKeys: publicKeys,
    tokens,
  });
  const cryptoTokens = cryptoTokensModule({
    access: access.control,
    audit,
    configuration,
    tokens,
    keyUsers: [keyUsers, workerKeyUsers, new EscrowKeyUsers({ keptKeys: stores.keptKeys, tokens })],
    store,
  });
  const administration = administrationModule({
    access: access.control,
    audit,
    configuration,
    planner,
    store,
  });
  const publicAddresses = new PublicAddresses(deps.publicUrl);
  const ca = caModule({
    access: access.control,
    audit,
    authorities,
    changeDocuments: administration.changeDocuments,
    clock,
    clockBelief,
    configuration,
    documentSigners: workerKeyUsers,
    ids,
    isAdministratorCertificate: (record) => access.membership.isMember(record),
    issuers,
    keyUsers,
    leases: background.leases,
    onFailed: onBackgroundError,
    planner,
    publicAddresses,
    random,
    requestApproval,
    store,
    tokens,
    trust,
    abandoned: stores.abandonedCrlParts,
    certificates: stores.certificates,
    crls: stores.crls,
    journalStore: stores.journalEntries,
    jobs: stores.jobs,
    krls: stores.krls,
    responders: stores.ocspResponders,
    states: stores.states,
    unsigned: stores.unsignedCrls,
    crlLints: stores.crlLints,
    uploaded: stores.uploadedCrls,
    wakeTask: (task) => void background.scheduler.wake(task),
  });
  const ocsp = ocspModule({
    authorities,
    certificates: stores.certificates,
    clock,
    clockBelief,
    configuration,
    crls: stores.crls,
    linter: ca.linter,
    onFailed: onBackgroundError,
    responders: stores.ocspResponders,
    signer: ca.signer,
    states: stores.states,
    tokens,
    wakeRenewal: () => void background.scheduler.wake(RENEWAL_TASK),
  });
  const keyRecovery = keyRecoveryModule({
    audit,
    authorities,
    caKeys: publicKeys,
    clock,
    configuration,
    ids,
    keptKeys: stores.keptKeys,
    random,
    tokens,
  });
  const keyPairs = new KeyPairPool({ ...rsaPool, clock: passingTime(clock), onBackgroundError });
  lifetime.add(() => keyPairs.stop());
  const ra = raModule({
    access: access.control,
    approvals: stores.approvals,
    attempts: stores.attempts,
    audit,
    auditReader: stores.auditReader,
    authorities,
    caKeys: publicKeys,
    certificateFingerprints: stores.certificateFingerprints,
    certificates: stores.certificates,
    certificateSearch: stores.certificateSearch,
    certificateTexts: stores.certificateTexts,
    leases: background.leases,
    configuration,
    crlUponRevocation: ca.crlUponRevocation,
    endEntities: stores.endEntities,
    endEntitySearch: stores.endEntitySearch,
    holders,
    keepKey: keyRecovery.keepKey,
    keptKeys: stores.keptKeys,
    issuance: ca.issuance,
    issuers,
    revokeCertificatesOf: ca.revokeCertificatesOf,
    sealer,
    keyPairs,
    readAuthorities: ca.readAuthorities,
    recoverableKeys: keyRecovery.recoverableKeys,
    requestApproval,
    sshIssuance: ca.sshIssuance,
    cvRequestIssuance: ca.cvRequestIssuance,
    supersession: ca.supersession,
    store,
    caaResolver: caaResolver(dnsResolvers, { clock, random, write: writeDnsLog }),
    passingTime: passingTime(clock),
    verifySignature: (...signed) => foundation.signatures.verify(...signed),
    clock,
    random,
    ids,
  });
  const outbound = outboundHttp(outboundHosts, clock, writeOutboundLog);
  const signing = signingModule({
    access: access.control,
    audit,
    authenticator: new Authenticator({ source: issuers, clock }),
    authorities,
    caKeys: publicKeys,
    certificateStore: stores.certificates,
    changeDocuments: administration.changeDocuments,
    clock,
    clockBelief,
    configuration,
    crls: stores.crls,
    endEntities: stores.endEntities,
    enrollAtOnce: ra.enrollAtOnce,
    ids,
    issuers,
    node: host,
    onBackgroundError,
    operateTokens: cryptoTokens.operateTokens,
    random,
    scheduler: background.scheduler,
    savedFileNotes: new SavedFileDirectory(home.savedFiles),
    wrongPasswords: stores.wrongPasswords,
    attempts: stores.attempts,
    store,
    tokens,
    leases: background.leases,
    writeTimedRunLog,
    writeWorkerLog,
    archive: stores.archive,
    keyUsageStore: stores.keyUsages,
    timedRuns: stores.timedRuns,
    newestRecordMs: () => stores.recordTimes.newestMs(),
    files: new WorkerDirectories(workerDirectories),
    foreignCrls: new HttpCrls(outbound, passingTime(clock)),
    ocspResponders: new HttpOcspResponders(outbound, clock, random),
    timeStampAuthorities: httpTimeStampAuthorities(outbound),
  });
  lifetime.add(async () => {
    await signing.keyUsages.giveBack().catch(onBackgroundError);
    await signing.savedFiles.settle().catch(onBackgroundError);
  });
  const configdump = configdumpModule({
    access: access.control,
    audit,
    authorities,
    certificates: stores.certificateFingerprints,
    clock,
    random,
    documentAccess: administration.documentAccess,
    tokens,
    changeManyDocuments: administration.changeManyDocuments,
    configuration,
    initializeCa: ca.initializeCa,
    operateTokens: cryptoTokens.operateTokens,
    readDocuments: administration.readDocuments,
    readTokens: cryptoTokens.readTokens,
    states: stores.states,
    store,
    variables: deps.importVariables ?? (() => undefined),
  });
  const notices = noticesModule({
    notices: stores.notices,
    senders: noticeSenders(noticeWays, outbound, os.hostname()),
    store,
    ids,
    random,
    clock,
    clockBelief,
    onFailed: onBackgroundError,
    writeLog: writeNoticeLog,
  });
  const expiry = expiryModule({
    audit,
    authorities,
    clock,
    configuration,
    crls: stores.crls,
    endEntities: stores.endEntities,
    endingCertificates: stores.endingCertificates,
    isAdministratorCertificate: (certificate) => access.membership.isMember(certificate),
    notices: stores.notices,
    onNotices: () => void background.scheduler.wake(DELIVER_NOTICES),
    postNotices: notices.postNotices,
    store,
    tokens,
    workerEnds: new WorkerEnds(configuration),
  });
  const publishers = publishersModule({
    access: access.control,
    audit,
    clock,
    clockBelief,
    configuration,
    ids,
    makePublisher: publisherDrivers({
      outbound,
      sockets: outboundSockets(outboundHosts),
      directories: deps.publisherDirectories ?? [],
      clock,
      host: os.hostname(),
    }),
    objects: ca.publishedObjects,
    onFailed: onBackgroundError,
    publications: stores.publications,
    random,
    store,
    wakeTask: (task) => background.scheduler.wakeIfThere(task),
  });
  const services = servicesModule({
    access: access.control,
    audit,
    clockBelief,
    configuration,
    executors: { ...ca.executors, ...signing.executors, ...expiry.executors },
    runs: stores.serviceRuns,
    runTask: background.runTask,
  });
  const approvals = approvalsModule({
    access: access.control,
    audit,
    approvals: stores.approvals,
    acts: {
      ADD_END_ENTITY: (requester, request) => ra.approvedEndEntity.plan(requester, request),
      EDIT_END_ENTITY: (requester, request) => ra.approvedEndEntity.plan(requester, request),
      KEY_RECOVERY: (requester, request) => ra.recoverKey.planApproved(requester, request),
      CHANGE_STATUS: (requester, request) => ra.setEndEntityStatus.planApproved(requester, request),
      REVOKE_END_ENTITY: (requester, request) => ra.revokeEndEntity.planApproved(requester, request),
      REVOKE_AND_DELETE_END_ENTITY: (requester, request) => ra.revokeEndEntity.planApproved(requester, request),
      ACTIVATE_CA: (requester, request) => ca.caActivation.planApprovedActivation(requester, request),
      REVOKE_CERTIFICATE: (requester, request) => ca.revokeCertificate.planApprovedRevocation(requester, request),
    },
    holders,
    store,
    epoch: () => configuration.epoch,
    clock,
    ids,
    random,
  });
  const setup = installationModule({
    audit,
    authorities,
    clock,
    clockBelief,
    configuration,
    files: {
      stage: (files) => home.stageDirectory('admin', files),
      publish: () => home.publishDirectory('admin'),
      staged: (file) => home.readStaged('admin', file),
      discard: () => home.discardStaged('admin'),
    },
    hostName: os.hostname(),
    initializeCa: ca.initializeCa,
    issuance: ca.issuance,
    items: stores.items,
    planner,
    publicAddresses,
    random,
    sealer,
    store,
  });
  const jobs = { jobs: stores.jobs, store, clock, random, timers: systemTimers };
  background.scheduler.add([
    jobTask(ca.firstCrls, jobs),
    jobTask(ca.revokeIssuedCertificates, jobs),
    jobTask(keyRecovery.rewrapKeptKeys, jobs),
    ca.journal.task,
    ca.crlParts.task,
    // Gauges of the whole database: the process that shows them to operators computes them.
    ...(deps.supervisor === undefined ? [ca.crlEnds.task, ra.indexCertificateTexts] : []),
    ca.ocspResponders.task,
    ra.forgetLogins,
    approvals.forgetVerifiers.task,
    keyPairs.task,
    notices.deliverNotices.task,
    publishers.tasks.sweep,
    publishers.watchPublishers.task,
    ...signing.tasks,
  ]);
  background.scheduler.follow(services.tasks);
  background.scheduler.follow(publishers.tasks);
  background.scheduler.follow(signing.timedTasks);
  return {
    /** Stops everything that was started, in reverse order. */
    lifetime,
    /** Writes what is pending to the database, then stops everything that was started. */
    close: () => lifetime.stop(),
    /** The database, and `store`, which commits units and keeps the configuration in step with them. */
    storage: { database: foundation.database, ids, store, stores, writes: foundation.writes },
    /** Has the writer and the key host of this process answer another one of the host; undefined where they are elsewhere. */
    serveProcess: serveProcess(foundation),
    background,
    configuration,
    planner,
    audit,
    /** The state of trust in the host clock, and what an operator needs to accept it. */
    clock: { belief: clockBelief, acceptance },
    access,
    administration,
    tokens: cryptoTokens,
    ca,
    ocsp,
    keyRecovery,
    ra,
    signing,
    services,
    configdump,
    notices,
    publishers,
    approvals,
    /** The first start, and the administrators it makes. */
    setup,
  };
}

type ServeProcess = (
  channels: { readonly writer: Duplex; readonly keys: Duplex },
  onBroken: (error: unknown) => void,
) => void;

function serveProcess({
  database,
  serveKeys,
}: Pick<Awaited<ReturnType<typeof openFoundation>>, 'database' | 'serveKeys'>): ServeProcess | undefined {
  return (
    serveKeys &&
    (({ writer, keys }, onBroken) => {
      database.serveWriter?.(writer, onBroken);
      serveKeys(keys, onBroken);
    })
  );
}
