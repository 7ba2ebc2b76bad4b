/** Statuses of an end entity: who may enroll, and the consequences of a change of status. */
import {
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStatus,
  type EndEntityStatusName,
  isKeyRecoverable,
} from './end-entity.ts';
import { type CounterRules, resetCounters } from './extended-information.ts';

/** Returns the name of a status. */
export function endEntityStatusName(status: EndEntityStatus): EndEntityStatusName {
  return NAMES.get(status)!;
}

/**
 * Tells whether an end entity with this status may enroll with its password. In GENERATED it may do so only if its profile allows renewal, which
 * depends on its certificates.
 */
export function mayEnroll(status: EndEntityStatus): boolean {
  return ENROLLING.has(status);
}

/** A change of status with its consequences. */
export interface StatusChange {
  /** The changed end entity, with the next version. */
  readonly endEntity: EndEntity;
  /** True if the key marked for recovery must no longer be handed out. */
  readonly unmarksKeyRecovery: boolean;
}

interface StatusSurroundings {
  readonly nowMs: number;
  readonly renewable: boolean;
  readonly counters?: CounterRules | undefined;
}

/**
 * Changes the status. Any status may follow any other; the caller decides who may set it.
 *
 * @param counters - rules by which NEW resets requests and login attempts; undefined if the status is not NEW
 * @param renewable - true if the profile lets the end entity renew its certificate itself
 */
export function changeStatus(
  endEntity: EndEntity,
  status: EndEntityStatus,
  { nowMs, renewable, counters }: StatusSurroundings,
): StatusChange {
  const isReset = status === END_ENTITY_STATUS.NEW && counters !== undefined;
  const extended = isReset ? resetCounters(endEntity.extended, counters) : endEntity.extended;
  const changed = { ...endEntity, status, extended, modifiedMs: nowMs, version: endEntity.version + 1 };
  return {
    endEntity: withoutUselessPassword(changed, renewable),
    unmarksKeyRecovery: unmarksKeyRecovery(endEntity.status, status),
  };
}

/** Tells whether a change of status means that the key marked for recovery must no longer be handed out. */
export function unmarksKeyRecovery(before: EndEntityStatus, after: EndEntityStatus): boolean {
  return KEEPING_MARK.has(before) && !KEEPING_MARK.has(after);
}

/**
 * Returns the end entity without its password, unless that is still needed: while it enrolls, may do so later, or may have a kept key. The sealed
 * password is for the next enrollment only.
 *
 * @param renewable - true if the profile lets the end entity renew its certificate itself
 */
export function withoutUselessPassword(endEntity: EndEntity, renewable: boolean): EndEntity {
  const { status } = endEntity;
  const comesToEnroll =
    mayEnroll(status) ||
    status === END_ENTITY_STATUS.INITIALIZED ||
    (renewable && status === END_ENTITY_STATUS.GENERATED);
  if (comesToEnroll) return endEntity;
  const passwordVerifier = isKeyRecoverable(endEntity) ? endEntity.passwordVerifier : undefined;
  return { ...endEntity, passwordVerifier, sealedPassword: undefined };
}

const NAMES: ReadonlyMap<EndEntityStatus, EndEntityStatusName> = new Map(
  Object.entries(END_ENTITY_STATUS).map(([name, status]) => [status, name as EndEntityStatusName]),
);
const ENROLLING: ReadonlySet<EndEntityStatus> = new Set([
  END_ENTITY_STATUS.NEW,
  END_ENTITY_STATUS.FAILED,
  END_ENTITY_STATUS.INPROCESS,
  END_ENTITY_STATUS.KEYRECOVERY,
]);
const KEEPING_MARK: ReadonlySet<EndEntityStatus> = new Set([
  END_ENTITY_STATUS.KEYRECOVERY,
  END_ENTITY_STATUS.INPROCESS,
  END_ENTITY_STATUS.INITIALIZED,
]);
