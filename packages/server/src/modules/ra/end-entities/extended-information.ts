/**
 * The further members of an end entity, which are stored as one JSON text.
 *
 * All may be absent: those of an end entity of an earlier release are, and the functions of this file give what they mean then.
 */
import type { RevocationReason } from '../../ca/index.ts';

/** Values by name. */
export type NamedTexts = Readonly<Record<string, string>>;

/** The further members as they are stored. A type, not an interface: it is JSON. */
export type ExtendedInformation = {
  /** Values by object identifier or by a name of the caller's own. */
  readonly extensionData?: NamedTexts;
  readonly customData?: NamedTexts;
  /** The serial number that its next certificate is to have: upper-case hex. */
  readonly certificateSerialNumber?: string;
  /** Subtrees of names, written as in the settings of CAs, for certificates of CAs. */
  readonly nameConstraintsPermitted?: readonly string[];
  readonly nameConstraintsExcluded?: readonly string[];
  /** When certificates begin and end, in seconds since 1970, or a length of time from the issuance. */
  readonly startTime?: EndEntityTime;
  readonly endTime?: EndEntityTime;
  readonly requests?: RequestCounter;
  readonly logins?: LoginCounter;
  /** The key that the server makes, where the request for the keystore does not say. */
  readonly keyStore?: KeyStoreKey;
  readonly ssh?: SshInformation;
  /** The sequence of the key that a card verifiable certificate is to name. */
  readonly cvc?: { readonly sequence: string };
  /** Account at another program, which goes into the record of each certificate. */
  readonly accountBindingId?: string;
  /** Its certificates are issued revoked, for this reason. */
  readonly issuanceRevocationReason?: Exclude<RevocationReason, 'NOT_REVOKED' | 'REMOVE_FROM_CRL'>;
  /** The part of this installation that it is kept for: see `end-entity-holder.ts`. */
  readonly holder?: number;
  /** The approved request for whose certificate request its certificate is still to be issued. */
  readonly approvedRequest?: number;
  /** The approved request that made it as it is. It holds until its next certificate, or until it is edited. */
  readonly approvedRegistration?: number;
};

/** A moment, or a length of time from the issuance on. */
export type EndEntityTime = { readonly kind: 'absolute' | 'relative'; readonly seconds: number };

/** The number of certificates that it may get before it is GENERATED, and those of them that it has not got yet. */
export type RequestCounter = { readonly allowed: number; readonly remaining: number };

/** The number of wrong passwords after which it cannot enroll any more, and those of them that are left; {@link UNLIMITED} for no limit. */
export type LoginCounter = { readonly maximum: number; readonly remaining: number };

/** The algorithm and the size or curve of a key. */
export type KeyStoreKey = { readonly algorithm: string; readonly specification: string };

/** The data of an SSH certificate. */
export type SshInformation = {
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly forceCommand?: string;
  readonly sourceAddress?: string;
  readonly verifyRequired?: boolean;
};

/** The number of login attempts of who has no limit. */
export const UNLIMITED = -1;

/** Returns the requests of an end entity: one, unless it has another number. */
export function requestCounter({ requests }: ExtendedInformation): RequestCounter {
  return requests ?? { allowed: 1, remaining: 1 };
}

/** Returns the login attempts of an end entity: no limit, unless it has one. */
export function loginCounter({ logins }: ExtendedInformation): LoginCounter {
  return logins ?? { maximum: UNLIMITED, remaining: UNLIMITED };
}

/**
 * Gives an end entity that has no limit on wrong passwords the one of its profile.
 *
 * @param maximum - {@link UNLIMITED} where the profile has none
 */
export function withLoginLimit(extended: ExtendedInformation, maximum: number): ExtendedInformation {
  const isLimited = loginCounter(extended).maximum !== UNLIMITED;
  return isLimited || maximum === UNLIMITED ? extended : { ...extended, logins: { maximum, remaining: maximum } };
}

/** Leaves out what others have approved: an end entity that changes is not the one that they have seen. */
export function withoutApproval(extended: ExtendedInformation): ExtendedInformation {
  const { approvedRequest: _request, approvedRegistration: _registration, ...others } = extended;
  return others;
}

/** Returns when the certificates of an end entity that is enrolled at `now` begin and end, in seconds since 1970. */
export function timesOf({ startTime, endTime }: ExtendedInformation, now: number) {
  return { notBefore: secondsOf(startTime, now), notAfter: secondsOf(endTime, now) };
}

function secondsOf(time: EndEntityTime | undefined, now: number): number | undefined {
  return time && (time.kind === 'absolute' ? time.seconds : now + time.seconds);
}

/** Gives an end entity the times that are given, as moments, and leaves the others as they are. */
export function withTimes(
  extended: ExtendedInformation,
  { notBefore, notAfter }: { readonly notBefore: number | undefined; readonly notAfter: number | undefined },
): ExtendedInformation {
  return {
    ...extended,
    ...(notBefore === undefined ? {} : { startTime: { kind: 'absolute', seconds: notBefore } }),
    ...(notAfter === undefined ? {} : { endTime: { kind: 'absolute', seconds: notAfter } }),
  };
}

/** Gives an end entity all its requests and login attempts again. */
export function resetCounters(extended: ExtendedInformation): ExtendedInformation {
  const { requests, logins } = extended;
  return {
    ...extended,
    ...(requests === undefined ? {} : { requests: { ...requests, remaining: requests.allowed } }),
    ...(logins === undefined ? {} : { logins: { ...logins, remaining: logins.maximum } }),
  };
}
