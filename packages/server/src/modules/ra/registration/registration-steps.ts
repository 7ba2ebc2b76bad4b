/**
 * The steps of adding and editing an end entity, in their order:
 *
 * 1. {@link RegistrationSteps.place}: the CA, the profiles and the end entity of those names, for somebody who may register there
 * 2. {@link RegistrationSteps.check}: names and data, against the CA and both profiles, as an enrollment has them checked
 * 3. {@link RegistrationSteps.plan}: the end entity that there is to be, and what is written
 */
import { formatGeneralNames } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { CaNotFoundError } from '../../ca/index.ts';
import { type Configuration, DocumentNotFoundError } from '../../configuration/index.ts';
import { type KeptKeyStore, markWrite } from '../../key-recovery/index.ts';
import { endEntityProfileType, requireEndEntityFitsProfile, requireValidityAllowed } from '../../profiles/index.ts';
import {
  changeStatus,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityPasswords,
  type EndEntityStore,
  hasExtensionData,
  type KeptPassword,
  NO_PASSWORD,
  TOKEN_TYPE,
  withKeyRecoverable,
} from '../end-entities/index.ts';
import {
  type CheckX509EnrollmentDeps,
  checkX509Names,
  endEntityWrite,
  type EnrollmentRights,
  newEndEntityId,
  type PlacedEnrollment,
  requireAvailable,
  requireStorage,
  requireUsername,
  type X509Enrollment,
} from '../enrollment/index.ts';
import { EnrollmentInputError, StatusNotSettableError } from '../errors.ts';
import { demandedExtensions, type RequestedNames } from '../requests/index.ts';
import { type EndEntityRegistration, type PlacedRegistration, readNames } from './end-entity-registration.ts';
import { isToBeRecoverable, registeredInformation } from './registered-information.ts';

export interface RegistrationStepsDeps extends CheckX509EnrollmentDeps {
  readonly clock: Clock;
  readonly configuration: Configuration;
  readonly endEntities: EndEntityStore;
  readonly ids: Ids;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
  readonly passwords: EndEntityPasswords;
  readonly steps: X509Enrollment;
}

/** A registration with its writes. */
export interface PlannedRegistration {
  readonly endEntity: EndEntity;
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
}

export class RegistrationSteps {
  readonly #deps: RegistrationStepsDeps;

  constructor(deps: RegistrationStepsDeps) {
    this.#deps = deps;
  }

  /**
   * Finds what there is under the names. Who has no right to them is not told what exists.
   *
   * @throws AccessDeniedError, {@link EnrollmentInputError} for unknown names, and what `X509Enrollment.place` throws of a CA
   */
  async place(
    administrator: Administrator,
    order: EndEntityRegistration,
    rights: EnrollmentRights,
  ): Promise<PlacedRegistration> {
    const { configuration, steps } = this.#deps;
    requireUsername(order.username);
    try {
      const placed = await steps.place(administrator, enrollmentOrder(order), rights);
      return { ...placed, order };
    } catch (error) {
      if (error instanceof CaNotFoundError) throw unknownName('CA', error);
      if (!(error instanceof DocumentNotFoundError)) throw error;
      const profile = await configuration.find(endEntityProfileType, order.endEntityProfileName);
      throw unknownName(profile === undefined ? 'end entity profile' : 'certificate profile', error);
    }
  }

  /**
   * Checks what is asked for.
   *
   * @returns the names
   * @throws the error of the first check that fails
   */
  async check(placed: PlacedRegistration): Promise<RequestedNames> {
    const { order, authority, certificateProfile, endEntityProfile, existing } = placed;
    const { startTime, endTime, status, username } = order;
    const { KEYRECOVERY } = END_ENTITY_STATUS;
    // The status hands out a key: what asks for it has rights and approvals of its own.
    if (status === 'KEYRECOVERY' && existing?.status !== KEYRECOVERY) throw new StatusNotSettableError(username);
    const names = readNames(order);
    requireAvailable(authority, certificateProfile);
    requireStorage(certificateProfile);
    requireValidityAllowed(certificateProfile, { notBefore: startTime, notAfter: endTime });
    demandedExtensions(order.extensionData);
    await checkX509Names(this.#deps, placed, names);
    const isRecoverable = isToBeRecoverable(placed);
    const tokenType = TOKEN_TYPE[order.token];
    requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
      username,
      password: order.password,
      hasPassword: existing?.passwordVerifier !== undefined,
      email: order.email,
      ...names,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      tokenType,
      keyRecoverable: tokenType === TOKEN_TYPE.USERGENERATED && !isRecoverable ? undefined : isRecoverable,
      namesSerialNumber: order.certificateSerialNumber !== undefined,
      startTime,
      endTime,
      hasExtensionData: hasExtensionData(order),
    });
    return names;
  }

  /** Plans the end entity as it is to be. */
  async plan(placed: PlacedRegistration, names: RequestedNames): Promise<PlannedRegistration> {
    const { administrator, authority, certificateProfile, endEntityProfile, existing, order } = placed;
    const { endEntities, clock, ids, keptKeys } = this.#deps;
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
        },
      },
    };
  }

  async #password(
    { existing, order: { password = '' } }: PlacedRegistration,
    endEntityId: number,
  ): Promise<KeptPassword> {
    if (password !== '') return this.#deps.passwords.keep(endEntityId, password, { inClear: false });
    if (existing === undefined) return NO_PASSWORD;
    const { passwordVerifier, sealedPassword } = existing;
    return { passwordVerifier, sealedPassword };
  }
}

function unknownName(what: string, cause: Error): EnrollmentInputError {
  return new EnrollmentInputError(`Invalid request, unknown ${what}.`, { cause });
}

/** Returns the order as the steps of an enrollment know it. */
function enrollmentOrder(order: EndEntityRegistration): PlacedEnrollment['order'] {
  const { startTime: notBefore, endTime: notAfter, ...others } = order;
  return { ...others, notBefore, notAfter };
}
