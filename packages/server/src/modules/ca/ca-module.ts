import { type HostClock, passingTime } from '../../kernel/clock.ts';
import type { Jobs, Leases } from '../background/index.ts';
import type { UseCaseDeps } from '../access/index.ts';
import type { RequestApproval } from '../approvals/index.ts';
import type { ChangeDocuments } from '../administration/index.ts';
import type { DocumentPlanner } from '../configuration/index.ts';
import { type CryptoTokens, HardwareTokens } from '../crypto-tokens/index.ts';
import {
  type Authorities,
  ConfiguredAuthorities,
  CrlEnds,
  KnownIssuers,
  ListCas,
  PublishedCertificates,
  ReadAuthorities,
  type TrustByName,
} from './authorities/index.ts';
import {
  type AbandonedCrlParts,
  AddCrlPartitions,
  crlUpdater,
  CreateCrls,
  crlLint,
  type CrlLints,
  CrlUponRevocation,
  FirstCrls,
  IssueCrl,
  ListCrls,
  SweepCrlParts,
  TidyAfterCrl,
  UpdateCrls,
} from './crls/index.ts';
import { CvcIssuance, CvRequestIssuance, IssueCvcCaCertificate, SignCvRequest } from './cvc/index.ts';
import { ImportCaWithKeys, ImportCrl, ImportExternalCa, type UploadedCrls } from './imports/index.ts';
import { IssuanceJournal, type IssuanceJournalStore, type Lint, Linter, VerifiedCaSigner } from './issuance/index.ts';
import { nameLint, x509Lint } from './x509/index.ts';
import { CaKeys, CaKeyUsers, CaPublicKeys, type DocumentSigners } from './keys/index.ts';
import {
  CaActivation,
  CreateCa,
  CvcCa,
  InitializeCa,
  LinkCertificates,
  ReadCa,
  ReceiveCaCertificate,
  RenewCa,
  RequestCaCertificate,
  SshCa,
  X509Ca,
} from './lifecycle/index.ts';
import type {
  CaStateStore,
  CertificateRecord,
  CertificateStore,
  CrlStore,
  OcspResponderStore,
  UnsignedCrls,
} from './records/index.ts';
import { PublishedObjects } from './publications/index.ts';
import {
  ExternalOcspResponder,
  ocspLint,
  FollowOcspSettings,
  RenewOcspResponders,
  ResponderEnds,
} from './responders/index.ts';
import {
  IncompleteIssuances,
  RevokeCa,
  RevokeCertificate,
  RevokeCertificatesOf,
  RevokeIssuedCertificates,
  SupersedeCertificates,
} from './revocation/index.ts';
import type { PublicAddresses } from './settings/index.ts';
import { type Krls, PublishedKrls, ReadSshAuthorities, SshIssuance } from './ssh/index.ts';
import { IssueCaCertificate, X509Issuance } from './x509/index.ts';

export interface KnownCasDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  readonly certificates: CertificateStore;
  readonly responders: OcspResponderStore;
  readonly states: CaStateStore;
  readonly tokens: CryptoTokens;
}

/** Constructs the lookups of CAs, their certificates and their keys, which other modules need before the use cases exist. */
export function knownCas(deps: KnownCasDeps) {
  const authorities = new ConfiguredAuthorities(deps);
  return {
    authorities,
    issuers: new KnownIssuers({ ...deps, authorities }),
    keyUsers: new CaKeyUsers(deps),
    publicKeys: new CaPublicKeys(deps),
  };
}

export interface CaModuleDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clockBelief' | 'random' | 'ids'
> {
  readonly authorities: Authorities;
  readonly changeDocuments: Pick<ChangeDocuments, 'apply'>;
  readonly clock: HostClock;
  readonly documentSigners: DocumentSigners;
  /** Tells whether the certificate makes its holder an administrator. */
  readonly isAdministratorCertificate: (record: CertificateRecord) => Promise<boolean>;
  readonly issuers: KnownIssuers;
  readonly keyUsers: CaKeyUsers;
  readonly leases: Leases;
  /** Receives errors of background tasks. */
  readonly onFailed: (error: unknown) => void;
  readonly planner: DocumentPlanner;
  readonly publicAddresses: PublicAddresses;
  readonly requestApproval: RequestApproval;
  readonly tokens: CryptoTokens;
  readonly trust: TrustByName;
  /** Runs a task of this process at once. */
  readonly wakeTask: (task: string) => void;

  readonly abandoned: AbandonedCrlParts;
  readonly certificates: CertificateStore;
  readonly crls: CrlStore;
  readonly journalStore: IssuanceJournalStore;
  readonly jobs: Jobs;
  readonly krls: Krls;
  readonly responders: OcspResponderStore;
  readonly states: CaStateStore;
  readonly unsigned: UnsignedCrls;
  readonly crlLints: CrlLints;
  readonly uploaded: UploadedCrls;
}

/** Constructs the use cases on CAs. A kind of CA is registered here with its operations. */
export function caModule(given: CaModuleDeps) {
  const { clock, configuration } = given;
  const hardwareTokens = new HardwareTokens(given);
  const signer = new VerifiedCaSigner({ ...given, hardwareTokens });
  const journal = new IssuanceJournal({ ...given, hardwareTokens });
  const linter = new Linter({ lints: lintsOf(given) });
  const deps = { ...given, epoch: () => configuration.epoch, journal, linter, signer };
  const issuance = new X509Issuance(deps);
  const cvcIssuance = new CvcIssuance(deps);
  const cvRequestIssuance = new CvRequestIssuance({ ...deps, issuance: cvcIssuance });

  const createCrls = new CreateCrls({
    ...deps,
    issueCrl: new IssueCrl(deps),
    tidyAfterCrl: new TidyAfterCrl(deps),
    addPartitions: new AddCrlPartitions(deps),
  });
  const crlUponRevocation = new CrlUponRevocation({ ...deps, createCrls });
  const firstCrls = new FirstCrls({ ...deps, createCrls });
  const updateCrls = new UpdateCrls({ ...deps, createCrls, firstCrls });
  const revokeIssuedCertificates = new RevokeIssuedCertificates({ ...deps, createCrls });

  const keys = new CaKeys(deps);
  const ocspResponders = new RenewOcspResponders({ ...deps, issuance, keys });
  const kinds = {
    X509: new X509Ca({
      ...deps,
      certificates: new IssueCaCertificate({ ...deps, issuance }),
      links: new LinkCertificates({ ...deps, issuance }),
    }),
    CVC: new CvcCa({ ...deps, cvcCertificates: new IssueCvcCaCertificate({ ...deps, issuance: cvcIssuance }) }),
    SSH: new SshCa(deps),
  };
  const crlEnds = new CrlEnds(deps);
  const responderEnds = new ResponderEnds(deps);
  const readAuthorities = new ReadAuthorities(deps);
  const readSshAuthorities = new ReadSshAuthorities(deps);
  const initializeCa = new InitializeCa({ ...deps, firstCrls, keys, kinds, ocspResponders });
  return {
    authorities: given.authorities,
    issuers: given.issuers,
    crls: given.crls,
    ocspResponders,
    followOcspSettings: new FollowOcspSettings({ ...deps, ocspResponders }),
    responderEnds,
    states: given.states,
    signer,
    linter,
    journal,
    issuance,
    sshIssuance: new SshIssuance(deps),
    cvRequestIssuance,

    readAuthorities,
    listCas: new ListCas({ ...deps, crlEnds, readAuthorities, responderEnds }),
    readCa: new ReadCa(deps),
    readSshAuthorities,
    publishedCertificates: new PublishedCertificates(deps),
    publishedObjects: new PublishedObjects(deps),
    publishedKrls: new PublishedKrls({
      ...deps,
      make: (authority) => readSshAuthorities.krlOf(authority),
      passingTime: passingTime(clock),
    }),

    initializeCa,
    createCa: new CreateCa({ ...deps, initializeCa }),
    importCaWithKeys: new ImportCaWithKeys({ ...deps, keys, ocspResponders }),
    importExternalCa: new ImportExternalCa(deps),
    externalOcspResponder: new ExternalOcspResponder({ ...deps, keys }),
    requestCaCertificate: new RequestCaCertificate({ ...deps, keys, kinds }),
    receiveCaCertificate: new ReceiveCaCertificate({ ...deps, firstCrls, kinds, updateCrls, ocspResponders }),
    renewCa: new RenewCa({ ...deps, keys, kinds, ocspResponders }),
    caActivation: new CaActivation({ ...deps, firstCrls, ocspResponders }),
    signCvRequest: new SignCvRequest({ ...deps, issuance: cvRequestIssuance }),

    createCrls,
    crlEnds,
    crlUponRevocation,
    firstCrls,
    updateCrls,
    executors: { CRL_UPDATER: crlUpdater({ ...deps, updateCrls }) },
    listCrls: new ListCrls(deps),
    importCrl: new ImportCrl(deps),
    crlParts: new SweepCrlParts(deps),

    revokeCertificate: new RevokeCertificate({ ...deps, crlUponRevocation }),
    revokeCertificatesOf: new RevokeCertificatesOf(deps),
    supersession: new SupersedeCertificates(deps),
    revokeCa: new RevokeCa({ ...deps, crlUponRevocation, onJob: () => given.wakeTask(revokeIssuedCertificates.task) }),
    revokeIssuedCertificates,
    incompleteIssuances: new IncompleteIssuances({ ...deps, crlUponRevocation }),
  };
}

/** Returns the lints of certificates, CRLs and OCSP responses, in the order in which they run. */
function lintsOf({ crlLints }: Pick<CaModuleDeps, 'crlLints'>): readonly Lint[] {
  return [x509Lint, nameLint, crlLint(crlLints), ocspLint()];
}
