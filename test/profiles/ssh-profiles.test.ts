import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DistinguishedName } from '@sealwright/pki';
import {
  CERTIFICATE_PROFILE_ID,
  type CertificateProfile,
  certificateProfileType,
  certificateValidity,
  checkEndEntityAgainstProfile,
  endEntityProfileType,
  sshValidity,
} from '../../packages/server/src/modules/profiles/index.ts';
import { sharedProfiles } from './shared-profiles.ts';

const { certificateProfile, endEntityProfile } = sharedProfiles();

describe('a certificate profile for SSH', () => {
  const names = ({ ssh }: CertificateProfile) => ssh!.extensions.map(({ name }) => name);

  it('gives users what OpenSSH permits, and no extension of others, unless it says otherwise', async () => {
    const profile = await certificateProfile({ type: 'SSH' });
    assert.equal(profile.format, 'SSH');
    assert.equal(profile.ssh!.type, 'user');
    assert.deepEqual(names(profile), [
      'permit-X11-forwarding',
      'permit-agent-forwarding',
      'permit-port-forwarding',
      'permit-pty',
      'permit-user-rc',
    ]);
    assert.equal(profile.ssh!.externalExtensions, 'NOT_ALLOWED');
  });

  it('gives hosts none of the extensions that are for users', async () => {
    const sshExtensions = ['permit-pty', 'rack@example.com'];
    const profile = await certificateProfile({ type: 'SSH', sshCertificateType: 'HOST', sshExtensions });
    assert.equal(profile.ssh!.type, 'host');
    assert.deepEqual(names(profile), ['rack@example.com']);
  });

  it('is refused with an extension whose name no reader would take', async () => {
    await assert.rejects(certificateProfile({ type: 'SSH', sshExtensions: ['permit pty'] }), {
      code: 'document.invalid_settings',
      message: /sshExtensions.*'permit pty', which is not a name/,
    });
  });

  it('says nothing of SSH when it is for X.509', async () => {
    assert.equal((await certificateProfile({})).ssh, undefined);
  });

  it('that was stored before profiles spoke of SSH stays what it was', () => {
    const before = { type: 'SSH', description: 'old' };
    const { sshExternalExtensions, sshCertificateType, ...rest } = certificateProfileType.upgrade!(before, 1);
    assert.deepEqual([sshExternalExtensions, sshCertificateType, rest['type']], ['NOT_ALLOWED', 'USER', 'SSH']);
    assert.equal(endEntityProfileType.upgrade!({}, 1)['profileType'], 'X509');
  });
});

describe('the validity of an SSH certificate', () => {
  const now = 1_900_000_000;
  const issuerNotAfter = undefined;

  it('is the whole lifetime, since its end is exclusive', async () => {
    const profile = await certificateProfile({ type: 'SSH', validity: '1h' });
    assert.deepEqual(sshValidity({ profile, issuerNotAfter, now }), { validAfter: now - 600, validBefore: now + 3000 });
  });

  it('is what was asked for where the profile lets it be shorter, and never longer', async () => {
    const profile = await certificateProfile({ type: 'SSH', validity: '1h', allowValidityOverride: true });
    const asked = { requestedNotBefore: now, requestedNotAfter: now + 60 };
    assert.deepEqual(sshValidity({ profile, issuerNotAfter, now, ...asked }), {
      validAfter: now,
      validBefore: now + 60,
    });
    const long = { ...asked, requestedNotAfter: now + 1_000_000 };
    assert.deepEqual(sshValidity({ profile, issuerNotAfter, now, ...long }), {
      validAfter: now,
      validBefore: now + 3600,
    });
    const fixed = await certificateProfile({ type: 'SSH', validity: '1h' });
    assert.deepEqual(
      sshValidity({ profile: fixed, issuerNotAfter, now, ...asked }),
      sshValidity({ profile: fixed, issuerNotAfter, now }),
    );
  });

  it('ends with the CA at the latest', async () => {
    const profile = await certificateProfile({ type: 'SSH', validity: '1h' });
    assert.equal(sshValidity({ profile, issuerNotAfter: now + 99, now }).validBefore, now + 100);
  });

  it('is refused when it would end as it begins', async () => {
    const profile = await certificateProfile({ type: 'SSH', allowValidityOverride: true });
    assert.throws(
      () => sshValidity({ profile, issuerNotAfter, now, requestedNotBefore: now, requestedNotAfter: now }),
      {
        code: 'profile.validity_impossible',
      },
    );
  });

  it('is not that of another format', async () => {
    const [x509, ssh] = [await certificateProfile({}), await certificateProfile({ type: 'SSH' })];
    assert.throws(() => sshValidity({ profile: x509, issuerNotAfter, now }), {
      code: 'profile.other_format',
      message: /not for SSH/,
    });
    const bounds = { issuerNotBefore: undefined, issuerNotAfter: undefined };
    assert.throws(() => certificateValidity({ profile: ssh, now, ...bounds }), {
      code: 'profile.other_format',
      message: /not for X\.509/,
    });
  });
});

describe('an end entity profile for SSH', () => {
  /** Violations as `field: message`. */
  async function violations(settings: object, ssh: object | undefined = {}): Promise<readonly string[]> {
    const given = { profileType: 'SSH', availableCertificateProfiles: ['SSH'], defaultCertificateProfile: 'SSH' };
    const profile = await endEntityProfile({ ...given, ...settings });
    const entity = {
      username: 'alice',
      password: 'foo123',
      email: undefined,
      subject: DistinguishedName.parse('CN=alice'),
      alternativeNames: [],
      ssh: ssh && { principals: ['alice'], forceCommand: undefined, sourceAddress: undefined, ...ssh },
      caId: 5000,
      certificateProfileId: CERTIFICATE_PROFILE_ID.SSH,
      tokenType: 1,
    };
    return checkEndEntityAgainstProfile(profile, entity).map(({ field, message }) => `${field}: ${message}`);
  }

  it('asks for a principal, and takes any number of them, a command and addresses', async () => {
    assert.deepEqual(await violations({}), []);
    assert.deepEqual(await violations({}, { principals: [] }), ['ssh.PRINCIPAL: is missing']);
    const all = { principals: ['alice', 'bob', 'root'], forceCommand: 'id', sourceAddress: '10.0.0.0/8' };
    assert.deepEqual(await violations({}, all), []);
  });

  it('holds principals to its patterns, and commands and addresses to its values', async () => {
    const settings = {
      sshPrincipals: { PRINCIPAL: [{ required: true, repeatable: true, validation: '[a-z]+' }] },
      sshForceCommand: [{ required: true, modifiable: false, values: ['/usr/bin/id'] }],
      sshSourceAddress: [],
    };
    assert.deepEqual(await violations(settings, { principals: ['alice', 'Root'], sourceAddress: '10.0.0.0/8' }), [
      "ssh.source-address: must be absent, but is '10.0.0.0/8'; leave it out, or give the profile an entry for it",
      "ssh.PRINCIPAL: is 'Root', which does not match its validation '[a-z]+'",
      'ssh.force-command: is missing',
    ]);
    assert.deepEqual(await violations(settings, { forceCommand: 'sh' }), [
      "ssh.force-command: is 'sh' and has to be '/usr/bin/id'",
    ]);
  });

  it('is not for certificates of X.509, nor one of X.509 for SSH', async () => {
    const profile = await endEntityProfile({ profileType: 'SSH' });
    const entity = {
      username: 'alice',
      password: 'foo123',
      email: undefined,
      subject: DistinguishedName.parse('CN=alice'),
      alternativeNames: [],
      caId: 5000,
      certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER,
      tokenType: 1,
    };
    const fields = checkEndEntityAgainstProfile(profile, entity).map(({ field }) => field);
    assert.ok(fields.includes('profileType'));
    assert.deepEqual(await violations({ profileType: 'X509' }), [
      'profileType: is X.509; certificates of SSH need a profile of that type',
    ]);
  });

  it('is refused with a principal field of another name', async () => {
    await assert.rejects(violations({ sshPrincipals: { USER: [{}] } }), {
      code: 'document.invalid_settings',
      message: /sshPrincipals\.USER/,
    });
  });
});
