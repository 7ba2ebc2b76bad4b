/** The statuses of an end entity: who may enroll, and what changes together with the status. */
import {
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStatus,
  type EndEntityStatusName,
  isKeyRecoverable,
} from './end-entity.ts';
import { type CounterRules, resetCounters } from './extended-information.ts';

/** Returns the word for a status. */
export function endEntityStatusName(status: EndEntityStatus): EndEntityStatusName {
  return NAMES.get(status)!;
}

/**
 * Tells whether an end entity of this status may enroll with its password. In GENERATED it may only while its profile lets it renew, which
 * its certificates say.
 */
export function mayEnroll(status: EndEntityStatus): boolean {
  return ENROLLING.has(status);
}

/** A change of status, with its consequences elsewhere. */
export interface StatusChange {
  /** As it is to be; its version is the next one. */
  readonly endEntity: EndEntity;
  /** True when the key that was marked for recovery is not to be handed out any more. */
  readonly unmarksKeyRecovery: boolean;
}

interface StatusSurroundings {
  readonly nowMs: number;
  readonly renewable: boolean;
  readonly counters?: CounterRules | undefined;
}

/**
 * Changes the status. Any status may follow any other one: who may set it decides.
 *
 * @param counters - rules under which NEW gives an end entity all its requests and login attempts again; undefined where NEW is not set
 * @param renewable - true when its profile lets it renew its certificate by itself
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

/** Tells whether the key that was marked for recovery is not to be handed out any more after a change of status. */
export function unmarksKeyRecovery(before: EndEntityStatus, after: EndEntityStatus): boolean {
  return KEEPING_MARK.has(before) && !KEEPING_MARK.has(after);
}

/**
 * Returns the end entity without its password, unless it can still be of use: while it enrolls, may come to, or may have a key that was kept
 * for it. The sealed password is for the next enrollment alone.
 *
 * @param renewable - true when its profile lets it renew its certificate by itself
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
