import assert from 'node:assert/strict';
import type { CvcSigningAuthority } from '../../packages/server/src/modules/ca/index.ts';
import { verifierRole } from '../../packages/server/src/modules/ca/cvc/index.ts';
import { describe, it } from 'node:test';
import { dayOf, formatDay, rightNames, rightsOf, startOfDay } from '@sealwright/pki';
import { type CertificateProfile, cvcValidity } from '../../packages/server/src/modules/profiles/index.ts';
import { sharedProfiles } from './shared-profiles.ts';

const { certificateProfile } = sharedProfiles();

describe('a certificate profile for card verifiable certificates', () => {
  const names = ({ cvc }: CertificateProfile) => rightNames({ ...cvc, role: 'TERMINAL' });

  it('grants inspection systems both data groups, unless it says otherwise', async () => {
    const profile = await certificateProfile({});
    assert.equal(profile.cvc.terminalType, 'IS');
    assert.deepEqual(names(profile), ['READ_DG3', 'READ_DG4']);
    assert.deepEqual(names(await certificateProfile({ cvcAccessRights: 'DG4' })), ['READ_DG4']);
    assert.deepEqual(names(await certificateProfile({ cvcAccessRights: 'NONE' })), []);
  });

  it('grants authentication and signature terminals the rights that it names', async () => {
    const all = await certificateProfile({ cvcTerminalType: 'AT' });
    assert.deepEqual(names(all), [...rightsOf('AT').rights.values()]);
    const few = ['AGE_VERIFICATION', 'READ_DG17'];
    assert.deepEqual(
      names(await certificateProfile({ cvcTerminalType: 'AT', cvcAuthenticationTerminalRights: few })),
      few,
    );
    const settings = { cvcTerminalType: 'ST', cvcSignatureTerminalRights: ['ELECTRONIC_SIGNATURE'] };
    assert.deepEqual(names(await certificateProfile(settings)), ['ELECTRONIC_SIGNATURE']);
  });

  it('makes document verifiers of signature terminals what it says', async () => {
    const roleUnder = async (settings: object) =>
      verifierRole(await certificateProfile({ cvcTerminalType: 'ST', ...settings }), 'SE', {} as CvcSigningAuthority);
    assert.equal(await roleUnder({}), 'DV_F');
    assert.equal(await roleUnder({ cvcSignatureTerminalVerifier: 'ACCREDITATION_BODY' }), 'DV_D');
  });

  it('is refused with a right that its terminals do not have', async () => {
    const settings = { cvcAuthenticationTerminalRights: ['READ_DG99'] };
    await assert.rejects(certificateProfile(settings), { code: 'document.invalid_settings', message: /READ_DG99/ });
  });
});

describe('the validity of a card verifiable certificate', () => {
  const now = startOfDay(dayOf(1_800_000_000)) + 60;
  const today = dayOf(now);
  const open = { issuerNotBefore: undefined, issuerNotAfter: undefined, now };

  it('counts in whole days from today, although profiles begin ten minutes ago', async () => {
    const profile = await certificateProfile({ validity: '30d' });
    assert.deepEqual(cvcValidity({ profile, ...open }), { effectiveDay: today, expirationDay: today + 29 });
    const short = await certificateProfile({ validity: '1h' });
    assert.deepEqual(cvcValidity({ profile: short, ...open }), { effectiveDay: today, expirationDay: today });
  });

  it('ends with the issuer, and with 2099', async () => {
    const profile = await certificateProfile({ validity: '100y' });
    const issuerNotAfter = startOfDay(today + 10) - 1;
    assert.equal(cvcValidity({ profile, ...open, issuerNotAfter }).expirationDay, today + 9);
    assert.equal(formatDay(cvcValidity({ profile, ...open }).expirationDay), '2099-12-31');
  });

  it('ends earlier when that is asked for and allowed', async () => {
    const requestedNotAfter = startOfDay(today + 3) - 1;
    const fixed = await certificateProfile({ validity: '30d' });
    assert.equal(cvcValidity({ profile: fixed, ...open, requestedNotAfter }).expirationDay, today + 29);
    const profile = await certificateProfile({ validity: '30d', allowValidityOverride: true });
    assert.equal(cvcValidity({ profile, ...open, requestedNotAfter }).expirationDay, today + 2);
  });

  it('does not exist after the issuer has ended, and not for profiles for SSH', async () => {
    const profile = await certificateProfile({});
    const issuerNotAfter = startOfDay(today) - 1;
    assert.throws(() => cvcValidity({ profile, ...open, issuerNotAfter }), { code: 'profile.validity_impossible' });
    const ssh = await certificateProfile({ type: 'SSH' });
    assert.throws(() => cvcValidity({ profile: ssh, ...open }), { code: 'profile.other_format' });
  });
});
