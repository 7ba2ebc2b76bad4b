/** Approval that adding or editing an end entity may require. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { ActToApprove, PlannedRequest, RequestApproval } from '../../approvals/index.ts';
import type { Authorities } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import {
  actOfRegistration,
  type EndEntity,
  endEntityStatusName,
  isKeyRecoverable,
  stateDigest,
  TOKEN_TYPE,
} from '../end-entities/index.ts';
import { type ApprovalOfEndEntity, approvalOfEndEntity, shownEndEntity, shownFurther } from '../enrollment/index.ts';
import type { PlacedRegistration } from './end-entity-registration.ts';

export interface RegistrationApprovalDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly requestApproval: RequestApproval;
}

export class RegistrationApproval extends WithDeps<RegistrationApprovalDeps> {
  /**
   * Makes the approval request that takes the place of the registration if approval is required.
   *
   * @param endEntity - the end entity after the registration
   * @returns undefined if it is not required
   * @throws {@link ApprovalRequestExistsError}
   */
  async plan(placed: PlacedRegistration, endEntity: EndEntity): Promise<PlannedRequest | undefined> {
    const needed = await approvalOfEndEntity(this.deps, placed);
    return this.deps.requestApproval.plan(placed.administrator, needed?.approval, () =>
      this.#toApprove(placed, endEntity, needed!),
    );
  }

  async #toApprove(
    placed: PlacedRegistration,
    endEntity: EndEntity,
    { caId, endEntityProfileId }: ApprovalOfEndEntity,
  ): Promise<ActToApprove> {
    const { authority, certificateProfile, endEntityProfile, existing, order } = placed;
    const { username, extended } = endEntity;
    const hasPassword = (placed.generatedPassword ?? order.password ?? '') !== '';
    const act = actOfRegistration({
      // As shown to approvers, whatever the profile says at execution.
      registration: { ...order, keyRecoverable: isKeyRecoverable(endEntity) },
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      passwordVerifier: hasPassword ? endEntity.passwordVerifier : undefined,
      edited: existing && stateDigest(existing),
    });
    const facts = await this.#factsOf(endEntity);
    const before = existing && changedFacts(await this.#factsOf(existing), facts);
    const password = hasPassword ? 'new' : existing?.passwordVerifier === undefined ? 'none' : 'as before';
    return {
      type: existing === undefined ? 'ADD_END_ENTITY' : 'EDIT_END_ENTITY',
      subject: username,
      caId,
      endEntityProfileId,
      shown: {
        ...shownEndEntity(placed, endEntity),
        ...shownFurther(
          endEntity,
          { notBefore: order.startTime, notAfter: order.endTime },
          { status: order.status, password, key_recoverable: isKeyRecoverable(endEntity) },
          { ...furtherFacts(extended), ...(before === undefined ? {} : { before }) },
        ),
      },
      act,
    };
  }

  /** Describes an end entity by everything that an edit may change, except the password. */
  async #factsOf(endEntity: EndEntity): Promise<JsonObject> {
    const { authorities, configuration } = this.deps;
    const { caId, certificateProfileId, endEntityProfileId, subjectDn, subjectAltName, email, tokenType } = endEntity;
    const { startTime, endTime, extensionData, customData } = endEntity.extended;
    const token = Object.entries(TOKEN_TYPE).find(([, number]) => number === tokenType);
    return {
      ca_name: (await authorities.findById(caId))?.name ?? null,
      certificate_profile_name:
        (await configuration.findById(certificateProfileType, certificateProfileId))?.name ?? null,
      end_entity_profile_name: (await configuration.findById(endEntityProfileType, endEntityProfileId))?.name ?? null,
      subject_dn: subjectDn,
      subject_alternative_name: subjectAltName ?? null,
      email: email ?? null,
      token: token?.[0] ?? null,
      status: endEntityStatusName(endEntity.status),
      key_recoverable: isKeyRecoverable(endEntity),
      start_time: startTime ?? null,
      end_time: endTime ?? null,
      extension_data: extensionData ?? null,
      custom_data: customData ?? null,
      ...furtherFacts(endEntity.extended),
    };
  }
}

/** Describes the further members that are not shown elsewhere, with names in the style of the interface. */
function furtherFacts(extended: EndEntity['extended']): JsonObject {
  return Object.fromEntries(
    Object.entries(extended).flatMap(([name, value]) =>
      SHOWN_OTHERWISE.has(name) ? [] : [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]],
    ),
  );
}

/** Returns the earlier values of changed facts; null for a fact that did not exist. */
function changedFacts(before: JsonObject, after: JsonObject): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

/** Members shown under other names, or irrelevant to approvers. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set<keyof EndEntity['extended']>([
  'approvedRegistration',
  'approvedRequest',
  'customData',
  'endTime',
  'extensionData',
  'holder',
  'logins',
  'startTime',
]);
