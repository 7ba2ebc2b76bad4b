/** Checks of a decision on a request, in the documented order. Pure. */
import type { ApprovalPartition, ApprovalProperty } from './approval-profile.ts';
import { type ApprovalDecision, type ListedRequest, isWaiting, publicStatusOf } from './approval-request.ts';
import {
  AlreadyDecidedError,
  ApprovalExpiredError,
  ApprovalNotPendingError,
  ApprovalPropertyError,
  OwnApprovalError,
  PartitionNotPermittedError,
  UnknownPartitionError,
} from './errors.ts';
import { decisionsOn, mayDecide, type OpenStep, openStepOf } from './open-step.ts';
import { isPropertyValue } from './property-value.ts';

/** A caller's decision on a request. */
export interface GivenDecision {
  readonly approve: boolean;
  readonly comment: string;
  /** The partitions decided on; undefined for the one that is open for the caller. */
  readonly partitions: readonly GivenPartition[] | undefined;
}

export interface GivenPartition {
  readonly identifier: number;
  readonly properties: readonly { readonly label: string; readonly value: string | undefined }[];
}

/** A partition of the open step, with its fields as they will be stored. */
export interface CheckedPartition {
  readonly stepIdentifier: number;
  readonly partition: ApprovalPartition;
  readonly values: Readonly<Record<string, string>>;
}

/** The person who decides. */
export interface Decider {
  /** See `identityOf`. */
  readonly identity: string;
  readonly roleIds: ReadonlySet<number>;
}

/** A request with all decisions on it. */
export interface DecidedRequest {
  readonly request: ListedRequest;
  readonly decisions: readonly ApprovalDecision[];
}

/**
 * Requires that the request can be decided on, and by this person: nobody decides on their own requests.
 *
 * @throws {@link ApprovalNotPendingError}, {@link ApprovalExpiredError}, {@link OwnApprovalError}: the first that applies
 */
export function requireDecidable(request: ListedRequest, decider: Decider, nowMs: number): void {
  if (request.status !== 'WAITING_FOR_APPROVAL') throw new ApprovalNotPendingError(publicStatusOf(request, nowMs));
  if (!isWaiting(request, nowMs)) throw new ApprovalExpiredError();
  if (isOwn(request, decider)) throw new OwnApprovalError();
}

/**
 * Returns the partition of the open step that the decision is about.
 *
 * @throws what {@link requireDecidable} throws, {@link AlreadyDecidedError}, {@link UnknownPartitionError}, {@link PartitionNotPermittedError}, {@link ApprovalPropertyError}: the first that applies
 */
export function checkDecision(
  { request, decisions }: DecidedRequest,
  given: GivenDecision,
  decider: Decider,
  nowMs: number,
): readonly CheckedPartition[] {
  requireDecidable(request, decider, nowMs);
  const open = openStepOf(request, decisions);
  if (open === undefined) throw new RangeError(`request ${request.publicId} waits although it is approved`);
  const partitions = given.partitions ?? [{ identifier: partitionFor(open, decisions, decider), properties: [] }];
  requireOnce(partitions);
  for (const { identifier } of partitions) requireUndecided(open, identifier, decisions, decider);
  const chosen = partitions.map((each) => ({ ...each, partition: openPartition(open, each.identifier) }));
  for (const { partition } of chosen) {
    if (!mayDecide(partition, decider.roleIds)) throw new PartitionNotPermittedError(partition.identifier);
  }
  return chosen.map(({ partition, properties }) => ({
    stepIdentifier: open.step.identifier,
    partition,
    values: filledIn(partition, properties, given.approve),
  }));
}

/** Returns the partitions that the person may decide on now. */
export function canDecideOn(
  { request, decisions }: DecidedRequest,
  decider: Decider,
  nowMs: number,
): readonly ApprovalPartition[] {
  if (!isWaiting(request, nowMs) || isOwn(request, decider)) return [];
  const open = openStepOf(request, decisions);
  return open === undefined ? [] : choices(open, decisions, decider);
}

function isOwn({ requester }: ListedRequest, { identity }: Decider): boolean {
  return requester.identity === identity;
}

/** Returns the partition for a decision that does not name one. */
function partitionFor(open: OpenStep, decisions: readonly ApprovalDecision[], decider: Decider): number {
  const [first, ...others] = choices(open, decisions, decider);
  if (first !== undefined && others.length === 0) return first.identifier;
  if (first !== undefined) {
    const identifiers = [first, ...others].map(({ identifier }) => identifier).join(', ');
    throw new UnknownPartitionError(
      `Several partitions of the open step wait for the caller. Name some of them in approval_partitions: ${identifiers}.`,
    );
  }
  const decided = open.step.partitions.find((partition) => hasDecided(open, partition, decisions, decider));
  throw decided === undefined ? new PartitionNotPermittedError(undefined) : new AlreadyDecidedError(decided.identifier);
}

function requireOnce(partitions: readonly GivenPartition[]): void {
  const identifiers = partitions.map(({ identifier }) => identifier);
  const twice = identifiers.find((identifier, index) => identifiers.indexOf(identifier) !== index);
  if (twice !== undefined) throw new UnknownPartitionError(`Partition ${twice} is named twice; once is right.`);
}

function choices(
  open: OpenStep,
  decisions: readonly ApprovalDecision[],
  decider: Decider,
): readonly ApprovalPartition[] {
  return open.partitions
    .map(({ partition }) => partition)
    .filter((partition) => mayDecide(partition, decider.roleIds) && !hasDecided(open, partition, decisions, decider));
}

function requireUndecided(
  open: OpenStep,
  identifier: number,
  decisions: readonly ApprovalDecision[],
  decider: Decider,
): void {
  const partition = open.step.partitions.find((each) => each.identifier === identifier);
  if (partition !== undefined && hasDecided(open, partition, decisions, decider))
    throw new AlreadyDecidedError(identifier);
}

function hasDecided(
  { step }: OpenStep,
  partition: ApprovalPartition,
  decisions: readonly ApprovalDecision[],
  { identity }: Decider,
): boolean {
  return decisionsOn(step, partition, decisions).some((decision) => decision.identity === identity);
}

function openPartition({ partitions }: OpenStep, identifier: number): ApprovalPartition {
  const found = partitions.find(({ partition }) => partition.identifier === identifier);
  if (found !== undefined) return found.partition;
  const open = partitions.map(({ partition }) => partition.identifier).join(', ');
  throw new UnknownPartitionError(`Partition ${identifier} is not open in the present step; open are: ${open}.`);
}

/**
 * Returns the values of all fields; fields that are not given keep their initial values.
 *
 * @param complete - true to require values for required fields, which a rejection does not need
 */
function filledIn(
  { properties }: ApprovalPartition,
  given: GivenPartition['properties'],
  complete: boolean,
): Readonly<Record<string, string>> {
  const values = new Map(properties.map(({ label, preset }) => [label, preset]));
  for (const { label, value } of given) {
    const property = properties.find((each) => each.label === label);
    if (property === undefined) throw new ApprovalPropertyError(`No property with label ${label} found in partition`);
    if (value === undefined) continue;
    if (!isPropertyValue(property, value))
      throw new ApprovalPropertyError(`Wrong type for property with label ${label}`);
    values.set(label, value);
  }
  const missing = properties.find((property) => property.required === true && isLeftOpen(property, values));
  if (complete && missing !== undefined)
    throw new ApprovalPropertyError(`The property with label ${missing.label} is required and was not filled in`);
  return Object.fromEntries(values);
}

/** An unticked box counts as no value. */
function isLeftOpen({ label, type }: ApprovalProperty, values: ReadonlyMap<string, string>): boolean {
  const value = values.get(label)!.trim();
  return type === 'Boolean' ? value !== 'true' : value === '';
}
