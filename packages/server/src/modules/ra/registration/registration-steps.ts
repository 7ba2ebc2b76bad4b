/**
 * Steps of adding and editing an end entity, in order:
 *
 * 1. {@link RegistrationSteps.place}: finds the CA, the profiles and the end entity, and checks that the caller may register there
 * 2. {@link RegistrationSteps.check}: checks names and data against the CA and both profiles, as an enrollment does
 * 3. {@link RegistrationSteps.plan}: plans the end entity and its writes
 * 4. {@link plannedUnit}: makes the unit, or that of an approval request if approval is required
 */
import { formatGeneralNames } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import type { Plan, Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import {
  CaNotFoundError,
  type CertificateAuthority,
  type CvcSigningAuthority,
  requireActiveOrOffline,
  requireActiveOrOfflineCvc,
  type SigningAuthority,
} from '../../ca/index.ts';
import { DocumentNotFoundError } from '../../configuration/index.ts';
import { type KeptKeyStore, markWrite } from '../../key-recovery/index.ts';
import { completedNames, endEntityProfileType, requireEndEntityFitsProfile } from '../../profiles/index.ts';
import {
  changeStatus,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityPasswords,
  type EndEntityRegistration,
  type ExtendedInformation,
  hasExtensionData,
  type KeptPassword,
  mayEnroll,
  NO_PASSWORD,
  passwordToGenerate,
  requireEscrowKey,
  settingsOf,
  timesOf,
  TOKEN_TYPE,
  withKeyRecoverable,
} from '../end-entities/index.ts';
import {
  checkCvNames,
  checkIssuanceData,
  type CheckX509EnrollmentDeps,
  checkX509Names,
  endEntityWrite,
  type EnrollmentRights,
  issuanceDataToCheck,
  newEndEntityId,
  type EnrollmentOrder,
  placeEnrollment,
  type PlaceEnrollmentDeps,
  requireAvailable,
  requireCardVerifiable,
  requireStorage,
  requireUsername,
} from '../enrollment/index.ts';
import { EnrollmentInputError, StatusNotSettableError } from '../errors/index.ts';
import { demandedExtensions, type RequestedNames } from '../requests/index.ts';
import {
  type ApprovedRegistration,
  type PlacedRegistration,
  issuable,
  readNames,
  type RegistrationResult,
} from './end-entity-registration.ts';
import { isToBeRecoverable, keepsStatus, registeredInformation } from './registered-information.ts';
import type { RegistrationApproval } from './registration-approval.ts';

export interface RegistrationStepsDeps
  extends Pick<UseCaseDeps, 'random' | 'ids'>, CheckX509EnrollmentDeps, PlaceEnrollmentDeps {
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
  readonly passwords: EndEntityPasswords;
}

export interface PlannedUnitDeps {
  readonly approval: RegistrationApproval;
  readonly audit: AuditLog;
  readonly registration: RegistrationSteps;
}

/** A registration with its writes. */
export interface PlannedRegistration {
  readonly endEntity: EndEntity;
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
}

export class RegistrationSteps extends WithDeps<RegistrationStepsDeps> {
  /**
   * Finds the documents and the end entity. Callers without the rights do not learn which of them exist.
   *
   * @param approved - the approved request; undefined for a registration requested now
   * @throws AccessDeniedError, {@link EnrollmentInputError} for unknown names, and for a CA the errors of {@link requireIssuing}
   */
  async place(
    administrator: Administrator,
    order: EndEntityRegistration,
    rights: EnrollmentRights,
    approved?: ApprovedRegistration,
  ): Promise<PlacedRegistration> {
    const { configuration } = this.deps;
    requireUsername(order.username);
    try {
      const placed = await placeEnrollment(this.deps, administrator, enrollmentOrder(order), requireIssuing, rights);
      return { ...placed, order, approved, generatedPassword: this.#generatedPassword(placed, order, approved) };
    } catch (error) {
      if (error instanceof CaNotFoundError) throw unknownName('CA', error);
      if (!(error instanceof DocumentNotFoundError)) throw error;
      const profile = await configuration.find(endEntityProfileType, order.endEntityProfileName);
      throw unknownName(profile === undefined ? 'end entity profile' : 'certificate profile', error);
    }
  }

  /** Generates the password if one is needed. An approved registration already has its own. */
  #generatedPassword(
    { existing, endEntityProfile }: Pick<PlacedRegistration, 'existing' | 'endEntityProfile'>,
    { status, password: given }: EndEntityRegistration,
    approved: ApprovedRegistration | undefined,
  ): string | undefined {
    if (approved !== undefined) return undefined;
    return passwordToGenerate(endEntityProfile.value.password, { existing, status, given }, this.deps.random);
  }

  /**
   * Checks the registration.
   *
   * @returns the names
   * @throws the error of the first check that fails
   */
  async check(placed: PlacedRegistration): Promise<RequestedNames> {
    const { approved, order, authority, certificateProfile, endEntityProfile, existing } = placed;
    const { status, username } = order;
    const { KEYRECOVERY } = END_ENTITY_STATUS;
    // The status hands out a key, for which there is a use case with its own rights and approvals.
    if (status === 'KEYRECOVERY' && existing?.status !== KEYRECOVERY) throw new StatusNotSettableError(username);
    const names = issuable(completedNames(endEntityProfile.value, readNames(order), order.email));
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    const extended = registeredInformation(placed);
    await checkIssuanceData(this.deps, placed, extended);
    demandedExtensions(order.extensionData);
    await this.#checkNames(placed, names, extended);
    const isRecoverable = isToBeRecoverable(placed);
    const tokenType = TOKEN_TYPE[order.token];
    requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
      username,
      password: order.password,
      hasPassword:
        [approved, existing].some((each) => each?.passwordVerifier !== undefined) ||
        // The password went with the last request; another one is needed before the next.
        (existing !== undefined && !mayEnroll(END_ENTITY_STATUS[status])),
      email: order.email,
      ...names,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      tokenType,
      keyRecoverable: tokenType === TOKEN_TYPE.USERGENERATED && !isRecoverable ? undefined : isRecoverable,
      ...issuanceDataToCheck(extended, settingsOf(order)),
      hasExtensionData: hasExtensionData(order),
    });
    if (isRecoverable) requireEscrowKey(authority, existing, tokenType);
    return names;
  }

  async #checkNames(placed: PlacedRegistration, names: RequestedNames, extended: ExtendedInformation): Promise<void> {
    const { authority, order } = placed;
    const { certificateSerialNumber: serialNumber } = extended;
    if (authority.kind !== 'CVC')
      return checkX509Names(this.deps, { ...placed, authority }, { ...names, serialNumber });
    const { notBefore } = timesOf(extended, nowSeconds(this.deps.clock));
    requireCardVerifiable({ ...order, notBefore, tokenType: TOKEN_TYPE[order.token] }, extended);
    return checkCvNames(this.deps, { ...placed, authority }, names);
  }

  /** Plans the end entity after the registration. */
  async plan(placed: PlacedRegistration, names: RequestedNames): Promise<PlannedRegistration> {
    const { administrator, authority, certificateProfile, endEntityProfile, existing, order } = placed;
    const { endEntities, clock, ids, keptKeys } = this.deps;
    const { username } = order;
    const nowMs = clock.nowMs();
    const id = existing?.id ?? (await newEndEntityId(username, { endEntities, ids }));
    const asked: EndEntity = {
      id,
      username,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      subjectDn: names.subject.toString(),
      subjectAltName: names.alternativeNames.length === 0 ? undefined : formatGeneralNames(names.alternativeNames),
      email: order.email,
      status: existing?.status ?? END_ENTITY_STATUS.NEW,
      tokenType: TOKEN_TYPE[order.token],
      kind: withKeyRecoverable(existing?.kind ?? END_ENTITY_KIND.endUser, isToBeRecoverable(placed)),
      ...(await this.#password(placed, id)),
      extended: registeredInformation(placed),
      createdMs: existing?.createdMs ?? nowMs,
      modifiedMs: nowMs,
      version: existing?.version ?? 0,
    };
    const renewable = endEntityProfile.value.renewDaysBeforeExpiration !== undefined;
    const { endEntity, unmarksKeyRecovery } = changeStatus(asked, END_ENTITY_STATUS[order.status], {
      nowMs,
      renewable,
      counters: keepsStatus(placed) ? undefined : endEntityProfile.value,
    });
    const marked = unmarksKeyRecovery ? await keptKeys.findMarked(id) : undefined;
    return {
      endEntity,
      writes: [endEntityWrite(endEntity, existing), ...(marked === undefined ? [] : [markWrite(marked, undefined)])],
      entry: {
        event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY',
        outcome: 'SUCCESS',
        actor: actorOf(administrator),
        caId: authority.id,
        username,
        details: {
          subject: endEntity.subjectDn,
          alternativeNames: endEntity.subjectAltName ?? null,
          certificateProfile: certificateProfile.name,
          endEntityProfile: endEntityProfile.name,
          token: order.token,
          status: order.status,
          ...(placed.generatedPassword === undefined ? {} : { passwordGenerated: true }),
        },
      },
    };
  }

  async #password(
    { approved, existing, generatedPassword, order }: PlacedRegistration,
    endEntityId: number,
  ): Promise<KeptPassword> {
    if (approved?.passwordVerifier !== undefined)
      return { passwordVerifier: approved.passwordVerifier, sealedPassword: undefined };
    const password = generatedPassword ?? order.password ?? '';
    if (password !== '') return this.deps.passwords.keep(endEntityId, password, { inClear: false });
    if (existing === undefined) return NO_PASSWORD;
    const { passwordVerifier, sealedPassword } = existing;
    return { passwordVerifier, sealedPassword };
  }
}

/**
 * Requires a CA that issues certificates to end entities. It may be offline, since nothing is signed yet.
 *
 * @throws `ca.wrong_kind`, `ca.offline` for a CA that will not issue any more, or has no certificate yet
 */
function requireIssuing(authority: CertificateAuthority, now: number): SigningAuthority | CvcSigningAuthority {
  return authority.kind === 'CVC' ? requireActiveOrOfflineCvc(authority, now) : requireActiveOrOffline(authority, now);
}

/** Takes the steps after the first one, and returns the unit of the registration, or of the approval request that takes its place. */
export async function plannedUnit(
  { approval, audit, registration }: PlannedUnitDeps,
  placed: PlacedRegistration,
): Promise<Plan<RegistrationResult>> {
  const { endEntity, writes, entry } = await registration.plan(placed, await registration.check(placed));
  const { generatedPassword } = placed;
  const waiting = await approval.plan(placed, endEntity);
  if (waiting !== undefined)
    return {
      unit: audit.unit(waiting.writes, [waiting.entry], placed.epoch),
      result: { ...waiting.result, generatedPassword },
    };
  return { unit: audit.unit(writes, [entry], placed.epoch), result: { outcome: 'registered', generatedPassword } };
}

function unknownName(what: string, cause: Error): EnrollmentInputError {
  return new EnrollmentInputError(`Invalid request, unknown ${what}.`, { cause });
}

/** Converts the registration to the order type of enrollments. */
function enrollmentOrder(order: EndEntityRegistration): EnrollmentOrder {
  const { startTime: notBefore, endTime: notAfter, ...others } = order;
  return { ...others, notBefore, notAfter };
}
