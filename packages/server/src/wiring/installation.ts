/** Everything of an installation but its listeners: storage, keys, configuration and the use cases on them. */
import os from 'node:os';
import type { Duplex } from 'node:stream';
import { passingTime } from '../kernel/clock.ts';
import { Lifetime } from '../kernel/lifetime.ts';
import { systemTimers } from '../kernel/tasks/timers.ts';
import { Authenticator } from '../modules/access/index.ts';
import { approvalsModule } from '../modules/approvals/index.ts';
import { jobTask } from '../modules/background/index.ts';
import { configdumpModule } from '../modules/configdump/index.ts';
import { installationModule } from '../modules/installation/index.ts';
import { servicesModule } from '../modules/services/index.ts';
import { signingModule } from '../modules/signing/index.ts';
import { outboundHttp } from '../outbound/configured-outbound.ts';
import { HttpCrls } from '../outbound/http-crls.ts';
import { HttpOcspResponders } from '../outbound/http-ocsp-responders.ts';
import { httpTimeStampAuthorities } from '../outbound/http-time-stamp-authorities.ts';
import { SavedFileDirectory } from '../worker-files/saved-file-directory.ts';
import { WorkerDirectories } from '../worker-files/worker-directories.ts';
import { constructAuthorityModules } from './authority-modules.ts';
import { constructDeliveryModules } from './delivery-modules.ts';
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
    writeOutboundLog = () => undefined,
  } = deps;
  const foundation = await openFoundation(
    deps,
    lifetime,
    (ca) => keyRecovery.escrowKeys.requireSuitable(ca),
    (ids) => ids.forEach((id) => publishers.wake(id)),
  );
  const { acceptance, audit, background, clockBelief, configuration, host, ids, planner, store, stores, tokens } =
    foundation;
  const authority = constructAuthorityModules(deps, foundation, lifetime);
  const { access, administration, authorities, ca, cryptoTokens, holders, issuers, keyRecovery, ra } = authority;
  const outbound = outboundHttp(outboundHosts, clock, writeOutboundLog);
  const signing = signingModule({
    access: access.control,
    audit,
    authenticator: new Authenticator({ source: issuers, clock }),
    authorities,
    caKeys: authority.publicKeys,
    certificateStore: stores.certificates,
    changeDocuments: administration.changeDocuments,
    clock,
    clockBelief,
    configuration,
    crls: stores.crls,
    endEntities: stores.endEntities,
    enrollAtOnce: ra.enrollAtOnce,
    ids,
    isWorkerProcess: deps.supervisor !== undefined,
    issuers,
    limits: foundation.limits,
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
    certificateStore: stores.certificates,
    clock,
    random,
    documentAccess: administration.documentAccess,
    tokens,
    changeManyDocuments: administration.changeManyDocuments,
    configuration,
    importExternalCa: ca.importExternalCa,
    initializeCa: ca.initializeCa,
    operateTokens: cryptoTokens.operateTokens,
    readDocuments: administration.readDocuments,
    readTokens: cryptoTokens.readTokens,
    responders: stores.ocspResponders,
    states: stores.states,
    store,
    variables: deps.importVariables ?? (() => undefined),
  });
  const { expiry, notices, publishers } = constructDeliveryModules(deps, foundation, authority, outbound);
  const jobKinds = [ca.firstCrls, ca.followOcspSettings, ca.revokeIssuedCertificates, keyRecovery.rewrapKeptKeys];
  const services = servicesModule({
    access: access.control,
    audit,
    clockBelief,
    configuration,
    executors: { ...ca.executors, ...signing.executors, ...expiry.executors },
    jobs: stores.jobs,
    jobKinds,
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
    publicAddresses: authority.publicAddresses,
    random,
    sealer,
    store,
  });
  const jobs = { jobs: stores.jobs, store, clock, random, timers: systemTimers };
  background.scheduler.add([
    ...jobKinds.map((kind) => jobTask<unknown, unknown>(kind, jobs)),
    ca.journal.task,
    ca.crlParts.task,
    // Gauges of the whole database: the process that shows them to operators computes them.
    ...(deps.supervisor === undefined ? [ca.crlEnds.task, ca.responderEnds.task, ra.indexCertificateTexts] : []),
    ca.ocspResponders.task,
    authority.ocsp.prepareOcsp.task,
    ra.forgetLogins,
    approvals.forgetVerifiers.task,
    authority.keyPairs.task,
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
    ocsp: authority.ocsp,
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
