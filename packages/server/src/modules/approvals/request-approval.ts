/** Requests for approval, made instead of an act. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import { type Configuration, newPublicId } from '../configuration/index.ts';
import { approvalProfileType } from './approval-profile-type.ts';
import {
  APPROVAL_REQUEST_TYPES,
  type ApprovalRequest,
  type ApprovalRequestType,
  isWaiting,
  type ShownData,
} from './approval-request.ts';
import { type ApprovalStore, type InsertApprovalRequest, statusChange } from './approval-store.ts';
import type { NeededApproval } from './approval-settings.ts';
import type { BuiltInApproval } from './built-in-approval.ts';
import { ApprovalRequestExistsError } from './errors.ts';
import { type CertificateHolders, requesterOf } from './identity.ts';

/** An act as its module describes it. */
export interface ActToApprove {
  readonly type: ApprovalRequestType;
  /** Subject of the act, such as the serial number of a certificate: two requests for the same cannot wait at once. */
  readonly subject: string;
  readonly caId: number;
  readonly endEntityProfileId?: number;
  readonly shown: ShownData;
  /** All that executing it needs. Never a secret. */
  readonly act: JsonObject;
}

/** The act waits for other administrators. */
export interface PendingApproval {
  readonly outcome: 'pending-approval';
  readonly requestId: number;
  readonly type: ApprovalRequestType;
}

/** A request that is to be stored. */
export interface PlannedRequest {
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
  readonly result: PendingApproval;
}

export interface RequestApprovalDeps extends Pick<UseCaseDeps, 'clock' | 'configuration' | 'ids' | 'random'> {
  readonly approvals: ApprovalStore;
  readonly holders: CertificateHolders;
}

/** Use cases ask it once they know that the caller may do what they want, and that it can be done. */
export class RequestApproval extends WithDeps<RequestApprovalDeps> {
  /**
   * Returns the request that replaces the act.
   *
   * @param needed - the approval that the act needs; undefined when it needs none
   * @param describe - describes the act, when it needs approval
   * @returns undefined when the act is to be done at once: it needs no approval, or it is the program's own or that of the operator on
   *   the machine itself, whom no interface brings here
   * @throws {@link ApprovalRequestExistsError} while another request for the same waits
   */
  async plan(
    administrator: Administrator,
    needed: NeededApproval | undefined,
    describe: () => ActToApprove | Promise<ActToApprove>,
  ): Promise<PlannedRequest | undefined> {
    if (needed === undefined || administrator.kind !== 'certificate') return undefined;
    const { approvals, clock, configuration, holders, random, ids } = this.deps;
    const act = await describe();
    const { profile, name: approvalProfile } = await rulesOf(needed, configuration);
    const actKey = `${act.type}:${act.caId}:${act.subject}`;
    const nowMs = clock.nowMs();
    const open = await approvals.findOpenRequest(actKey);
    if (open !== undefined && isWaiting(open, nowMs)) throw new ApprovalRequestExistsError(open.publicId);
    const request: ApprovalRequest = {
      id: ids.next(),
      publicId: newPublicId(random, 0),
      type: act.type,
      status: 'WAITING_FOR_APPROVAL',
      actKey,
      caId: act.caId,
      endEntityProfileId: act.endEntityProfileId,
      requester: await requesterOf(administrator, holders),
      profile,
      shown: act.shown,
      act: act.act,
      createdMs: nowMs,
      expiresMs: nowMs + profile.requestLifetimeSeconds * 1000,
      version: 1,
    };
    const insert: InsertApprovalRequest = { op: 'approval-request.insert', request };
    return {
      writes: open === undefined ? [insert] : [statusChange(open, 'EXPIRED'), insert],
      entry: {
        event: 'APPROVAL_ADD',
        outcome: 'SUCCESS',
        actor: actorOf(administrator),
        caId: act.caId,
        ...recordedAct(request),
        details: {
          requestId: request.publicId,
          requestType: APPROVAL_REQUEST_TYPES[act.type].title,
          approvalProfile,
          expires: new Date(request.expiresMs).toISOString(),
          ...act.shown,
        },
      },
      result: { outcome: 'pending-approval', requestId: request.publicId, type: act.type },
    };
  }
}

async function rulesOf(needed: NeededApproval, configuration: Configuration): Promise<BuiltInApproval> {
  if (typeof needed !== 'number') return needed;
  const { value: profile, name } = await configuration.getById(approvalProfileType, needed);
  return { profile, name };
}

/** Returns the members by which an audit record of a request is found. */
export function recordedAct({ shown }: ApprovalRequest): Pick<AuditEntry, 'serial' | 'username'> {
  return {
    ...(shown.serial_number === undefined ? {} : { serial: shown.serial_number }),
    ...(shown.end_entity_name === undefined ? {} : { username: shown.end_entity_name }),
  };
}
