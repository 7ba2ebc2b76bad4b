/** Enrollment of an end entity whose key is generated here, in a keystore protected with its password. */
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { type AccessControl, type Administrator, Resource } from '../../../access/index.ts';
import type { PendingApproval, RequestApproval } from '../../../approvals/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import type { RecoverableKeys } from '../../../key-recovery/index.ts';
import {
  type AuthenticatedEndEntity,
  type AuthenticateEndEntity,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStore,
} from '../../end-entities/index.ts';
import { DryRunImpossibleError, EndEntityNotFoundError } from '../../errors/index.ts';
import {
  GeneratedKey,
  keystoreFormatOf,
  type KeyPairSource,
  readRequestedKey,
  type RequestedKey,
  type TokenKeystoreFormat,
} from '../../server-keys/index.ts';
import { approvalOfEndEntity, type ApprovalOfEndEntityDeps } from '../approvals/approval-of-end-entity.ts';
import type { CollectKeptKey } from './collect-kept-key.ts';
import type {
  CollectedKey,
  CommitEnrollment,
  IssuedEnrollment,
  WaitingEnrollment,
} from '../steps/commit-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from '../dry-run/dry-runs.ts';
import type { EnrolledKeystore, KeystoreIssuance, PreparedKeystore } from './keystore-issuance.ts';
import { keystoreToApprove } from './keystore-to-approve.ts';
import { OpenedKey } from './opened-key.ts';

/** A request for a keystore. */
export interface KeystoreEnrollment {
  readonly username: string;
  /** Password of the end entity, which also protects the keystore. */
  readonly password: string;
  readonly key: RequestedKey;
}

export interface EnrollKeystoreDeps extends ApprovalOfEndEntityDeps {
  readonly access: AccessControl;
  readonly authentication: AuthenticateEndEntity;
  readonly collectKeptKey: CollectKeptKey;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly endEntities: EndEntityStore;
  readonly issuance: KeystoreIssuance;
  readonly keyPairs: KeyPairSource;
  readonly recoverableKeys: RecoverableKeys;
  readonly requestApproval: RequestApproval;
}

type Keystore = EnrolledKeystore<TokenKeystoreFormat>;

export class EnrollKeystore extends WithDeps<EnrollKeystoreDeps> {
  /**
   * Generates a key for an existing end entity, and issues its certificate. The checks are in the order of their answers. In KEYRECOVERY the end
   * entity gets its marked key instead, if that has the requested specification.
   *
   * If approval is required and the end entity is not approved in its present state, it ends before the key is generated; the keystore is finalized
   * later.
   *
   * The private key exists only in memory, in the keystore and, if it is kept, encrypted with the certificate; its octets are overwritten at the end.
   *
   * @throws {@link EndEntityNotFoundError} also without the right to view it
   * @throws `ra.unsupported_key_algorithm`, `ra.unsupported_key_specification`, `ra.unsupported_token_type`, `ra.not_authenticated`,
   *   `ra.key_generation_forbidden`, `approval.already_requested`, and the errors of enrollment
   */
  async enroll(administrator: Administrator, enrollment: KeystoreEnrollment): Promise<Keystore | PendingApproval> {
    const { commit, keyPairs, recoverableKeys } = this.deps;
    const { username, password } = enrollment;
    const { login, plan } = await this.#authenticate(administrator, enrollment);
    const key = new GeneratedKey(keyPairs, plan);
    const opened = new OpenedKey(recoverableKeys);
    try {
      return await commit.run(username, async () => {
        const current = await this.#current(login);
        return current.status === END_ENTITY_STATUS.KEYRECOVERY
          ? this.#planCollection(administrator, login, current, { opened, password, wanted: plan })
          : this.#plan(administrator, current, { key, password });
      });
    } finally {
      key.overwrite();
      opened.overwrite();
    }
  }

  /**
   * Returns what {@link enroll} would issue, with a placeholder key.
   *
   * @throws the errors of that method; {@link DryRunImpossibleError} for a kept key
   */
  async dryRun(administrator: Administrator, enrollment: KeystoreEnrollment): Promise<EnrollmentDryRun> {
    const { dryRuns, issuance } = this.deps;
    const { login, plan } = await this.#authenticate(administrator, enrollment);
    return dryRuns.run(enrollment.username, async (decisions) => {
      const current = await this.#current(login);
      if (current.status === END_ENTITY_STATUS.KEYRECOVERY)
        throw new DryRunImpossibleError('the end entity gets a kept key, which is opened only when it is collected');
      keystoreFormatOf(current.tokenType);
      const prepared = await issuance.prepare(administrator, current, plan, decisions);
      const waiting = await this.#requestApproval(administrator, prepared, plan);
      const rehearsed = await issuance.rehearse(prepared, plan, decisions);
      return { ...rehearsed, approvalRequired: waiting !== undefined };
    });
  }

  /** Reads the requested key specification, and authenticates the end entity. */
  async #authenticate(
    administrator: Administrator,
    { username, password, key: requested }: KeystoreEnrollment,
  ): Promise<{ readonly login: AuthenticatedEndEntity; readonly plan: KeyPlan }> {
    const { access, authentication, endEntities } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const isVisible = (endEntity: EndEntity) => this.#isVisible(administrator, endEntity);
    const found = await endEntities.findByUsername(username);
    if (found === undefined || !(await isVisible(found))) throw new EndEntityNotFoundError(username);
    const plan = readRequestedKey(requested);
    keystoreFormatOf(found.tokenType);
    return { login: await authentication.authenticate(administrator, { username, password }, isVisible), plan };
  }

  /** Returns the present end entity. */
  async #current(login: AuthenticatedEndEntity): Promise<EndEntity> {
    const { authentication, endEntities } = this.deps;
    return authentication.requireStill(login, await endEntities.findByUsername(login.username));
  }

  async #plan(
    administrator: Administrator,
    endEntity: EndEntity,
    { key, password }: { readonly key: GeneratedKey; readonly password: string },
  ): Promise<IssuedEnrollment<Keystore> | WaitingEnrollment> {
    const { issuance } = this.deps;
    const format = keystoreFormatOf(endEntity.tokenType);
    const prepared = await issuance.prepare(administrator, endEntity, key.plan);
    await issuance.requireCaa(prepared);
    const waiting = await this.#requestApproval(administrator, prepared, key.plan);
    return waiting ?? issuance.issue(prepared, { format, key, password });
  }

  /** Makes the approval request that takes the place of the keystore, if approval is required and missing. */
  async #requestApproval(
    administrator: Administrator,
    prepared: PreparedKeystore,
    plan: KeyPlan,
  ): Promise<WaitingEnrollment | undefined> {
    const { issuance, requestApproval } = this.deps;
    const { placed, endEntity } = prepared;
    if (endEntity.extended.approvedRegistration !== undefined) return undefined;
    const needed = await approvalOfEndEntity(this.deps, placed);
    const waiting = await requestApproval.plan(administrator, needed?.approval, async () =>
      keystoreToApprove(prepared, plan, await issuance.warnings(prepared, plan)),
    );
    return waiting && { epoch: placed.epoch, waiting, enrolled: waiting.result };
  }

  async #planCollection(
    administrator: Administrator,
    login: AuthenticatedEndEntity,
    endEntity: EndEntity,
    { opened, password, wanted }: { readonly opened: OpenedKey; readonly password: string; readonly wanted: KeyPlan },
  ): Promise<IssuedEnrollment<Keystore> | CollectedKey<Keystore>> {
    const { authentication, collectKeptKey, issuance } = this.deps;
    const format = keystoreFormatOf(endEntity.tokenType);
    return issuance.inPlace(async (write) => {
      const { planned, privateKey, subject, pkcs12Encryption } = await collectKeptKey.plan(
        administrator,
        endEntity,
        { opened, wanted },
        // Ensures that the checked end entity is the authenticated one.
        (existing) => authentication.requireStill(login, existing),
      );
      const { certificate, chain } = planned.enrolled;
      const { username } = endEntity;
      const contents = { certificate: certificate.der, chain, privateKey, pkcs12Encryption, password };
      const keystore = await write(format, { ...contents, subject, username });
      const enrolled = { outcome: 'issued', certificate, chain, keystore, format } as const;
      return 'collected' in planned
        ? { ...planned, collected: { ...planned.collected, keystore: format }, enrolled }
        : { ...planned, details: { ...planned.details, keystore: format }, enrolled };
    });
  }

  /** Tells whether the caller may know of the end entity. */
  #isVisible(administrator: Administrator, { caId, endEntityProfileId }: EndEntity): Promise<boolean> {
    const profile = Resource.endEntityProfile(endEntityProfileId, 'view_end_entity');
    return this.deps.access.isAuthorized(administrator, Resource.ca(caId), Resource.ra.viewEndEntity, profile);
  }
}
