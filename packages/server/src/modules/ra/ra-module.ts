import { type AttemptStore, CountedAttempts } from '../access/index.ts';
import { RecordBound } from '../audit/index.ts';
import type { Clock, SteadyClock } from '../../kernel/clock.ts';
import { KeyedQueue } from '../../kernel/tasks/keyed-queue.ts';
import type { QueueLimits, SearchLimits } from '../../kernel/work-limits.ts';
import type { CertificateStore, SshIssuance } from '../ca/index.ts';
import type { KeptKeyStore } from '../key-recovery/index.ts';
import { CaaCheck, type CaaCheckDeps } from './caa/index.ts';
import {
  AuthenticateEndEntity,
  type AuthenticateEndEntityDeps,
  EndEntityPasswords,
  type EndEntityPasswordsDeps,
  forgetLoginsTask,
  LoginAttempts,
  type LoginAttemptsDeps,
} from './end-entities/index.ts';
import {
  ReadEndEntity,
  type ReadEndEntityDeps,
  RemoveEndEntity,
  RevokeEndEntity,
  type RevokeEndEntityDeps,
  SetEndEntityStatus,
  type SetEndEntityStatusDeps,
} from './end-entity-acts/index.ts';
import {
  ApprovedEnrollment,
  ApprovedKeystore,
  CollectKeptKey,
  type CollectKeptKeyDeps,
  CommitEnrollment,
  type CommitEnrollmentDeps,
  CvcEnrollment,
  type CvcEnrollmentDeps,
  DryRuns,
  EnrollAtOnce,
  type EnrollAtOnceDeps,
  EnrollKeystore,
  type EnrollKeystoreDeps,
  EnrollmentSteps,
  EnrollWithRequest,
  EnrollSsh,
  EnrollWithPassword,
  FinalizeCertificate,
  type FinalizeCertificateDeps,
  FinalizeEnrollment,
  type FinalizeEnrollmentDeps,
  FinalizeKeystore,
  type FinalizeKeystoreDeps,
  KeystoreIssuance,
  type KeystoreIssuanceDeps,
  X509Enrollment,
  type X509EnrollmentDeps,
} from './enrollment/index.ts';
import {
  ImportKeystores,
  type ImportKeystoresDeps,
  RecoverKey,
  type RecoverKeyDeps,
  RemoveKeptKey,
} from './recovery/index.ts';
import {
  IndexCertificateTexts,
  type IndexCertificateTextsDeps,
  ReadCertificateProfile,
  ReadEndEntityProfiles,
  ReadIssuedCertificate,
  type ReadCertificateProfileDeps,
  type ReadEndEntityProfilesDeps,
  type ReadIssuedCertificateDeps,
  SearchCertificates,
  type SearchCertificatesDeps,
  SearchEndEntities,
  type SearchEndEntitiesDeps,
} from './search/index.ts';

import {
  AddEndEntity,
  ApprovedEndEntity,
  EditEndEntity,
  RegistrationApproval,
  RegistrationSteps,
  type RegistrationStepsDeps,
} from './registration/index.ts';

/** Dependencies of the module. */
export interface RaModuleDeps
  extends
    Omit<X509EnrollmentDeps, 'caa'>,
    CaaCheckDeps,
    CvcEnrollmentDeps,
    EndEntityPasswordsDeps,
    Omit<CommitEnrollmentDeps, MadeHere>,
    RecoverKeyDeps,
    ReadEndEntityDeps,
    Omit<RevokeEndEntityDeps, MadeHere>,
    Omit<SetEndEntityStatusDeps, MadeHere>,
    Omit<ImportKeystoresDeps, MadeHere>,
    LoginAttemptsDeps,
    Omit<RegistrationStepsDeps, MadeHere | 'keptKeys'>,
    Omit<AuthenticateEndEntityDeps, MadeHere>,
    Omit<EnrollAtOnceDeps, MadeHere>,
    Omit<CollectKeptKeyDeps, MadeHere>,
    Omit<EnrollKeystoreDeps, MadeHere>,
    Omit<FinalizeCertificateDeps, MadeHere>,
    Omit<FinalizeEnrollmentDeps, MadeHere>,
    Omit<FinalizeKeystoreDeps, MadeHere>,
    Omit<KeystoreIssuanceDeps, MadeHere>,
    IndexCertificateTextsDeps,
    ReadCertificateProfileDeps,
    ReadEndEntityProfilesDeps,
    ReadIssuedCertificateDeps,
    SearchCertificatesDeps,
    SearchEndEntitiesDeps {
  readonly clock: Clock & SteadyClock;
  readonly limits: SearchLimits & QueueLimits;
  readonly keptKeys: KeptKeyStore;
  readonly certificates: CertificateStore;
  readonly attempts: AttemptStore;
  readonly sshIssuance: SshIssuance;
}

type MadeHere =
  | 'attempts'
  | 'authentication'
  | 'byUsername'
  | 'collectKeptKey'
  | 'commit'
  | 'dryRuns'
  | 'finalizeCertificate'
  | 'finalizeKeystore'
  | 'issuance'
  | 'logins'
  | 'passwords'
  | 'refusals'
  | 'steps';

/** The use cases of registration. */
export type RaModule = ReturnType<typeof raModule>;

/** Constructs the use cases of registration. */
export function raModule(given: RaModuleDeps) {
  // Acts on one end entity change the same row, so they are queued.
  const deps = { ...given, byUsername: new KeyedQueue() };
  const x509 = new X509Enrollment({ ...deps, caa: new CaaCheck(deps) });
  const steps = new EnrollmentSteps({ x509, cvc: new CvcEnrollment(deps) });
  const commit = new CommitEnrollment(deps);
  const dryRuns = new DryRuns(deps);
  const attempts = new CountedAttempts(deps.attempts);
  const logins = new LoginAttempts(deps);
  const passwords = new EndEntityPasswords(deps);
  const keystoreIssuance = new KeystoreIssuance({ ...deps, steps: x509 });
  const collectKeptKey = new CollectKeptKey({ ...deps, steps: x509 });
  const authentication = new AuthenticateEndEntity({
    ...deps,
    logins,
    attempts,
    refusals: new RecordBound(deps.clock),
  });
  const registration = new RegistrationSteps({ ...deps, passwords: new EndEntityPasswords(deps) });
  const approval = new RegistrationApproval(deps);
  const approvedEnrollment = new ApprovedEnrollment({
    ...deps,
    steps,
    keystores: new ApprovedKeystore({ ...deps, issuance: keystoreIssuance }),
  });
  return {
    addEndEntity: new AddEndEntity({ ...deps, approval, registration }),
    approvedEndEntity: new ApprovedEndEntity({ ...deps, approvedEnrollment, registration }),
    editEndEntity: new EditEndEntity({ ...deps, approval, registration }),
    authenticateEndEntity: authentication,
    enrollWithPassword: new EnrollWithPassword({ ...deps, authentication, steps, commit, dryRuns }),
    forgetLogins: forgetLoginsTask(deps.attempts),
    enrollAtOnce: new EnrollAtOnce({ ...deps, steps: x509, commit }),
    enrollKeystore: new EnrollKeystore({
      ...deps,
      authentication,
      collectKeptKey,
      commit,
      dryRuns,
      issuance: keystoreIssuance,
    }),
    enrollWithRequest: new EnrollWithRequest({ ...deps, steps, commit, dryRuns }),
    enrollSsh: new EnrollSsh({ ...deps, commit, dryRuns, issuance: deps.sshIssuance }),
    indexCertificateTexts: new IndexCertificateTexts(deps).task,
    importKeystores: new ImportKeystores({ ...deps, steps: x509, passwords }),
    removeKeptKey: new RemoveKeptKey(deps),
    recoverKey: new RecoverKey(deps),
    removeEndEntity: new RemoveEndEntity(deps),
    revokeEndEntity: new RevokeEndEntity(deps),
    setEndEntityStatus: new SetEndEntityStatus({ ...deps, passwords }),
    finalizeEnrollment: new FinalizeEnrollment({
      ...deps,
      finalizeCertificate: new FinalizeCertificate({
        ...deps,
        authentication,
        commit,
        dryRuns,
        refusals: new RecordBound(deps.clock),
        steps,
      }),
      finalizeKeystore: new FinalizeKeystore({ ...deps, authentication, commit, dryRuns, issuance: keystoreIssuance }),
    }),
    readEndEntity: new ReadEndEntity(deps),
    readCertificateProfile: new ReadCertificateProfile(deps),
    readEndEntityProfiles: new ReadEndEntityProfiles(deps),
    readIssuedCertificate: new ReadIssuedCertificate(deps),
    searchCertificates: new SearchCertificates(deps),
    searchEndEntities: new SearchEndEntities(deps),
  };
}
