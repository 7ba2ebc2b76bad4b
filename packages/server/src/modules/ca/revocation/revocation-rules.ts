/** State rules of revocation, as a pure function. */
import {
  AlreadyRevokedError,
  NotRevokedError,
  RevocationDateError,
  RevocationDateRangeError,
  RevocationReasonMissingError,
} from './errors.ts';
import { CERTIFICATE_STATUS, type CertificateState, type RevocationReason } from '../records/index.ts';

/** Request of a caller; dates in seconds since 1970. */
export interface RevocationRequest {
  readonly reason: RevocationReason | undefined;
  readonly date: number | undefined;
  readonly invalidityDate: number | undefined;
}

/** Settings of the CA and of the certificate's profile. */
export interface RevocationPolicy {
  readonly allowReasonChange: boolean;
  readonly allowInvalidityDate: boolean;
  readonly allowBackdating: boolean;
}

/** The resulting state. */
export interface RevocationOutcome {
  readonly status: number;
  readonly reason: RevocationReason;
  readonly revokedAt: number | undefined;
  readonly invalidity: number | undefined;
}

/**
 * Returns the state that `request` leads to.
 *
 * @param now - time of the request, seconds since 1970
 * @throws {@link RevocationReasonMissingError} if the request lacks information needed in the present state
 * @throws {@link RevocationDateRangeError} for a date that CRLs cannot represent
 * @throws {@link RevocationDateError} for a date that the profile or the CA does not allow
 * @throws {@link AlreadyRevokedError} or {@link NotRevokedError} if the present state does not allow it
 */
export function decideRevocation(
  current: CertificateState,
  request: RevocationRequest,
  policy: RevocationPolicy,
  now: number,
): RevocationOutcome {
  const revoked = current.status === CERTIFICATE_STATUS.revoked || current.status === CERTIFICATE_STATUS.archived;
  requireEnough(request, revoked);
  requireInRange('date', request.date);
  requireInRange('invalidity_date', request.invalidityDate);
  requireDatesAllowed(request, policy);
  if (!revoked) return revoke(current, request, now);
  if (current.reason === 'CERTIFICATE_HOLD') return leaveHold(current, request, now);
  return changeReason(current, request, policy);
}

/**
 * Removes the date from a request if it is the present time, which is not backdating: clients send the time of their own clock.
 *
 * @param now - seconds since 1970
 */
export function withoutPresentDate(
  request: RevocationRequest,
  { allowBackdating }: Pick<RevocationPolicy, 'allowBackdating'>,
  now: number,
): RevocationRequest {
  const { date } = request;
  const isPresent = date !== undefined && Math.abs(now - date) <= CLOCK_MARGIN_SECONDS;
  return isPresent && !allowBackdating ? { ...request, date: undefined } : request;
}

/** Tells whether the reason releases from hold. */
export function isRelease(reason: RevocationReason): boolean {
  return reason === 'NOT_REVOKED' || reason === 'REMOVE_FROM_CRL';
}

/** Tells whether a certificate can be revoked permanently: it is not revoked, or on hold. */
export function isRevocable({ status, reason }: Pick<CertificateState, 'status' | 'reason'>): boolean {
  const revoked = status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived;
  return !revoked || reason === 'CERTIFICATE_HOLD';
}

/**
 * Returns the state of a certificate for which {@link isRevocable} holds, after it is revoked because its CA or its end entity is.
 *
 * @param options - `now`: time of that revocation
 */
export function revokedFor(
  current: CertificateState,
  { reason, now }: { readonly reason: RevocationReason; readonly now: number },
): RevocationOutcome {
  const request = { reason, date: undefined, invalidityDate: undefined };
  return decideRevocation(current, request, NOTHING_SPECIAL, now);
}

function requireEnough({ reason, invalidityDate }: RevocationRequest, revoked: boolean): void {
  if (reason !== undefined) return;
  if (!revoked) throw new RevocationReasonMissingError('Invalid revocation reason.');
  if (invalidityDate === undefined)
    throw new RevocationReasonMissingError('Invalidity date or revocation reason missing.');
}

/** Requires a date that CRLs can represent. Any other date would keep the CA from making CRLs. */
function requireInRange(name: 'date' | 'invalidity_date', date: number | undefined): void {
  if (date !== undefined && (date < 0 || date > LAST_GENERALIZED_TIME)) throw new RevocationDateRangeError(name);
}

function requireDatesAllowed({ reason, date, invalidityDate }: RevocationRequest, policy: RevocationPolicy): void {
  if (date !== undefined && !policy.allowBackdating) throw new RevocationDateError('backdating');
  const ignored = reason === 'REMOVE_FROM_CRL';
  if (invalidityDate !== undefined && !ignored && !policy.allowInvalidityDate)
    throw new RevocationDateError('invalidity-date');
}

function revoke(
  current: CertificateState,
  { reason, date, invalidityDate }: RevocationRequest,
  now: number,
): RevocationOutcome {
  if (reason === undefined || isRelease(reason)) throw new NotRevokedError();
  return {
    status: CERTIFICATE_STATUS.revoked,
    reason,
    revokedAt: date ?? now,
    invalidity: invalidityDate ?? current.invalidity,
  };
}

function leaveHold(
  current: CertificateState,
  { reason, date, invalidityDate }: RevocationRequest,
  now: number,
): RevocationOutcome {
  const invalidity = invalidityDate ?? current.invalidity;
  const heldSince = current.revokedAt ?? now;
  if (reason === undefined) return { ...kept(current), invalidity };
  if (isRelease(reason)) {
    return { status: CERTIFICATE_STATUS.active, reason: 'NOT_REVOKED', revokedAt: undefined, invalidity: undefined };
  }
  // A permanent revocation counts from the hold (X.509 §9.5.2.2); a given date may only precede it.
  return { status: current.status, reason, revokedAt: Math.min(date ?? heldSince, heldSince), invalidity };
}

function changeReason(
  current: CertificateState,
  { reason, date, invalidityDate }: RevocationRequest,
  { allowReasonChange }: RevocationPolicy,
): RevocationOutcome {
  if (FINAL_REASONS.has(current.reason)) throw new AlreadyRevokedError();
  const invalidity = invalidityDate ?? current.invalidity;
  if (reason === undefined) return { ...kept(current), invalidity };
  const since = current.revokedAt ?? 0;
  if (reason !== 'KEY_COMPROMISE' || !allowReasonChange) throw new AlreadyRevokedError();
  if (date !== undefined && date > since) throw new AlreadyRevokedError();
  // The same reason again is only meaningful with an earlier date.
  if (current.reason === 'KEY_COMPROMISE' && (date === undefined || date === since)) throw new AlreadyRevokedError();
  return { status: current.status, reason, revokedAt: date ?? since, invalidity };
}

function kept({ status, reason, revokedAt }: CertificateState): Omit<RevocationOutcome, 'invalidity'> {
  return { status, reason, revokedAt };
}

/** Tolerated difference between clocks. */
const CLOCK_MARGIN_SECONDS = 30;
const NOTHING_SPECIAL: RevocationPolicy = {
  allowReasonChange: false,
  allowInvalidityDate: false,
  allowBackdating: false,
};
/** Reasons that cannot be changed any more. */
const FINAL_REASONS: ReadonlySet<RevocationReason> = new Set(['CA_COMPROMISE', 'AA_COMPROMISE']);
/** 9999-12-31T23:59:59Z: the last moment of a GeneralizedTime. */
const LAST_GENERALIZED_TIME = 253_402_300_799;
