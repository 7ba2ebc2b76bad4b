import type { CertificateLifetime } from '../../profiles/index.ts';
import type { WitnessCheck } from './check.ts';

/** Validity: within that of the CA, no longer than the profile allows, and not ending on an excluded day. */
export const validity: WitnessCheck = {
  name: 'profile/validity',
  check({ notBefore: { seconds: from }, notAfter: { seconds: until } }, { profile, issuer, now }) {
    if (from === undefined || until === undefined) return 'the validity is not two times';
    const { notBefore, notAfter } = issuer.certificate ?? ALWAYS;
    if (from < notBefore) return `it begins at ${text(from)}, before its CA at ${text(notBefore)}`;
    if (until > notAfter) return `it ends at ${text(until)}, after its CA at ${text(notAfter)}`;
    const begins = Math.max(now - profile.backdateSeconds, notBefore);
    if (!profile.allowValidityOverride && from !== begins)
      return `it begins at ${text(from)}; by the certificate profile it begins at ${text(begins)}`;
    const { expirationRestriction: restriction, lifetime } = profile;
    const latest = latestEnd(lifetime, from) + (restriction?.move === 'after' ? SIX_DAYS : 0);
    if (until > latest) return `it ends at ${text(until)}; by the certificate profile it ends by ${text(latest)}`;
    const day = Math.floor(until / DAY + THURSDAY) % 7;
    if (restriction?.weekdays.has(day) === true && until !== notAfter)
      return `it ends at ${text(until)}, a day of the week on which the certificate profile has none end`;
    return undefined;
  },
};

/** Returns the latest end of validity. The last second is included. */
function latestEnd(lifetime: CertificateLifetime, from: number): number {
  return lifetime.kind === 'until' ? lifetime.notAfter : from + lifetime.seconds - 1;
}

function text(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

const ALWAYS = { notBefore: -Infinity, notAfter: 253_402_300_799 };
const DAY = 86_400;
const SIX_DAYS = 6 * DAY;
/** Weekday of 1970-01-01, with Sunday as 0. */
const THURSDAY = 4;
