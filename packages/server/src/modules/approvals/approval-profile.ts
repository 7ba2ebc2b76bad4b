/**
 * An approval profile, checked: who has to agree before something is done, in which order, and what they are asked.
 *
 * It is plain data. A request keeps the profile that it was made under, so that a change of the profile neither eases nor breaks what
 * already waits.
 */

/** Steps of an approval, in order. A profile that only counts has one step with one partition. */
export interface ApprovalProfile {
  /** `accumulative`: a number of administrators, of any role. `partitioned`: parts for roles, in steps. */
  readonly kind: 'accumulative' | 'partitioned';
  /** Lifetime of a request before it expires. */
  readonly requestLifetimeSeconds: number;
  /** At least one. */
  readonly steps: readonly ApprovalStep[];
}

/** Done when all of its partitions are; the next one begins then. */
export interface ApprovalStep {
  readonly identifier: number;
  /** At least one. */
  readonly partitions: readonly ApprovalPartition[];
}

/** A part of a step that somebody decides on. */
export interface ApprovalPartition {
  /** Unique in its step. */
  readonly identifier: number;
  readonly title: string;
  /** From so many administrators; one in a partitioned profile. */
  readonly requiredApprovals: number;
  /** The roles whose members decide, by document id. */
  readonly approvers: RoleIds;
  /** The roles whose members see it, beside those who decide. */
  readonly viewers: RoleIds;
  /** Fields that are filled in with the decision. */
  readonly properties: readonly ApprovalProperty[];
}

/** Document ids of roles, or everybody who may approve at all. */
export type RoleIds = readonly number[] | 'anybody';

/** A field of the form of a partition. */
export interface ApprovalProperty {
  /** Unique in its partition. */
  readonly label: string;
  readonly type: ApprovalPropertyType;
  /** Value before anybody fills it in. */
  readonly preset: string;
  /** True when nobody approves without it; undefined of a request that an earlier release has made. */
  readonly required?: boolean;
  /** Choices; empty for all types but `RadioButton`. */
  readonly choices: readonly string[];
}

/** The types of fields in the words of the CA REST interface. */
export const APPROVAL_PROPERTY_TYPES = [
  'String',
  'Integer',
  'Long',
  'Boolean',
  'RadioButton',
  'MultiLineString',
  'UrlString',
] as const;
export type ApprovalPropertyType = (typeof APPROVAL_PROPERTY_TYPES)[number];
