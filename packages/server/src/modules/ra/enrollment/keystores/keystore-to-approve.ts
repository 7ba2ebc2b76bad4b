/** An enrollment for a keystore that waits for approval: the information for approvers, and the data to execute it. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import type { ActToApprove } from '../../../approvals/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import { type KeyStoreKey, stateDigest } from '../../end-entities/index.ts';
import type { PreparedKeystore } from './keystore-issuance.ts';
import { shownEndEntity, shownFurther } from '../approvals/shown-end-entity.ts';
import { type EnrollmentWarnings, shownWarnings } from '../approvals/shown-warnings.ts';

/** The act of an enrollment for a keystore. */
export interface KeystoreAct {
  readonly username: string;
  /** {@link stateDigest} of its end entity. */
  readonly state: string;
  readonly key: KeyStoreKey;
}

/** Describes the enrollment for approvers. */
export function keystoreToApprove(
  { placed, endEntity }: PreparedKeystore,
  plan: KeyPlan,
  warnings: EnrollmentWarnings,
): ActToApprove {
  const { username } = endEntity;
  const { algorithm, specification } = plan;
  const act: KeystoreAct = {
    username,
    state: stateDigest(endEntity),
    key: { algorithm: algorithm.name, specification },
  };
  return {
    type: 'EDIT_END_ENTITY',
    subject: username,
    caId: placed.authority.id,
    endEntityProfileId: placed.endEntityProfile.id,
    shown: {
      ...shownEndEntity(placed, endEntity),
      key_algorithm: algorithm.name,
      ...shownFurther(endEntity, placed.order, { key_specification: specification }, {}, shownWarnings(warnings)),
    },
    act: { keystore: { ...act } },
  };
}

/** Reads the `act` that {@link keystoreToApprove} made. */
export function keystoreActOf({ keystore }: JsonObject): KeystoreAct {
  return keystore as unknown as KeystoreAct;
}
