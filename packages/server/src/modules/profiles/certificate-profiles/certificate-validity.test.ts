import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateValidity, requireValidityAllowed, type ValidityInputs } from './certificate-validity.ts';

const NOW = 1_900_000_000;
const profile: ValidityInputs['profile'] = {
  format: 'X.509',
  lifetime: { kind: 'relative', seconds: 3600 },
  backdateSeconds: 600,
  allowValidityOverride: false,
  expirationRestriction: undefined,
};
const issuer = { issuerNotBefore: NOW - 1_000_000, issuerNotAfter: NOW + 1_000_000, now: NOW };

describe('certificateValidity', () => {
  it('begins ten minutes ago and ends one second before the lifetime is over (RFC 5280 §4.1.2.5)', () => {
    const validity = certificateValidity({ profile, ...issuer });
    assert.deepEqual(validity, { notBefore: NOW - 600, notAfter: NOW - 600 + 3599 });
  });

  it('never begins before the issuer, and counts the lifetime from there', () => {
    const validity = certificateValidity({ profile, ...issuer, issuerNotBefore: NOW - 60 });
    assert.deepEqual(validity, { notBefore: NOW - 60, notAfter: NOW - 60 + 3599 });
  });

  it('never ends after the issuer', () => {
    const validity = certificateValidity({ profile, ...issuer, issuerNotAfter: NOW + 100 });
    assert.equal(validity.notAfter, NOW + 100);
  });

  it('uses requested times only if the profile allows them', () => {
    const asked = { requestedNotBefore: NOW + 10, requestedNotAfter: NOW + 20 };
    assert.equal(certificateValidity({ profile, ...issuer, ...asked }).notBefore, NOW - 600);
    const allowing = { ...profile, allowValidityOverride: true };
    assert.deepEqual(certificateValidity({ profile: allowing, ...issuer, ...asked }), {
      notBefore: NOW + 10,
      notAfter: NOW + 20,
    });
  });

  it('is never longer than the profile says, whatever is requested', () => {
    const allowing = { ...profile, allowValidityOverride: true };
    const validity = certificateValidity({ profile: allowing, ...issuer, requestedNotAfter: NOW + 900_000 });
    assert.equal(validity.notAfter, NOW - 600 + 3599);
  });

  it('ends at the fixed time of the profile, and is refused after that', () => {
    const until = { ...profile, lifetime: { kind: 'until', notAfter: NOW + 50 } } as const;
    assert.equal(certificateValidity({ profile: until, ...issuer }).notAfter, NOW + 50);
    assert.throws(() => certificateValidity({ profile: until, ...issuer, now: NOW + 10_000 }), {
      code: 'profile.validity_impossible',
      message: /fixed end has passed/,
    });
  });

  it('is refused if the issuer has expired', () => {
    assert.throws(() => certificateValidity({ profile, ...issuer, issuerNotAfter: NOW - 5000 }), {
      code: 'profile.validity_impossible',
      message: /CA's certificate ends first/,
    });
  });

  it('moves the end to a day on which certificates may expire, never beyond the issuer', () => {
    // 24 March 2030 is a Sunday.
    const restriction = (move: 'before' | 'after') => ({ weekdays: new Set([0, 1, 5, 6]), move });
    const ending = { ...profile, lifetime: { kind: 'until', notAfter: Date.UTC(2030, 2, 24, 12) / 1000 } } as const;
    const day = (move: 'before' | 'after', issuerNotAfter = 2_000_000_000) => {
      const restricted = { ...ending, expirationRestriction: restriction(move) };
      const { notAfter } = certificateValidity({ profile: restricted, ...issuer, issuerNotAfter });
      return new Date(notAfter * 1000).toISOString();
    };
    assert.equal(day('before'), '2030-03-21T12:00:00.000Z');
    assert.equal(day('after'), '2030-03-26T12:00:00.000Z');
    const issuerEnd = Date.UTC(2030, 2, 25) / 1000;
    assert.equal(day('after', issuerEnd), '2030-03-25T00:00:00.000Z');
  });

  it('is not limited by an issuer if the certificate is self-signed, and ends with the year 9999', () => {
    const long = { ...profile, lifetime: { kind: 'relative', seconds: 1e12 } } as const;
    const validity = certificateValidity({
      profile: long,
      issuerNotBefore: undefined,
      issuerNotAfter: undefined,
      now: NOW,
    });
    assert.equal(validity.notAfter, 253_402_300_799);
  });

  it('refuses profiles of other formats than X.509', () => {
    assert.throws(() => certificateValidity({ profile: { ...profile, format: 'SSH' }, ...issuer }), {
      code: 'profile.other_format',
    });
  });
});

describe('requireValidityAllowed', () => {
  const named = (allowValidityOverride: boolean) => ({ name: 'Web', value: { allowValidityOverride } });

  it('refuses a requested beginning or end that the profile ignores', () => {
    for (const asked of [
      { notBefore: NOW, notAfter: undefined },
      { notBefore: undefined, notAfter: NOW },
    ])
      assert.throws(() => requireValidityAllowed(named(false), asked), { code: 'profile.validity_not_allowed' });
  });

  it('accepts a request that the profile allows, and one without times', () => {
    requireValidityAllowed(named(true), { notBefore: NOW, notAfter: NOW + 1 });
    requireValidityAllowed(named(false), { notAfter: undefined });
  });
});
