/**
 * A validated approval profile: who must agree before an act is done, in which order, and which fields they fill in.
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

/** Complete when all of its partitions are; then the next step begins. */
export interface ApprovalStep {
  readonly identifier: number;
  /** At least one. */
  readonly partitions: readonly ApprovalPartition[];
}

/** A part of a step on which certain administrators decide. */
export interface ApprovalPartition {
  /** Unique in its step. */
  readonly identifier: number;
  readonly title: string;
  /** Number of approvals required; one in a partitioned profile. */
  readonly requiredApprovals: number;
  /** The roles whose members decide, by document id. */
  readonly approvers: RoleIds;
  /** Roles whose members may see the partition, in addition to those who decide. */
  readonly viewers: RoleIds;
  /** Fields that are filled in with the decision. */
  readonly properties: readonly ApprovalProperty[];
}

/** Document ids of roles, or everybody with a right to approve. */
export type RoleIds = readonly number[] | 'anybody';

/** A field of the form of a partition. */
export interface ApprovalProperty {
  /** Unique in its partition. */
  readonly label: string;
  readonly type: ApprovalPropertyType;
  /** Initial value. */
  readonly preset: string;
  /** True if an approval requires a value; undefined in requests made by an earlier release. */
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
