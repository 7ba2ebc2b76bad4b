import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DistinguishedName, parseGeneralNames } from '@sealwright/pki';
import {
  CERTIFICATE_PROFILE_ID,
  checkEndEntityAgainstProfile,
  endEntityProfileType,
  type EndEntityToCheck,
  requireEndEntityFitsProfile,
} from '../../packages/server/src/modules/profiles/index.ts';
import { sharedProfiles } from './shared-profiles.ts';

const alice: EndEntityToCheck = {
  username: 'alice',
  password: 'foo123',
  email: undefined,
  subject: DistinguishedName.parse('CN=alice'),
  alternativeNames: [],
  caId: 5000,
  certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER,
  tokenType: 1,
};

const profiles = sharedProfiles();

/** The profile of these settings, as it would be stored. */
async function profileOf(settings: object | 'EMPTY') {
  if (settings !== 'EMPTY') return profiles.endEntityProfile(settings);
  return (await profiles.opened.configuration.get(endEntityProfileType, 'EMPTY')).value;
}

/** Violations as `field: message`. */
async function violations(settings: object | 'EMPTY', changes: Partial<EndEntityToCheck> = {}): Promise<string[]> {
  const profile = await profileOf(settings);
  return checkEndEntityAgainstProfile(profile, { ...alice, ...changes }).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

const subject = (text: string) => ({ subject: DistinguishedName.parse(text) });
const names = (text: string) => ({ alternativeNames: parseGeneralNames(text) });

describe('an end entity under EMPTY', () => {
  it('may have any field any number of times, but needs a common name, a username and a password', async () => {
    const rich = {
      ...subject('CN=alice,OU=a,OU=b,DC=example,DC=com,C=SE'),
      ...names(
        'dNSName=a.example, dNSName=b.example, iPAddress=10.0.0.1, upn=a@b.example, uniformResourceIdentifier=http://a',
      ),
      email: 'alice@example.com',
      startTime: at(1),
      endTime: at(2),
    };
    assert.deepEqual(await violations('EMPTY', rich), []);
    assert.deepEqual(await violations('EMPTY', { ...subject('O=Test'), username: '', password: undefined }), [
      'subjectDn.CN: is missing',
      'username: is missing',
      'password: is missing (passwordRequired)',
    ]);
  });

  it('cannot use the certificate profiles of CAs', async () => {
    assert.match(
      (await violations('EMPTY', { certificateProfileId: CERTIFICATE_PROFILE_ID.SUBCA }))[0]!,
      /certificateProfile/,
    );
  });
});

describe('an end entity under a profile of its own', () => {
  it('has only fields that the profile knows, as often as it says', async () => {
    const settings = { subjectDn: { CN: [{ required: true }], OU: [{}, {}] } };
    assert.deepEqual(await violations(settings, subject('CN=a,OU=1,OU=2')), []);
    assert.deepEqual(await violations(settings, subject('CN=a,OU=1,OU=2,OU=3,O=x')), [
      'subjectDn.OU: is there 3 times; 2 times is allowed, unless an entry is repeatable',
      "subjectDn.O: must be absent, but is 'x'; leave it out, or give the profile an entry for it",
    ]);
    assert.deepEqual(await violations(settings, names('dNSName=a.example')), [
      "subjectAlternativeName.DNSNAME: must be absent, but is 'a.example'; leave it out, or give the profile an entry for it",
    ]);
    assert.deepEqual(await violations(settings, names('smtpUTF8Mailbox=ä@a.example')), [
      "subjectAlternativeName.SMTPUTF8MAILBOX: must be absent, but is 'ä@a.example'; leave it out",
    ]);
  });

  it('has one of the values of a field that is not modifiable, in any order', async () => {
    const fixed = (...values: string[]) => ({ modifiable: false, values });
    const settings = { subjectDn: { CN: [{}], O: [fixed('North', 'South')], OU: [{}, fixed('IT')] } };
    assert.deepEqual(await violations(settings, subject('CN=a,O=South,OU=Sales,OU=IT')), []);
    assert.deepEqual(await violations(settings, subject('CN=a,O=West')), [
      "subjectDn.O: is 'West' and has to be 'North' or 'South'",
    ]);
  });

  it('has values that match the pattern', async () => {
    const settings = { subjectAlternativeName: { DNSNAME: [{ repeatable: true, validation: '[a-z]+\\.example' }] } };
    assert.deepEqual(await violations(settings, names('dNSName=a.example, dNSName=b.example')), []);
    assert.deepEqual(await violations(settings, names('dNSName=a.example, dNSName=b.test, dNSName=c.test')), [
      "subjectAlternativeName.DNSNAME: is 'b.test', which does not match its validation '[a-z]+\\.example'",
      "subjectAlternativeName.DNSNAME: is 'c.test', which does not match its validation '[a-z]+\\.example'",
    ]);
  });

  it('has its e-mail as rfc822Name where the profile takes it from there', async () => {
    const settings = { subjectAlternativeName: { RFC822NAME: [{ use: false, required: true }] } };
    const email = 'alice@example.com';
    assert.deepEqual(await violations(settings, { email, ...names('rfc822Name=alice@example.com') }), []);
    assert.match(
      (await violations(settings, { email, ...names('rfc822Name=bob@example.com') }))[0]!,
      /has to be the e-mail/,
    );
  });

  it('uses what is available only', async () => {
    const settings = { availableCas: [], availableTokenTypes: ['USERGENERATED'] };
    assert.deepEqual(
      (await violations(settings, { tokenType: 2 })).map((text) => text.split(':')[0]),
      ['certificateAuthority', 'token'],
    );
  });

  it('has a password that is strong enough, unless one is generated', async () => {
    assert.deepEqual(await violations({ minimumPasswordStrength: 60 }), [
      'password: is too weak: 37 bits, 60 are asked for; 10 characters or more are right',
    ]);
    assert.deepEqual(await violations({ passwordAutoGenerated: true }), [
      'password: must not be given: it is generated (passwordAutoGenerated)',
    ]);
    assert.deepEqual(await violations({}, { password: undefined, hasPassword: true }), []);
    assert.deepEqual(await violations({ passwordRequired: false }, { password: undefined }), []);
    assert.match((await violations({}, { clearTextPassword: true }))[0]!, /clearPassword/);
  });

  it('has an e-mail as the profile asks', async () => {
    const email = 'alice@example.com';
    assert.deepEqual(await violations({ emailUsed: false }, { email }), [
      "email: must be absent, but is 'alice@example.com'; emailUsed of the profile would allow it",
    ]);
    assert.deepEqual(await violations({ emailRequired: true }), ['email: is missing (emailRequired)']);
    const domains = { emailModifiable: false, emailDomains: ['Example.org'] };
    assert.match((await violations(domains, { email }))[0]!, /domain example.org/);
    assert.match((await violations({}, { email: 'alice' }))[0]!, /not an address/);
  });

  it('asks for times and logins where it may', async () => {
    const asked = { startTime: at(100), maxFailedLogins: 3 };
    assert.deepEqual(await violations({}, asked), [
      'startTime: must not be given; startTimeUsed of the profile would allow it',
      'maxFailedLogins: must not be given; maxFailedLoginsUsed of the profile would allow it',
    ]);
    assert.deepEqual(await violations({ startTimeUsed: true, maxFailedLoginsUsed: true }, asked), []);
    const fixed = { endTimeUsed: true, endTime: '2031-01-01', endTimeModifiable: false };
    assert.deepEqual(await violations(fixed, { endTime: at(Date.UTC(2031, 0, 1) / 1000) }), []);
    assert.match(
      (await violations(fixed, { endTime: at(5) }))[0]!,
      /endTime: is 1970-01-01T00:00:05Z and has to be 2031-01-01T00:00:00Z/,
    );
    const relative = { startTimeUsed: true, startTime: '1:0:0', startTimeModifiable: false };
    assert.deepEqual(await violations(relative, { startTime: { kind: 'relative', seconds: 86_400 } }), []);
    assert.match(
      (await violations(relative, { startTime: at(86_400) }))[0]!,
      /has to be 86400 seconds from the issuance, as the profile says/,
    );
  });

  it('asks for what the profile says has a value, and for no other where that is fixed', async () => {
    const asked = { allowedRequests: 5, issuanceRevocationReason: 'CERTIFICATE_HOLD', maxFailedLogins: 2 } as const;
    assert.deepEqual(await violations({}, asked), [
      'maxFailedLogins: must not be given; maxFailedLoginsUsed of the profile would allow it',
      'allowedRequests: must not be given; allowedRequestsUsed of the profile would allow it',
      'issuanceRevocationReason: must not be given; issuanceRevocationReasonUsed of the profile would allow it',
    ]);
    const used = { allowedRequestsUsed: true, issuanceRevocationReasonUsed: true, maxFailedLoginsUsed: true };
    assert.deepEqual(await violations(used, asked), []);
    const fixed = {
      ...used,
      allowedRequests: 3,
      allowedRequestsModifiable: false,
      issuanceRevocationReasonModifiable: false,
      maxFailedLoginsModifiable: false,
    };
    assert.deepEqual(await violations(fixed, asked), [
      'maxFailedLogins: is 2 and has to be -1, as the profile says',
      'allowedRequests: is 5 and has to be 3, as the profile says',
      'issuanceRevocationReason: is CERTIFICATE_HOLD and has to be NOT_REVOKED, as the profile says',
    ]);
    const same = { allowedRequests: 3, issuanceRevocationReason: 'NOT_REVOKED', maxFailedLogins: -1 } as const;
    assert.deepEqual(await violations(fixed, same), []);
  });

  it('names serial numbers, subtrees and data for extensions where it may', async () => {
    const asked = { namesSerialNumber: true, permitsNames: true, excludesNames: true, hasExtensionData: true };
    assert.deepEqual(await violations({}, asked), [
      'certificateSerialNumber: must not be given; customSerialNumberUsed of the profile would allow it',
      'nameConstraintsPermitted: must not be given; nameConstraintsPermittedUsed of the profile would allow it',
      'nameConstraintsExcluded: must not be given; nameConstraintsExcludedUsed of the profile would allow it',
      'extensionData: must not be given; extensionDataUsed of the profile would allow it',
    ]);
    const used = {
      customSerialNumberUsed: true,
      nameConstraintsPermittedUsed: true,
      nameConstraintsExcludedUsed: true,
      extensionDataUsed: true,
    };
    assert.deepEqual(await violations(used, asked), []);
  });

  it('has its key kept where it may, and has to', async () => {
    const kept = { keyRecoverable: true, tokenType: 2 };
    assert.deepEqual(await violations({}, kept), [
      'keyRecoverable: must not be set; keyRecoveryUsed of the profile would allow it',
    ]);
    assert.deepEqual(await violations({ keyRecoveryUsed: true }, kept), []);
    const required = { keyRecoveryUsed: true, keyRecoveryRequired: true };
    assert.deepEqual(await violations(required, { ...kept, keyRecoverable: false }), [
      'keyRecoverable: is not set and has to be: the keys of keystores are kept (keyRecoveryRequired)',
    ]);
    assert.deepEqual(await violations(required, { keyRecoverable: false, tokenType: 1 }), []);
    const { keyRecovery } = await profileOf(required);
    assert.equal(keyRecovery.byDefault, true);
  });

  it('is refused with what to set where its certificate profile is not available', async () => {
    const entity = { ...alice, ...subject('CN=x'), certificateProfileId: 4711 };
    const profile = await profileOf({});
    for (const [name, advice] of [
      ['P', /availableCertificateProfiles.*\. Add the certificate profile there\.$/],
      ['EMPTY', /'EMPTY' is built in .*: make an end entity profile that has .*, and name that one in the request\.$/],
    ] as const) {
      assert.throws(() => requireEndEntityFitsProfile(name, profile, entity), {
        code: 'profile.violation',
        message: advice,
      });
    }
  });

  it('is refused with all that is wrong', async () => {
    const profile = await profileOf({ emailRequired: true });
    assert.throws(() => requireEndEntityFitsProfile('P', profile, { ...alice, ...subject('O=x') }), {
      code: 'profile.violation',
      kind: 'refused-by-policy',
      message:
        "The end entity profile 'P' does not allow it: the field subjectDn.O must be absent, but is 'x'; leave it out, or give the profile an entry for it; the field subjectDn.CN is missing; the field email is missing (emailRequired).",
    });
  });
});

/** A moment, in seconds since 1970. */
function at(seconds: number) {
  return { kind: 'absolute', seconds } as const;
}
