/**
 * The further members of an end entity, which are stored as one JSON text.
 *
 * All may be absent: those of an end entity of an earlier release are, and the functions of this file give what they mean then.
 */
import type { SerialNumber } from '@sealwright/pki';
import type { RevocationReason } from '../../ca/index.ts';
import type { EndEntityProfile, ValueRules } from '../../profiles/index.ts';

/** Values by name. */
export type NamedTexts = Readonly<Record<string, string>>;

/** The further members as they are stored. A type, not an interface: it is JSON. */
export type ExtendedInformation = {
  /** Values by object identifier or by a name of the caller's own. */
  readonly extensionData?: NamedTexts;
  readonly customData?: NamedTexts;
  /** The serial number that its next certificate is to have. */
  readonly certificateSerialNumber?: SerialNumber;
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
export type RequestCounter = { readonly allowed: number; readonly remaining: number } & OwnCounter;

/** The number of wrong passwords after which it cannot enroll any more, and those of them that are left; {@link UNLIMITED} for no limit. */
export type LoginCounter = { readonly maximum: number; readonly remaining: number } & OwnCounter;

/** Where the number of a counter comes from. */
type OwnCounter = {
  /** True when somebody has chosen the number for this end entity; it is the one of its profile unless given. */
  readonly own?: boolean;
};

/** The rules of an end entity profile for counters. */
export type CounterRules = Pick<EndEntityProfile, 'allowedRequests' | 'maxFailedLogins'>;

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

/**
 * Gives an end entity all its requests and login attempts again: as many as its profile says, or as were chosen for it where the profile
 * lets somebody choose.
 */
export function resetCounters(extended: ExtendedInformation, rules: CounterRules): ExtendedInformation {
  const { requests, logins, ...others } = extended;
  const allowed = numberUnder(rules.allowedRequests, requests && { ...requests, number: requests.allowed });
  const maximum = numberUnder(rules.maxFailedLogins, logins && { ...logins, number: logins.maximum });
  return {
    ...others,
    ...(allowed.number === 1 ? {} : { requests: counted('allowed', allowed) }),
    ...(maximum.number === UNLIMITED ? {} : { logins: counted('maximum', maximum) }),
  };
}

/** As {@link resetCounters}, of counters that the end entity does not have. */
export function withCounters(extended: ExtendedInformation, rules: CounterRules): ExtendedInformation {
  return { ...resetCounters({}, rules), ...extended };
}

/** Returns the end entity without the serial number that was meant for one certificate. */
export function withoutSerialNumber(extended: ExtendedInformation): ExtendedInformation {
  const { certificateSerialNumber: _serialNumber, ...others } = extended;
  return others;
}

type Chosen = { readonly number: number } & OwnCounter;

function numberUnder({ used, modifiable, value }: ValueRules<number>, counter: Chosen | undefined): Chosen {
  return counter?.own === true && used && modifiable ? { number: counter.number, own: true } : { number: value };
}

function counted<Name extends string>(name: Name, { number, own }: Chosen) {
  type Counter = { readonly [name in Name]: number } & { readonly remaining: number } & OwnCounter;
  return { [name]: number, remaining: number, ...(own && { own }) } as Counter;
}
