/** An approved request, with the end entity that waits for its result. */
import type { ApprovalRequest } from '../../../approvals/index.ts';
import type { Administrator } from '../../../access/index.ts';
import {
  type AuthenticatedEndEntity,
  type AuthenticateEndEntity,
  type EndEntity,
  endEntityStatusName,
  mayEnroll,
} from '../../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../../errors/index.ts';

/** Formats in which an approved request can be finalized. */
export type FinalizedFormat = 'DER' | 'PEM' | 'P12' | 'JKS' | 'BCFKS';

/** Key specification of the caller. Both members replace that of the end entity; an empty one counts as absent. */
export interface WantedKey {
  readonly algorithm?: string | undefined;
  readonly specification?: string | undefined;
}

/** A request to finalize an enrollment: in which format, and with which password and key. */
export interface FinalizationOrder {
  readonly format: FinalizedFormat;
  readonly password: string;
  readonly key: WantedKey;
}

export interface ApprovedRequest {
  readonly request: ApprovalRequest;
  /** The end entity when the request was read. */
  readonly existing: EndEntity;
  /** Refuses an end entity that no longer waits for this request. */
  readonly requireWaiting: (endEntity: EndEntity) => void;
  /** Tells whether the caller has access to the CA of the end entity, which may have changed meanwhile. */
  readonly isVisible: (endEntity: EndEntity) => Promise<boolean>;
}

/** Refuses an end entity whose status does not allow enrollment, for example after a revocation. @throws {@link EndEntityCannotEnrollError} */
export function requireStatusToEnroll({ username, status }: EndEntity): void {
  if (!mayEnroll(status))
    throw new EndEntityCannotEnrollError(username, `its status is ${endEntityStatusName(status)}`);
}

/**
 * Authenticates the end entity by the password of the caller. An end entity that no longer waits loses no login attempt.
 *
 * @throws `ra.not_authenticated`, `access.too_many_passwords`, and the errors of `requireWaiting`
 */
export function authenticateApproved(
  authentication: AuthenticateEndEntity,
  administrator: Administrator,
  { existing: { username }, requireWaiting, isVisible }: ApprovedRequest,
  password: string,
): Promise<AuthenticatedEndEntity> {
  return authentication.authenticate(administrator, { username, password }, (found) => {
    requireWaiting(found);
    return isVisible(found);
  });
}
