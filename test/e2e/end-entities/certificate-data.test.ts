/** Extensions and names of a certificate that follow from its end entity: personal data, PSD2, registrations, security identifiers, and parts of names. */
import {
  type Certificate,
  type ExtensionType,
  formatGeneralNames,
  objectSid,
  organizationIdentifier,
  qcStatements,
  readPersonalData,
  subjectAltName,
  subjectDirectoryAttributes,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assertRefusal,
  certificateOf,
  createProfiles,
  ENROLL,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { certificateRequest, newKeyPair } from '../support/enrollment.ts';

const PASSWORD = 'open sesame 1';
const ANY = { required: false, repeatable: true };
const PSD2 = [
  ['QCETSIPSD2NCANAME', 'Finansinspektionen'],
  ['QCETSIPSD2NCAID', 'SE-FINA'],
  ['QCETSIPSD2ROLESOFPSP', 'PSP_PI;PSP_AI'],
] as const;
const ATTRIBUTES =
  'dateOfBirth=19701224, placeOfBirth=Mo\\, Rana, gender=F, countryOfCitizenship=NO, countryOfCitizenship=SE';
const SID = 'S-1-5-21-1004336348-1177238915-682003330-1001';

/** Each kind of data, with the settings that let it in and what its certificate has. */
interface Kind {
  readonly name: string;
  /** Of the certificate profile. */
  readonly setting: string;
  readonly base?: object;
  /** Of the end entity profile. */
  readonly entitySetting: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly shows: (certificate: Certificate) => unknown;
  readonly is: unknown;
  readonly bad: readonly (readonly [values: readonly (readonly [string, string])[], message: RegExp])[];
}

const value =
  <T>(type: ExtensionType<T>) =>
  (certificate: Certificate) =>
    certificate.extension(type);

const KINDS: readonly Kind[] = [
  {
    name: 'Person',
    setting: 'subjectDirectoryAttributesUsed',
    entitySetting: 'subjectDirectoryAttributesUsed',
    values: [['SUBJECTDIRATTRIBUTES', ATTRIBUTES]],
    shows: (certificate) => readPersonalData(certificate.extension(subjectDirectoryAttributes)!),
    is: {
      dateOfBirth: '19701224',
      placeOfBirth: 'Mo, Rana',
      gender: 'F',
      countriesOfCitizenship: ['NO', 'SE'],
      countriesOfResidence: [],
    },
    bad: [
      [[['SUBJECTDIRATTRIBUTES', 'dateOfBirth=19700230']], /SUBJECTDIRATTRIBUTES.*dateOfBirth=19701224/],
      [[['SUBJECTDIRATTRIBUTES', 'shoeSize=44']], /shoeSize/],
    ],
  },
  {
    name: 'Payments',
    setting: 'qcEtsiPsd2Used',
    base: { qcStatementUsed: true, qcEtsiComplianceUsed: true },
    entitySetting: 'psd2Used',
    values: PSD2,
    shows: (certificate) =>
      certificate
        .extension(qcStatements)!
        .map((each) => (each.type === 'psd2' ? [each.ncaId, ...each.roles.map(({ name }) => name)] : each.type)),
    is: ['qcCompliance', ['SE-FINA', 'PSP_PI', 'PSP_AI']],
    bad: [
      [PSD2.slice(0, 2), /Give all three/],
      [[...PSD2.slice(0, 2), ['QCETSIPSD2ROLESOFPSP', 'PSP_XX']], /PSP_XX.*PSP_AS/],
    ],
  },
  {
    name: 'Registered',
    setting: 'caBrowserForumOrganizationIdentifierUsed',
    entitySetting: 'caBrowserForumOrganizationIdentifierUsed',
    values: [['CABFORGANIZATIONIDENTIFIER', 'NTRUS+CA-12345678']],
    shows: value(organizationIdentifier),
    is: {
      registrationSchemeIdentifier: 'NTR',
      registrationCountry: 'US',
      registrationStateOrProvince: 'CA',
      registrationReference: '12345678',
    },
    bad: [[[['CABFORGANIZATIONIDENTIFIER', 'VAT-1']], /VATDE-123456789/]],
  },
  {
    name: 'Account',
    setting: 'microsoftObjectSidUsed',
    entitySetting: 'microsoftObjectSidUsed',
    values: [['OBJECTSID', SID]],
    shows: value(objectSid),
    is: SID,
    bad: [[[['OBJECTSID', 'S-2-5']], /security identifier/]],
  },
];

describe('a certificate of an end entity', () => {
  const shared = sharedServer();
  const add = (username: string, profile: string, values: Kind['values'], more: object = {}) =>
    shared.server.call('/v1/endentity', {
      body: {
        username,
        password: PASSWORD,
        subject_dn: `CN=${username}`,
        ca_name: 'ManagementCA',
        certificate_profile_name: profile,
        end_entity_profile_name: profile,
        token: 'USERGENERATED',
        custom_data: values.map(([name, text]) => ({ name, value: text })),
        ...more,
      },
    });
  const added = async (...args: Parameters<typeof add>) => {
    const answer = await add(...args);
    assert.equal(answer.status, 200, answer.text);
  };
  const request = (username: string, options = '') =>
    shared.server.call(`/v1/certificate/certificaterequest${options}`, {
      body: {
        certificate_request: certificateRequest('CN=ignored', newKeyPair()),
        username,
        password: PASSWORD,
        certificate_authority_name: 'ManagementCA',
      },
    });
  const enrolled = async (username: string) => {
    const answer = await request(username);
    assert.equal(answer.status, 200, answer.text);
    return certificateOf(answer);
  };
  const fieldOf = async (username: string, name: string) => {
    const { json } = await request(username, '?dryRun=true');
    const fields = json['fields'] as readonly Record<string, unknown>[];
    return fields.find(({ field }) => field === name);
  };

  for (const { name, setting, base = {}, entitySetting, values, shows, is, bad } of KINDS) {
    const without = `${name} without`;
    const forbidden = `${name} forbidden`;
    describe(`that says ${setting}`, () => {
      before(async () => {
        const { server } = shared;
        const certificateProfile = { ...base, [setting]: true };
        await createProfiles(server, name, certificateProfile, { [entitySetting]: true });
        await createProfiles(server, without, { ...base, [setting]: false }, { [entitySetting]: true });
        await createProfiles(server, forbidden, certificateProfile);
      });

      it('has it as the end entity says it, not critical', async () => {
        await added(`${name} 1`, name, values);
        const certificate = await enrolled(`${name} 1`);
        assert.deepEqual(shows(certificate), is);
        assert.ok(certificate.extensions.every(({ oid, critical }) => oid.startsWith('2.5.29') || !critical));
      });

      it('has it upon pkcs10enroll as well, and no more after an edit without', async () => {
        const body = {
          ...requestUnder(name, { username: `${name} 2`, subject: `CN=${name} 2` }),
          extension_data: values.map(([each, text]) => ({ name: each, value: text })),
        };
        const answer = await shared.server.call(ENROLL, { body });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(shows(certificateOf(answer)), is);
        const edit = await shared.server.call('/v1/endentity/edit', {
          body: {
            username: `${name} 2`,
            password: PASSWORD,
            subject_dn: `CN=${name} 2`,
            ca_name: 'ManagementCA',
            certificate_profile_name: name,
            end_entity_profile_name: name,
            token: 'USERGENERATED',
            status: 'NEW',
          },
        });
        assert.equal(edit.status, 200, edit.text);
        const { extensions } = await enrolled(`${name} 2`);
        const had = certificateOf(answer).extensions;
        assert.equal(extensions.length, had.length - (name === 'Payments' ? 0 : 1));
      });

      it('takes both profiles', async () => {
        assertRefusal(await add('refused', without, values), 422, new RegExp(setting));
        assertRefusal(await add('refused', forbidden, values), 422, new RegExp(entitySetting));
      });

      it('is refused where the value is invalid', async () => {
        for (const [wrong, message] of bad) assertRefusal(await add('refused', name, wrong), 400, message);
      });
    });
  }

  describe('whose profile makes other names', () => {
    const NAMES = {
      subject_dn: 'CN=web,OU=Ops,O=Example,C=SE',
      subject_alt_name: 'dNSName=a.example,rfc822Name=a@a.example',
    };
    const FIELDS = {
      subjectDn: { CN: [ANY], OU: [ANY], O: [ANY], C: [ANY] },
      subjectAlternativeName: { DNSNAME: [ANY], RFC822NAME: [ANY] },
    };
    const under = async (name: string, settings: object) => {
      await createProfiles(shared.server, name, { ...settings }, FIELDS);
      await added(name, name, [], NAMES);
      return enrolled(name);
    };

    it('has the attributes of the subset, and the end entity keeps its own', async () => {
      const certificate = await under('Subset', { subjectDnSubset: ['C', 'cn'] });
      assert.equal(certificate.subject.toString(), 'CN=web,C=SE');
      const { json } = await shared.server.call('/v1/endentity/search', {
        body: { max_number_of_results: 5, criteria: [{ property: 'QUERY', value: 'Subset', operation: 'EQUAL' }] },
      });
      const [found] = json['end_entities'] as readonly Record<string, unknown>[];
      assert.equal(found?.['dn'], NAMES.subject_dn);
    });

    it('has the alternative names of the subset', async () => {
      const certificate = await under('Hosts', { subjectAlternativeNameSubset: ['DNSNAME'] });
      assert.equal(formatGeneralNames(certificate.extension(subjectAltName)!), 'dNSName=a.example');
    });

    it('has the postfix after its common name, once', async () => {
      const certificate = await under('Postfix', { cnPostfix: ' (test)' });
      assert.equal(certificate.subject.toString(), 'CN=web (test),OU=Ops,O=Example,C=SE');
      await added('has it', 'Postfix', [], { ...NAMES, subject_dn: 'CN=own (test)' });
      assert.equal((await enrolled('has it')).subject.toString(), 'CN=own (test)');
      const long = { ...NAMES, subject_dn: `CN=${'a'.repeat(60)}` };
      assertRefusal(await add('long', 'Postfix', [], long), 422, /67 characters with the cnPostfix/);
    });

    it('has its attributes in the order of the profile', async () => {
      const certificate = await under('Order', { customDnOrder: ['C', 'O'] });
      assert.equal(certificate.subject.toString(), 'C=SE,O=Example,CN=web,OU=Ops');
    });

    it('is shown with the settings that make them in a dry run', async () => {
      await createProfiles(
        shared.server,
        'Shown',
        { subjectDnSubset: ['CN'], subjectAlternativeNameSubset: ['DNSNAME'] },
        FIELDS,
      );
      await added('shown', 'Shown', [], NAMES);
      const subject = await fieldOf('shown', 'subject');
      assert.equal(subject?.['decided_by'], 'certificate profile');
      assert.equal(subject?.['setting'], 'subjectDnSubset');
      assert.match(String(subject?.['because']), /OU=Ops/);
      assert.equal((await fieldOf('shown', 'extensions.subjectAltName'))?.['setting'], 'subjectAlternativeNameSubset');
    });

    it('is refused for a name that the subset makes that of a CA', async () => {
      await createProfiles(shared.server, 'Trick', { subjectDnSubset: ['CN', 'O'] }, FIELDS);
      const own = (await caOf(shared.server, 'ManagementCA')).settings.subject.toString();
      assert.equal(own, 'CN=ManagementCA,O=Sealwright');
      const answer = await add('trick', 'Trick', [], { ...NAMES, subject_dn: `${own},C=SE` });
      assertRefusal(answer, 422, /subject DN is that of a CA/);
    });
  });
});
