/** What the routes of `v1/approval` need of the use cases behind them. Times are milliseconds since the epoch. */
import type { Administrator } from '../../modules/access/index.ts';
export interface ApprovalServices {
  /** @throws `approval.not_found`, `access.denied` */
  status(administrator: Administrator, requestId: number): Promise<ApprovalStatus>;

  /** Errors as {@link status}. */
  get(administrator: Administrator, requestId: number): Promise<ApprovalView>;

  /**
   * The newest first.
   *
   * @throws `access.denied` to whom has no right to approvals at all
   */
  search(administrator: Administrator, criteria: ApprovalCriteria): Promise<readonly ApprovalSummary[]>;

  /**
   * Approves or rejects. The last approval does what was asked for.
   *
   * @throws what {@link status} throws, `approval.not_pending`, `approval.expired`, `approval.own_request`, `approval.already_decided`,
   *   `approval.unknown_partition`, `approval.partition_not_permitted`, `approval.bad_property`, `approval.execution_failed`
   */
  process(administrator: Administrator, requestId: number, decision: GivenDecision): Promise<ApprovalView>;
}

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

export interface ApprovalSummary {
  readonly requestId: number;
  readonly requestType: string;
  readonly requestedBy: string;
  readonly status: ApprovalStatus;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly canBeApprovedByMe: boolean;
}

export interface ApprovalView {
  readonly requestId: number;
  readonly requestType: string;
  readonly status: ApprovalStatus;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Whether approvals are only counted, or given to partitions. */
  readonly kind: 'accumulative' | 'partitioned';
  readonly totalSteps: number;
  readonly performed: readonly PerformedStep[];
  /** Undefined when nothing is left that the administrator may see. */
  readonly next: NextStep | undefined;
  /** Facts of the request by their names in this interface. */
  readonly shown: Readonly<Record<string, string>>;
}

export interface PerformedStep {
  /** From 1. */
  readonly number: number;
  readonly decided: readonly {
    readonly partition: ApprovalPartition;
    readonly decision: {
      readonly approved: boolean;
      readonly timeMs: number;
      readonly administrator: string;
      readonly comment: string;
      /** By label. */
      readonly values: Readonly<Record<string, string>>;
    };
    /** Whether the administrator sees the comment and the values. */
    readonly open: boolean;
  }[];
}

export interface NextStep {
  readonly number: number;
  readonly partitions: readonly {
    readonly partition: ApprovalPartition;
    readonly remainingApprovals: number;
    readonly canDecide: boolean;
  }[];
}

export interface ApprovalPartition {
  readonly identifier: number;
  readonly title: string;
  readonly properties: readonly ApprovalProperty[];
}

export interface ApprovalProperty {
  readonly label: string;
  readonly type: ApprovalPropertyType;
  readonly preset: string;
  /** Of a radio button. */
  readonly choices: readonly string[];
}

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

export interface GivenDecision {
  readonly approve: boolean;
  readonly comment: string;
  /** Undefined: the partition that is open for the administrator. */
  readonly partitions:
    | readonly {
        readonly identifier: number;
        readonly properties: readonly { readonly label: string; readonly value: string | undefined }[];
      }[]
    | undefined;
}

export interface ApprovalCriteria {
  readonly states: ReadonlySet<'waiting' | 'processed' | 'expired'>;
  readonly createdFromMs: number | undefined;
  /** The first moment that is too late. */
  readonly createdBeforeMs: number | undefined;
  /** Only what waits for the administrator, and expires within so long. */
  readonly expiresWithinMs: number | undefined;
  /** A part of it. */
  readonly subjectDn: string | undefined;
  readonly email: string | undefined;
}
