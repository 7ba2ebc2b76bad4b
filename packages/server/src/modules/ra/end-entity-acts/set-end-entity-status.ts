/** Use case that changes an end entity's status, together with its token type and password. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { type Plan, planAndCommit, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import type { ActToApprove, PendingApproval, PlannedAct, RequestApproval } from '../../approvals/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { type Authorities, getById, neededApproval } from '../../ca/index.ts';
import { type KeptKeyStore, planUnmark } from '../../key-recovery/index.ts';
import { certificateProfileType, endEntityProfileType, requireCredentialFitsProfile } from '../../profiles/index.ts';
import {
  changeStatus,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityPasswords,
  type EndEntityStatusName,
  type ExtendedInformation,
  keepsKeys,
  passwordToGenerate,
  requireEscrowKey,
  type KeptPassword,
  stateDigest,
  TOKEN_TYPE,
  type TokenTypeName,
  type UpdateEndEntity,
  withKeyRecoverable,
} from '../end-entities/index.ts';
import { shownEndEntity, shownFurther } from '../enrollment/index.ts';
import { EndEntityChangedError, EndEntityNotFoundError, EndEntityVersionError } from '../errors/index.ts';
import {
  type AccessibleEndEntityDeps,
  findAccessible,
  MAY_EDIT,
  MAY_RECOVER,
  rightsTo,
} from './accessible-end-entity.ts';

/** Target status of an end entity. */
export interface NewStatus {
  readonly status: EndEntityStatusName;
  readonly token: TokenTypeName;
  /** Undefined or empty to keep the present password. */
  readonly password: string | undefined;
}

/** Result of a change: done, nothing to do, or a pending approval. */
export type StatusResult = ({ readonly outcome: 'changed' | 'unchanged' } | PendingApproval) & {
  /** The generated password, which is shown only in the answer. */
  readonly generatedPassword?: string | undefined;
};

export interface SetEndEntityStatusDeps
  extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store' | 'clock' | 'random'>, AccessibleEndEntityDeps {
  readonly authorities: Authorities;
  readonly byUsername: KeyedQueue;
  readonly keptKeys: KeptKeyStore;
  readonly passwords: EndEntityPasswords;
  readonly requestApproval: RequestApproval;
}

export class SetEndEntityStatus extends WithDeps<SetEndEntityStatusDeps> {
  /**
   * Sets the status, or requests approval for that.
   *
   * @param expectedVersion - version of the end entity that the caller has read; undefined to change any version
   * @throws {@link EndEntityNotFoundError} also without access to it
   * @throws {@link EndEntityVersionError} if it has another version
   * @throws `profile.violation`, {@link ApprovalRequestExistsError}
   */
  set(
    administrator: Administrator,
    username: string,
    given: NewStatus,
    expectedVersion?: number,
  ): Promise<StatusResult> {
    const { byUsername, store } = this.deps;
    return byUsername.run(username, () =>
      planAndCommit(() => this.#plan(administrator, username, given, expectedVersion), store),
    );
  }

  /**
   * Plans an approved change under the present state.
   *
   * @throws {@link EndEntityChangedError} if the end entity has changed since the request
   */
  async planApproved(
    requester: Administrator,
    { act, publicId }: { readonly act: JsonObject; readonly publicId: number },
  ): Promise<PlannedAct> {
    const { username, edited, status, token, passwordVerifier } = act as unknown as StoredStatus;
    const endEntity = await this.#find(requester, username);
    if (stateDigest(endEntity) !== edited) throw new EndEntityChangedError(username);
    // Only a verifier of the password is stored; its strength was checked with the request.
    await this.#requireFits(endEntity, token, undefined);
    const password = passwordVerifier === null ? {} : { passwordVerifier, sealedPassword: undefined };
    // If it may now enroll, its registration counts as approved.
    const extended = status === 'NEW' ? { approvedRegistration: publicId } : {};
    const { writes, entry } = await this.#change(requester, endEntity, { status, token, password, extended });
    return { writes, entries: [entry] };
  }

  async #plan(
    administrator: Administrator,
    username: string,
    given: NewStatus,
    expectedVersion: number | undefined,
  ): Promise<Plan<StatusResult>> {
    const { audit, authorities, configuration, passwords, requestApproval } = this.deps;
    const { epoch } = configuration;
    const endEntity = await this.#find(administrator, username);
    if (expectedVersion !== undefined && endEntity.version !== expectedVersion)
      throw new EndEntityVersionError(username);
    const { caId, certificateProfileId, endEntityProfileId, id } = endEntity;
    const asked = given.password === '' ? undefined : given.password;
    await this.#requireFits(endEntity, given.token, asked);
    const generatedPassword = await this.#generatedPassword(endEntity, given.status, asked);
    const text = generatedPassword ?? asked;
    const password = text === undefined ? {} : await passwords.keep(id, text, { inClear: false });
    const target: Target = { status: given.status, token: given.token, password };
    const { writes, entry: plain } = await this.#change(administrator, endEntity, target);
    const entry = generatedPassword === undefined ? plain : withGenerated(plain);
    if (writes.length === 0) return { unit: audit.unit([], [entry], epoch), result: { outcome: 'unchanged' } };
    const authority = await getById(authorities, caId);
    const needed = await neededApproval('addEditEndEntity', authority, certificateProfileId, configuration);
    const waiting = await requestApproval.plan(administrator, needed, async () => {
      const certificateProfile = await configuration.getById(certificateProfileType, certificateProfileId);
      const endEntityProfile = await configuration.getById(endEntityProfileType, endEntityProfileId);
      return toApprove(endEntity, target, { authority, certificateProfile, endEntityProfile });
    });
    if (waiting !== undefined)
      return {
        unit: audit.unit(waiting.writes, [waiting.entry], epoch),
        result: { ...waiting.result, generatedPassword },
      };
    return { unit: audit.unit(writes, [entry], epoch), result: { outcome: 'changed', generatedPassword } };
  }

  async #generatedPassword(
    existing: EndEntity,
    status: EndEntityStatusName,
    given: string | undefined,
  ): Promise<string | undefined> {
    const { configuration, random } = this.deps;
    const { value } = await configuration.getById(endEntityProfileType, existing.endEntityProfileId);
    return passwordToGenerate(value.password, { existing, status, given }, random);
  }

  /** Requires that token and password fit the profile. */
  async #requireFits(
    { endEntityProfileId }: EndEntity,
    token: TokenTypeName,
    password: string | undefined,
  ): Promise<void> {
    const { name, value } = await this.deps.configuration.getById(endEntityProfileType, endEntityProfileId);
    requireCredentialFitsProfile(name, value, { tokenType: TOKEN_TYPE[token], password, hasPassword: true });
  }

  async #find(administrator: Administrator, username: string): Promise<EndEntity> {
    const endEntity = await findAccessible(this.deps, administrator, username, MAY_EDIT);
    if (endEntity === undefined) throw new EndEntityNotFoundError(username);
    return endEntity;
  }

  /** Plans the change; without writes if nothing changes. */
  async #change(
    administrator: Administrator,
    endEntity: EndEntity,
    { status, token, password, extended }: Target,
  ): Promise<{ readonly writes: readonly Write[]; readonly entry: AuditEntry }> {
    const { access, authorities, clock, configuration, keptKeys } = this.deps;
    const { id, username, caId, endEntityProfileId, version } = endEntity;
    const profile = await configuration.getById(endEntityProfileType, endEntityProfileId);
    const tokenType = TOKEN_TYPE[token];
    const isKept = keepsKeys(endEntity, tokenType, profile.value.keyRecovery);
    if (isKept) requireEscrowKey(await getById(authorities, caId), endEntity, tokenType);
    const wanted: EndEntity = {
      ...endEntity,
      ...password,
      tokenType,
      kind: withKeyRecoverable(endEntity.kind, isKept),
      extended: { ...endEntity.extended, ...extended },
    };
    const { endEntity: changed, unmarksKeyRecovery } = changeStatus(wanted, END_ENTITY_STATUS[status], {
      nowMs: clock.nowMs(),
      renewable: profile.value.renewDaysBeforeExpiration !== undefined,
      counters: profile.value,
    });
    // Setting status or password of an end entity that will get a kept key determines who gets that key.
    if (!unmarksKeyRecovery && (status === 'KEYRECOVERY' || (await keptKeys.findMarked(id)) !== undefined))
      await access.authorize(administrator, ...rightsTo(endEntity, MAY_RECOVER));
    const actor = actorOf(administrator);
    const entry = { event: 'RA_EDITENDENTITY', actor, caId, username, details: { status, token } } as const;
    if (isSame(changed, endEntity)) return { writes: [], entry: { ...entry, outcome: 'VOID' } };
    const update: UpdateEndEntity = { op: 'end-entity.update', endEntity: changed, expectedVersion: version };
    const unmarks = unmarksKeyRecovery ? await planUnmark(keptKeys, id) : [];
    return { writes: [...unmarks, update], entry: { ...entry, outcome: 'SUCCESS' } };
  }
}

function withGenerated(entry: AuditEntry): AuditEntry {
  return { ...entry, details: { ...entry.details, passwordGenerated: true } };
}

interface Target {
  readonly status: EndEntityStatusName;
  readonly token: TokenTypeName;
  /** Empty to keep the present password. */
  readonly password: KeptPassword | Record<string, never>;
  /** Members to be added. */
  readonly extended?: Pick<ExtendedInformation, 'approvedRegistration'>;
}

/** A change that waits for approval. Only a verifier of the password is stored. */
interface StoredStatus {
  readonly username: string;
  /** {@link stateDigest} of the end entity; requests of earlier releases lack it, and are refused. */
  readonly edited?: string;
  readonly status: EndEntityStatusName;
  readonly token: TokenTypeName;
  /** Deleted when the request has ended. */
  readonly passwordVerifier: string | null;
}

function toApprove(
  endEntity: EndEntity,
  { status, token, password: { passwordVerifier } }: Target,
  placed: Parameters<typeof shownEndEntity>[0],
): ActToApprove {
  const { username, caId, endEntityProfileId } = endEntity;
  const edited = stateDigest(endEntity);
  const act: StoredStatus = { username, edited, status, token, passwordVerifier: passwordVerifier ?? null };
  const changes = { status, ...(passwordVerifier === undefined ? {} : { password: 'changed' }) };
  return {
    type: 'CHANGE_STATUS',
    subject: username,
    caId,
    endEntityProfileId,
    shown: {
      ...shownEndEntity(placed, { ...endEntity, tokenType: TOKEN_TYPE[token] }),
      ...shownFurther(endEntity, { notBefore: undefined, notAfter: undefined }, changes),
    },
    act: { ...act },
  };
}

function isSame(changed: EndEntity, { status, tokenType, kind, passwordVerifier, extended }: EndEntity): boolean {
  return (
    changed.kind === kind &&
    changed.status === status &&
    changed.tokenType === tokenType &&
    changed.passwordVerifier === passwordVerifier &&
    JSON.stringify(changed.extended) === JSON.stringify(extended)
  );
}
