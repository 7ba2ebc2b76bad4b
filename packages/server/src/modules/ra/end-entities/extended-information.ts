/**
 * Further members of an end entity, which are stored as one JSON text.
 *
 * All are optional, since end entities of earlier releases lack them; the functions in this file return their defaults.
 */
import type { SerialNumber } from '@sealwright/pki';
import type { RevocationReason } from '../../ca/index.ts';
import type { EndEntityProfile, ValueRules } from '../../profiles/index.ts';
import type { CertificateData } from './certificate-data.ts';

/** Values by name. */
export type NamedTexts = Readonly<Record<string, string>>;

/** Further members as stored. A type instead of an interface, because it is JSON. */
export type ExtendedInformation = {
  /** Values by object identifier or by names of the caller's own. */
  readonly extensionData?: NamedTexts;
  readonly customData?: NamedTexts;
  /** Serial number for its next certificate. */
  readonly certificateSerialNumber?: SerialNumber;
  /** Name subtrees for CA certificates, as written in CA settings. */
  readonly nameConstraintsPermitted?: readonly string[];
  readonly nameConstraintsExcluded?: readonly string[];
  /** Facts about the subject for extensions of its certificates. */
  readonly certificateData?: CertificateData;
  /** Begin and end of its certificates: seconds since 1970, or a duration after issuance. */
  readonly startTime?: EndEntityTime;
  readonly endTime?: EndEntityTime;
  readonly requests?: RequestCounter;
  readonly logins?: LoginCounter;
  /** Specification of keys that the server generates, unless the keystore request has its own. */
  readonly keyStore?: KeyStoreKey;
  readonly ssh?: SshInformation;
  /** Key sequence for its card verifiable certificate. */
  readonly cvc?: { readonly sequence: string };
  /** Account id of another program, recorded with each certificate. */
  readonly accountBindingId?: string;
  /** Reason with which its certificates are issued as revoked. */
  readonly issuanceRevocationReason?: Exclude<RevocationReason, 'NOT_REVOKED' | 'REMOVE_FROM_CRL'>;
  /** Holder in this installation: see `end-entity-holder.ts`. */
  readonly holder?: number;
  /** Number of the approved request whose certificate request has not been issued yet. */
  readonly approvedRequest?: number;
  /** Number of the approved request that registered it. Valid until its next certificate, or until it is edited. */
  readonly approvedRegistration?: number;
};

/** A moment, or a duration after issuance. */
export type EndEntityTime = { readonly kind: 'absolute' | 'relative'; readonly seconds: number };

/** Number of certificates that it may get before it is GENERATED, and how many are left. */
export type RequestCounter = { readonly allowed: number; readonly remaining: number } & OwnCounter;

/** Number of wrong passwords after which it can no longer enroll, and how many are left; {@link UNLIMITED} for no limit. */
export type LoginCounter = { readonly maximum: number; readonly remaining: number } & OwnCounter;

/** Origin of a counter's number. */
type OwnCounter = {
  /** True if the number was chosen for this end entity; otherwise it comes from its profile. */
  readonly own?: boolean;
};

/** Rules of an end entity profile for counters. */
export type CounterRules = Pick<EndEntityProfile, 'allowedRequests' | 'maxFailedLogins'>;

/** Algorithm and size or curve of a key. */
export type KeyStoreKey = { readonly algorithm: string; readonly specification: string };

/** Data for an SSH certificate. */
export type SshInformation = {
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly forceCommand?: string;
  readonly sourceAddress?: string;
  readonly verifyRequired?: boolean;
};

/** Number of login attempts without a limit. */
export const UNLIMITED = -1;

/** Returns the request counter of an end entity; one request by default. */
export function requestCounter({ requests }: ExtendedInformation): RequestCounter {
  return requests ?? { allowed: 1, remaining: 1 };
}

/** Returns the login counter of an end entity; no limit by default. */
export function loginCounter({ logins }: ExtendedInformation): LoginCounter {
  return logins ?? { maximum: UNLIMITED, remaining: UNLIMITED };
}

/** Removes the numbers of approved requests, since a changed end entity is not the one that was approved. */
export function withoutApproval(extended: ExtendedInformation): ExtendedInformation {
  const { approvedRequest: _request, approvedRegistration: _registration, ...others } = extended;
  return others;
}

/** Returns begin and end of the certificates of an end entity that enrolls at `now`, in seconds since 1970. */
export function timesOf({ startTime, endTime }: ExtendedInformation, now: number) {
  return { notBefore: secondsOf(startTime, now), notAfter: secondsOf(endTime, now) };
}

function secondsOf(time: EndEntityTime | undefined, now: number): number | undefined {
  return time && (time.kind === 'absolute' ? time.seconds : now + time.seconds);
}

/** Sets the given times, as moments, and leaves the others unchanged. */
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

/** Resets requests and login attempts of an end entity to the numbers of its profile, or to those chosen for it if the profile allows that. */
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

/** Does the same as {@link resetCounters} for counters that the end entity does not have yet. */
export function withCounters(extended: ExtendedInformation, rules: CounterRules): ExtendedInformation {
  return { ...resetCounters({}, rules), ...extended };
}

/** Removes the serial number, which was for one certificate only. */
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
