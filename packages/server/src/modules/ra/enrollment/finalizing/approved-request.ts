/** A request that others have approved, with the end entity that waits for what it asks for. */
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

/** The formats that an approved request can be answered in. */
export type FinalizedFormat = 'DER' | 'PEM' | 'P12' | 'JKS' | 'BCFKS';

/** The key that a caller wants. Both members replace that of the end entity; an empty one counts as absent. */
export interface WantedKey {
  readonly algorithm?: string | undefined;
  readonly specification?: string | undefined;
}

export interface ApprovedRequest {
  readonly request: ApprovalRequest;
  /** As it was when the request was looked at. */
  readonly existing: EndEntity;
  /** Refuses an end entity that waits for this request no more. */
  readonly requireWaiting: (endEntity: EndEntity) => void;
  /** Tells whether the caller has access to the CA of the end entity, which the request may have changed. */
  readonly isVisible: (endEntity: EndEntity) => Promise<boolean>;
}

/** Refuses an end entity that others have revoked since, for example. @throws {@link EndEntityCannotEnrollError} */
export function requireStatusToEnroll({ username, status }: EndEntity): void {
  if (!mayEnroll(status))
    throw new EndEntityCannotEnrollError(username, `its status is ${endEntityStatusName(status)}`);
}

/**
 * Authenticates the end entity by the password that the caller shows. One that waits no more has lost no login attempt.
 *
 * @throws `ra.not_authenticated`, `access.too_many_passwords`, and what `requireWaiting` throws
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
