import { dayOf, startOfDay } from '@sealwright/pki';
import type { CertificateProfile } from './certificate-profile.ts';
import {
  type Decider,
  type FieldDecisions,
  ProfileFormatError,
  ValidityImpossibleError,
  ValidityNotAllowedError,
} from '../common/index.ts';

/** Inputs for the validity of a certificate. All times are seconds since 1970. */
export interface ValidityInputs {
  readonly profile: Pick<
    CertificateProfile,
    'format' | 'lifetime' | 'backdateSeconds' | 'allowValidityOverride' | 'expirationRestriction'
  >;
  /** Validity of the CA's certificate; undefined for a self-signed certificate. */
  readonly issuerNotBefore: number | undefined;
  readonly issuerNotAfter: number | undefined;
  /** Beginning requested by the caller or the end entity; ignored unless the profile allows it. */
  readonly requestedNotBefore?: number | undefined;
  readonly requestedNotAfter?: number | undefined;
  readonly now: number;
  /** Notes about who decides `validity.notBefore` and `validity.notAfter`. */
  readonly decisions?: FieldDecisions | undefined;
}

/** Both ends are inclusive (RFC 5280 §4.1.2.5). */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Computes the validity of a certificate issued at `now`.
 *
 * notBefore precedes now by the offset of the profile, but is never before the issuer's. `notAfter` is inclusive (RFC 5280 §4.1.2.5): a lifetime of
 * 3600 s ends 3599 s after notBefore. It is limited by the issuer's, and a request cannot extend that of the profile.
 *
 * @throws {@link ValidityImpossibleError} if the validity would be empty
 * @throws {@link ProfileFormatError} if the profile is not for X.509
 */
export function certificateValidity(inputs: ValidityInputs): Validity {
  if (inputs.profile.format !== 'X.509') throw new ProfileFormatError(inputs.profile.format, 'X.509');
  return validityOf(inputs, (notBefore, seconds) => notBefore + seconds - 1);
}

/**
 * Requires that the profile allows the requested validity, for a caller who accepts no other.
 *
 * @throws {@link ValidityNotAllowedError} if one is requested and the profile ignores it
 */
export function requireValidityAllowed(
  { name, value }: { readonly name: string; readonly value: Pick<CertificateProfile, 'allowValidityOverride'> },
  { notBefore, notAfter }: { readonly notBefore?: number | undefined; readonly notAfter: number | undefined },
): void {
  const isAsked = notBefore !== undefined || notAfter !== undefined;
  if (isAsked && !value.allowValidityOverride) throw new ValidityNotAllowedError(name);
}

/** Validity of an SSH certificate: from `validAfter`, inclusive, to `validBefore`, exclusive. Seconds since 1970. */
export interface SshValidity {
  readonly validAfter: number;
  readonly validBefore: number;
}

/**
 * Computes the validity of an SSH certificate issued at `now`, as {@link certificateValidity} does, except that a lifetime of 3600 s ends 3600 s
 * after its beginning. It is limited by the CA's own validity.
 *
 * @throws {@link ValidityImpossibleError} if the validity would be empty
 * @throws {@link ProfileFormatError} if the profile is not for SSH
 */
export function sshValidity(inputs: Omit<ValidityInputs, 'issuerNotBefore'>): SshValidity {
  if (inputs.profile.format !== 'SSH') throw new ProfileFormatError(inputs.profile.format, 'SSH');
  const { issuerNotAfter } = inputs;
  // The last second of the CA's validity is also the certificate's last.
  const end = issuerNotAfter === undefined ? undefined : issuerNotAfter + 1;
  // SSH times are unsigned.
  const bounded = { ...inputs, issuerNotBefore: 0, issuerNotAfter: end };
  const { notBefore, notAfter } = validityOf(bounded, (start, seconds) => start + seconds);
  if (notAfter <= notBefore) throw new ValidityImpossibleError(notBefore, notAfter, 'it would end as it begins');
  return { validAfter: notBefore, validBefore: notAfter };
}

/** Validity of a card verifiable certificate: both days are included, counted from 1970-01-01. */
export interface CvcValidity {
  readonly effectiveDay: number;
  readonly expirationDay: number;
}

/**
 * Computes the validity of a card verifiable certificate issued at `now`, as {@link certificateValidity} does, in whole days: a lifetime of 24 h or
 * less is one day. It takes effect on the day of issuance, whatever offset the profile has (BSI TR-03110 part 3 C.1.6), and ends in 2099 at the
 * latest, the limit of its date format.
 *
 * @throws {@link ValidityImpossibleError} if the validity would be empty
 * @throws {@link ProfileFormatError} if the profile is for SSH or ITS
 */
export function cvcValidity(inputs: ValidityInputs): CvcValidity {
  const { profile, issuerNotAfter = Infinity, now } = inputs;
  if (profile.format !== 'X.509') throw new ProfileFormatError(profile.format, 'CVC');
  const ofDays = {
    ...inputs,
    profile: { ...profile, backdateSeconds: 0 },
    issuerNotAfter: Math.min(issuerNotAfter, LAST_SECOND_OF_2099),
    now: startOfDay(dayOf(now)),
  };
  const { notBefore, notAfter } = validityOf(ofDays, (start, seconds) => start + seconds - 1);
  return { effectiveDay: dayOf(notBefore), expirationDay: dayOf(notAfter) };
}

/** @param endOf - computes the end of a lifetime from its beginning */
function validityOf(inputs: ValidityInputs, endOf: (notBefore: number, seconds: number) => number): Validity {
  const { profile, issuerNotBefore = -Infinity, issuerNotAfter = Infinity, now, decisions } = inputs;
  const override = profile.allowValidityOverride;
  const asked = override ? inputs.requestedNotBefore : undefined;
  const wanted = asked ?? now - profile.backdateSeconds;
  const notBefore = Math.max(wanted, issuerNotBefore);
  const requestedNotAfter = (override ? inputs.requestedNotAfter : undefined) ?? Infinity;
  const { lifetime } = profile;
  const ofProfile = lifetime.kind === 'until' ? lifetime.notAfter : endOf(notBefore, lifetime.seconds);
  const end = Math.min(ofProfile, requestedNotAfter, issuerNotAfter, END_OF_TIME);
  const notAfter = Math.min(allowedExpiration(end, profile.expirationRestriction), issuerNotAfter, END_OF_TIME);
  const deciding = decidingEnd(end, { notAfter, ofProfile, issuerNotAfter });
  if (notAfter < notBefore) throw new ValidityImpossibleError(notBefore, notAfter, END_DECIDERS[deciding].impossible);
  if (decisions !== undefined) {
    if (notBefore > wanted) decisions.decide(NOT_BEFORE, 'CA', undefined, 'its certificate begins then');
    else if (asked === undefined) decisions.decide(NOT_BEFORE, 'certificate profile', 'validityOffset');
    else decisions.grant(NOT_BEFORE, 'allowValidityOverride');
    const { by, setting, because } = END_DECIDERS[deciding];
    if (deciding === 'asked') decisions.grant(NOT_AFTER, 'allowValidityOverride');
    else decisions.decide(NOT_AFTER, by, setting, because);
  }
  return { notBefore, notAfter };
}

function decidingEnd(
  end: number,
  { notAfter, ofProfile, issuerNotAfter }: { notAfter: number; ofProfile: number; issuerNotAfter: number },
): DecidingEnd {
  if (notAfter !== end) return notAfter > end && notAfter === issuerNotAfter ? 'issuer' : 'weekday';
  if (end === issuerNotAfter) return 'issuer';
  return end === ofProfile ? 'profile' : end === END_OF_TIME ? 'calendar' : 'asked';
}

/** Returns the same time on the nearest day on which certificates may expire. */
function allowedExpiration(notAfter: number, restriction: CertificateProfile['expirationRestriction']): number {
  if (restriction === undefined) return notAfter;
  const step = restriction.move === 'before' ? -DAY : DAY;
  let moved = notAfter;
  // At most six steps, since the profile allows at least one day of the week.
  while (restriction.weekdays.has(new Date(moved * 1000).getUTCDay())) moved += step;
  return moved;
}

const DAY = 86_400;
/** 9999-12-31T23:59:59Z: the latest time that a certificate can contain (RFC 5280 §4.1.2.5). */
const END_OF_TIME = 253_402_300_799;
const LAST_SECOND_OF_2099 = 4_102_444_799;
const NOT_BEFORE = 'validity.notBefore';
const NOT_AFTER = 'validity.notAfter';

interface EndDecider {
  /** Reason why the validity is impossible if this decides its end. */
  readonly impossible: string;
  readonly by: Decider;
  readonly setting?: string;
  readonly because?: string;
}

type DecidingEnd = 'asked' | 'calendar' | 'issuer' | 'profile' | 'weekday';

const END_DECIDERS: Readonly<Record<DecidingEnd, EndDecider>> = {
  weekday: {
    impossible: 'the profile has certificates expire on an earlier day of the week',
    by: 'certificate profile',
    setting: 'expirationRestrictionWeekdays',
  },
  issuer: { impossible: "the CA's certificate ends first", by: 'CA', because: 'its certificate ends then' },
  profile: { impossible: "the profile's fixed end has passed", by: 'certificate profile', setting: 'validity' },
  asked: { impossible: 'the end that was asked for comes first', by: 'caller' },
  calendar: { impossible: 'certificates name no later moment', by: 'program', because: 'no certificate ends later' },
};
