/** The modules of the certificate authority: callers and their rights, documents, crypto tokens, CAs, OCSP, key recovery and enrollment. */
import { passingTime } from '../kernel/clock.ts';
import type { Lifetime } from '../kernel/lifetime.ts';
import { accessModule } from '../modules/access/index.ts';
import { administrationModule } from '../modules/administration/index.ts';
import { RequestApproval } from '../modules/approvals/index.ts';
import { caModule, knownCas, PublicAddresses, RENEWAL_TASK, StoredCertificateHolders } from '../modules/ca/index.ts';
import { cryptoTokensModule } from '../modules/crypto-tokens/index.ts';
import { EscrowKeyUsers, keyRecoveryModule } from '../modules/key-recovery/index.ts';
import { ocspModule } from '../modules/ocsp/index.ts';
import { raModule } from '../modules/ra/index.ts';
import { WorkerKeyUsers } from '../modules/signing/index.ts';
import { caaResolver } from '../outbound/configured-outbound.ts';
import { KeyPairPool } from '../tokens/index.ts';
import { trustOfWorkers } from './client-issuers.ts';
import type { Foundation } from './foundation.ts';
import type { InstallationDeps } from './installation-deps.ts';

/** The modules of the certificate authority. */
export type AuthorityModules = ReturnType<typeof constructAuthorityModules>;

/**
 * Constructs the modules of the certificate authority.
 *
 * @param lifetime - register of the stops of what is started
 */
export function constructAuthorityModules(deps: InstallationDeps, foundation: Foundation, lifetime: Lifetime) {
  const {
    sealer,
    clock,
    random,
    onBackgroundError,
    dnsResolvers = [],
    writeDnsLog = () => undefined,
    rsaPool = { ready: 0, sizes: [] },
  } = deps;
  const { audit, background, clockBelief, configuration, ids, planner, store, stores, tokens } = foundation;
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
    ids,
    linter: ca.linter,
    onFailed: onBackgroundError,
    prepared: stores.ocspAnswers,
    random,
    responders: stores.ocspResponders,
    signer: ca.signer,
    states: stores.states,
    store,
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
  const keyPairs = new KeyPairPool({
    ...rsaPool,
    waiting: foundation.limits.waitingKeyPairs,
    clock: passingTime(clock),
    onBackgroundError,
  });
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
    certificateCounts: stores.certificateCounts,
    certificateTexts: stores.certificateTexts,
    leases: background.leases,
    limits: foundation.limits,
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
  return {
    access,
    administration,
    authorities,
    ca,
    cryptoTokens,
    holders,
    issuers,
    keyPairs,
    keyRecovery,
    ocsp,
    publicAddresses,
    publicKeys,
    ra,
  };
}
