import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { DOCUMENT_TYPES } from '../../../wiring/document-types.ts';
import { fillDefaults } from '../../configuration/index.ts';
import { DumpTypes } from '../items/index.ts';

const types = new DumpTypes(DOCUMENT_TYPES);

/** Reads an item as YAML, as it stands in a file. */
function read(type: string, text: string) {
  return types.find(type)!.codecs[0]!.fromDump(parse(text));
}

describe('reading items that were written elsewhere', () => {
  test('says of which kind a value is that stands in place of a secret, and not which', () => {
    for (const [value, kind] of [
      ['[foo123]', 'a list'],
      ['{code: foo123}', 'a map'],
    ]) {
      const text = `Object Type: Crypto Token\nVersion: 2\nName: T\nType: SoftCryptoToken\nAuthentication Code: ${value}\n`;
      assert.deepEqual(read('CRYPTOTOKEN', text).problems, [
        { key: 'Authentication Code', message: `is ${kind}; it has to be a text` },
      ]);
    }
  });

  test('reads a certificate profile with labels of several kinds', () => {
    const { name, settings, warnings, problems } = read(
      'CERTPROFILE',
      `
Object Type: Certificate Profile
Version: 1
Name: IPSec - RSA
Type: End Entity
Available Bit Lengths: ['2048', 3072]
Signature Algorithm: Inherit from Issuing CA
Validity: 6mo
Overridable Extension OIDs: [
  ]
Key Usage:
- Digital Signature
- NONREPUDIATION
Extended Key Usage:
- Server Authentication
- EKU_PKIX_CLIENTAUTH
- 1.3.6.1.5.5.7.3.17
Certificate Policies Used: 'true'
Certificate Policies:
- Policy ID: 2.5.29.32.0
  Qualifier ID: 1.3.6.1.5.5.7.2.1
  Qualifier: https://pki.example/
CVC Access Rights (Inspection System):
- DG3
- DG4
CRL Issuer: null
Publishers:
- Elsewhere
Quantum Proof: true
Available CAs: Any CA
`,
    );
    assert.equal(name, 'IPSec - RSA');
    assert.deepEqual(problems, []);
    assert.deepEqual(warnings, [{ key: 'Quantum Proof', message: 'is not understood and was left out' }]);
    assert.deepEqual(settings, {
      type: 'END_ENTITY',
      availableBitLengths: [2048, 3072],
      signatureAlgorithm: null,
      validity: '6mo',
      overridableExtensionOids: [],
      keyUsage: ['digitalSignature', 'nonRepudiation'],
      extendedKeyUsageUsed: true,
      issuerAlternativeNameUsed: true,
      microsoftObjectSidUsed: true,
      extendedKeyUsage: ['serverAuth', 'clientAuth', 'ipsecIKE'],
      certificatePoliciesUsed: true,
      certificatePolicies: [
        { policyId: '2.5.29.32.0', qualifierId: '1.3.6.1.5.5.7.2.1', qualifier: 'https://pki.example/' },
      ],
      publishers: ['Elsewhere'],
      cvcAccessRights: 'DG3_DG4',
      availableCas: ['Any CA'],
    });
  });

  test('reads a CA, and names what is not done here', () => {
    const { settings, warnings, problems } = read(
      'CA',
      `
Object Type: Certification Authority
Version: 2
Name: Issuing
Type of CA: X.509
Serial Number Octet Size: '16'
CA Token:
  Signature Algorithm: SHA256WithRSA
  Encryption Algorithm: SHA256WithRSA
  Crypto Token: Issuing Keys
  Default Key: signKey_v1
  Certificate Signing Key: signKey_v1
  CRL Signing Key: otherKey
  Key Encryption Key: signKey_v1
  Key Sequence Format: Numeric
  Key Sequence: '00000'
Use Append-Only Table: false
User Storage: false
Subject DN: UID=c-1,CN=Issuing,O=Example
Signed By: Root
Subject Alternative Name: None
CRL Issue Interval: 0m
OCSP Service Default URI: http://pki.example/ocsp
Request Processor: null
`,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      warnings.map(({ key }) => key),
      ['CA Token / Key Encryption Key', 'CA Token / Default Key', 'CA Token / CRL Signing Key', 'User Storage'],
    );
    assert.deepEqual(settings, {
      caType: 'X509',
      serialNumberOctets: 16,
      signatureAlgorithm: 'SHA256WithRSA',
      cryptoToken: 'Issuing Keys',
      certSignKey: 'signKey_v1',
      keyEncryptKey: '',
      keySequenceFormat: 'NUMERIC',
      keySequence: '00000',
      subjectDn: 'UID=c-1,CN=Issuing,O=Example',
      signedBy: 'Root',
      subjectAlternativeName: '',
      crlIssueInterval: '0m',
      ocspUris: ['http://pki.example/ocsp'],
    });
  });

  test('reads and writes whether a CA prepares OCSP responses: for all keys, none, or those in devices', () => {
    for (const [word, setting, value] of [
      ['true', 'ALWAYS', true],
      ['false', 'NEVER', false],
      ['With hardware tokens', 'HARDWARE_TOKENS', 'With hardware tokens'],
      ['Never', 'NEVER', false],
    ] as const) {
      const { settings, problems } = read('CA', `Name: x\nPre-produce OCSP Responses: ${word}\n`);
      assert.deepEqual([settings['ocspPreparedAnswers'], problems], [setting, []], word);
      const written = types.find('CA')!.codecs[0]!.toDump({ name: 'x', namespace: '', publicId: 1, settings });
      assert.equal(written['Pre-produce OCSP Responses'], value);
    }
    const { warnings } = read('CA', 'Name: x\nStore responses on-demand: true\n');
    assert.match(warnings[0]!.message, /by a task alone here/);
  });

  test('reads a single key purpose as the list of it, by its own name', () => {
    for (const text of ['Timestamping', '[Timestamping]', 'timeStamping', '[EKU_PKIX_TIMESTAMPING]']) {
      const { settings, problems } = read('CERTPROFILE', `Name: x\nExtended Key Usage: ${text}\n`);
      assert.deepEqual([settings['extendedKeyUsage'], problems], [['timeStamping'], []], text);
    }
  });

  test('names a misspelt key, and the one that was probably meant', () => {
    const { warnings } = read('CERTPROFILE', 'Name: x\nValidty: 1y\n');
    assert.deepEqual(warnings, [
      { key: 'Validty', message: "is not understood and was left out (did you mean 'Validity'?)" },
    ]);
  });

  test('reports a word that is not a choice, a value of the wrong kind, a key given twice and a missing name', () => {
    const { problems } = read(
      'CERTPROFILE',
      'Type: End Entitee\nBasic Constraints Used: perhaps\nValidity: 1y\nvalidity: 2y\nKey Usage: {a: b}\n',
    );
    assert.deepEqual(
      problems.map(({ key }) => key),
      ['Type', 'Basic Constraints Used', 'validity', 'Key Usage[0]', 'Name'],
    );
    assert.match(problems[0]!.message, /did you mean 'End Entity'/);
  });

  test('keeps an activation code that is not stored beside the settings, and out of messages', () => {
    const { settings, facts, problems } = read(
      'CRYPTOTOKEN',
      'Name: t\nType: SoftCryptoToken\nAuthentication Code: foo123\nAuto Activation: false\nActive: true\n',
    );
    assert.equal(settings.authenticationCode, '');
    assert.deepEqual(facts, { 'Authentication Code': 'foo123', Active: true });
    assert.deepEqual(problems, []);
    const wrong = read('CRYPTOTOKEN', 'Name: t\nType: SoftCryptoToken\nAuthentication Code: {code: foo123}\n');
    assert.equal(wrong.problems.length, 1);
    assert.doesNotMatch(JSON.stringify(wrong.problems), /foo123/);
  });

  test('reads an SSH option that may be anything from an empty text', () => {
    const { settings } = read('EEPROFILE', "Name: ssh\nType: SSH\nSsh source-address: ''\n");
    assert.deepEqual(settings, { profileType: 'SSH', sshSourceAddress: [{}] });
  });

  test('keeps what is not understood of types whose function comes later, with a warning, secrets too, which the document refuses', () => {
    const codec = types.find('CMPCONFIG')!.codecs[0]!;
    const item = { Name: 'device', 'Quantum Proof': { Level: [5] }, 'Shared Secret': 'foo123', 'Default CA': 'CN=x' };
    const { settings, warnings } = codec.fromDump(item);
    assert.deepEqual(settings, {
      defaultCa: 'CN=x',
      furtherKeys: { 'Quantum Proof': { Level: [5] }, 'Shared Secret': 'foo123' },
    });
    assert.deepEqual(
      warnings.map(({ key }) => key),
      ['Quantum Proof', 'Shared Secret'],
    );
    const written = codec.toDump({ name: 'device', namespace: '', publicId: 1, settings });
    assert.deepEqual(written['Quantum Proof'], { Level: [5] });
    assert.equal(written['Shared Secret'], 'placeholder');
  });

  test('shows no secret of a free map, at whatever depth', () => {
    const settings = {
      settings: { loginPassword: 'foo123', 'Connection.Password': 'foo123', hostname: 'ldap.example' },
      furtherKeys: { 'Auth Token': 'foo123', Deep: [{ apiKey: 'foo123', PIN: 1234, pinned: true }] },
    };
    const written = types.find('VALIDATOR')!.codecs[0]!.toDump({ name: 'p', namespace: '', publicId: 1, settings });
    assert.doesNotMatch(JSON.stringify(written), /foo123|1234/);
    assert.deepEqual(written['Settings'], {
      loginPassword: 'placeholder',
      'Connection.Password': 'placeholder',
      hostname: 'ldap.example',
    });
    assert.deepEqual(written['Deep'], [{ apiKey: 'placeholder', PIN: 'placeholder', pinned: true }]);
  });

  test('refuses an item of very many unknown keys without copying them for each', () => {
    const codec = types.find('VALIDATOR')!.codecs[0]!;
    const item = (count: number) =>
      Object.fromEntries([['Name', 'p'], ...Array.from({ length: count }, (_, index) => [`Unknown ${index}`, index])]);
    assert.deepEqual(codec.fromDump(item(1000)).problems, []);
    const { problems, warnings } = codec.fromDump(item(20_000));
    assert.deepEqual(problems, [
      { key: '', message: 'has more than 1000 keys that are not understood; leave out what is not configuration' },
    ]);
    assert.equal(warnings.length, 1000);
  });

  test('refuses a crypto token of very many key pairs that are not understood, and counts them with other keys', () => {
    const codec = types.find('CRYPTOTOKEN')!.codecs[0]!;
    const item = (pairs: readonly JsonObject[]) => ({ Name: 'T', Type: 'SoftCryptoToken', 'Key Pair Info': pairs });
    const refusal = {
      key: '',
      message: 'has more than 1000 keys that are not understood; leave out what is not configuration',
    };
    const empty = (count: number) => Array.from({ length: count }, () => ({}));
    assert.deepEqual(codec.fromDump(item(empty(1000))).problems, []);
    const labels = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`Unknown ${index}`, index]));
    for (const refused of [
      item(empty(49_000)),
      item([{ Alias: 'sign', 'Key Algorithm': 'ECDSA', ...labels }]),
      { ...item(empty(1000)), 'Quantum Proof': true },
    ]) {
      const { problems, warnings } = codec.fromDump(refused);
      assert.deepEqual(problems, [refusal]);
      assert.equal(warnings.length, 1000);
    }
  });

  test('reads a key binding, whose properties stand in a map', () => {
    const { settings, warnings, problems } = read(
      'KEYBINDING',
      `
Name: OCSP
Type: OcspKeyBinding
Status: DISABLED
Next Key Pair Alias: null
Trusted certificates: {
  }
Properties:
  Non existing is good: false
  ResponderID: KEYHASH
  Response validity: 28800
`,
    );
    assert.deepEqual([warnings, problems], [[], []]);
    assert.deepEqual(settings, {
      type: 'OcspKeyBinding',
      status: 'DISABLED',
      nextKeyPairAlias: '',
      trustedCertificates: {},
      nonExistingIsGood: false,
      responderId: 'KEYHASH',
      responseValidity: 28_800,
    });
  });

  test('reads no name from -1 of an ACME alias', () => {
    const { settings } = read(
      'ACMECONFIG',
      'Object Type: ACME Configuration\nName: a\nApproval Profile for keyChange: -1\n',
    );
    assert.deepEqual(settings, { approvalProfileForKeyChange: null });
  });

  test('warns of a version that is newer', () => {
    const { warnings } = read('ROLE', 'Name: r\nVersion: 7\n');
    assert.deepEqual(
      warnings.map(({ key }) => key),
      ['Version'],
    );
  });

  for (const [kind, item] of Object.entries({ list: [], text: 'x', null: null, number: 5 }))
    test(`refuses an item that is a ${kind}`, () => {
      assert.notEqual(types.find('ROLE')!.codecs[0]!.fromDump(item).problems.length, 0);
    });

  test('refuses __proto__ as a name', () => {
    const item = JSON.parse('{"Name": "e", "Subject DN": {"__proto__": [{"Required": true}]}}') as unknown;
    assert.notEqual(types.find('EEPROFILE')!.codecs[0]!.fromDump(item).problems.length, 0);
  });
});

test('there are the thirty types of the specification, in its order and under its directories', () => {
  const listed = types.all.filter(({ extension }) => !extension);
  assert.equal(listed.length, 30);
  assert.deepEqual(
    listed.slice(0, 5).map(({ token, directory }) => [token, directory]),
    [
      ['ACMECONFIG', 'acme-config'],
      ['AUTOENROLLMENTCONFIG', 'autoenrollment-config'],
      ['CA', 'certification-authorities'],
      ['CRYPTOTOKEN', 'crypto-tokens'],
      ['PUBLISHER', 'publishers'],
    ],
  );
  assert.equal(listed.at(-1)!.directory, 'global-configuration');
});

describe('reading what vendors write', () => {
  test('passes over a bit length of keys that have none', () => {
    const { settings, warnings, problems } = read(
      'CERTPROFILE',
      "Name: P\nAvailable Bit Lengths: [0, 192, '0', 3072]\n",
    );
    assert.deepEqual([settings['availableBitLengths'], warnings, problems], [[192, 3072], [], []]);
  });

  test('passes over the key encryption key of a CA that keeps no keys, with a remark', () => {
    const ca = (type: string, key: string) =>
      read(
        'CA',
        `Name: C\nType of CA: ${type}\nCA Token:\n  Certificate Signing Key: sign\n  Key Encryption Key: ${key}\n`,
      );
    assert.deepEqual(ca('SSHCA', 'other').warnings, [
      {
        key: 'CA Token / Key Encryption Key',
        message: 'is for CAs of X.509 alone; no keys are kept for recovery here',
      },
    ]);
    assert.equal(ca('SSHCA', 'other').settings['keyEncryptKey'], '');
    assert.equal(ca('X.509', 'sign').settings['keyEncryptKey'], '');
    const kept = ca('X.509', 'other');
    assert.deepEqual([kept.settings['keyEncryptKey'], kept.warnings], ['other', []]);
  });

  test('reads a whole number with a point', () => {
    const { settings, problems } = read('SERVICE', "Name: S\nInterval Properties:\n  Periodical Value: '5.0'\n");
    assert.deepEqual([settings['periodicalValue'], problems], [5, []]);
    assert.equal(read('SERVICE', "Name: S\nInterval Properties:\n  Periodical Value: '5.5'\n").problems.length, 1);
  });
});

describe('writing items as they are written elsewhere', () => {
  /** Writes an item that was read without a remark. */
  const again = (type: string, text: string, options = {}) => {
    const codec = types.find(type)!.codecs[0]!;
    const { warnings, problems, publicId = 1, ...read } = codec.fromDump(parse(text));
    assert.deepEqual([warnings, problems], [[], []]);
    const settings = fillDefaults(codec.type.schema, read.settings) as JsonObject;
    return codec.toDump({ ...read, publicId, settings }, options);
  };
  const SERVICE = `
Object Type: Service
Version: 1
Name: Watch
Worker Type: Certificate Expiration Checker
Interval Properties:
  Periodical Value: 6
  Periodical Unit: HOURS
`;

  test('writes what a service looks at, when and whom it tells among the properties of its worker', () => {
    const text = `${SERVICE}Worker Properties:
  CAs to Check: [Any CA]
  Time Before Expiring: 30
  Time Unit: DAYS
  Send to End Users: true
  Send to Admins: false
`;
    const given = parse(text) as JsonObject;
    const written = again('SERVICE', text);
    for (const label of ['Worker Properties', 'Interval Properties']) assert.deepEqual(written[label], given[label]);
  });

  test('reads these properties at the top as well, and not in both places', () => {
    const top = `${SERVICE}Time Before Expiring: 30\nTime Unit: Days\nSend To End Users: true\nSend To Admins: false\n`;
    assert.deepEqual(again('SERVICE', top)['Worker Properties'], {
      'CAs to Check': ['Any CA'],
      'Time Before Expiring': 30,
      'Time Unit': 'DAYS',
      'Send to End Users': true,
      'Send to Admins': false,
    });
    assert.deepEqual(read('SERVICE', `${top}Worker Properties:\n  Time Unit: HOURS\n`).problems, [
      {
        key: 'Worker Properties / Time Unit',
        message: "stands for 'Time Unit', which is given already; give it once",
      },
    ]);
  });

  test('writes them for no other worker while they have their defaults', () => {
    const crls = SERVICE.replace('Certificate Expiration Checker', 'CRL Updater');
    const written = again('SERVICE', crls);
    assert.deepEqual(written['Worker Properties'], { 'CAs to Check': ['Any CA'] });
    assert.deepEqual(
      ['Objects', 'Certificate Profiles'].filter((label) => label in written),
      [],
    );
    const given = `${crls}Worker Properties:\n  Time Unit: HOURS\n`;
    assert.deepEqual(again('SERVICE', given)['Worker Properties'], {
      'CAs to Check': ['Any CA'],
      'Time Unit': 'HOURS',
    });
  });

  test('writes the fields of an approval with the keys that each kind of them has', () => {
    const text = `
Object Type: Approval Profile
Version: 1
Name: A
Type: PARTITIONED_APPROVAL
Number of Approvals Required: 1
Steps:
- Step Identifier: 1
  Partitions:
  - Partition Identifier: 1
    Title: T
    Can Approve: [Anybody]
    Can View: []
    Components:
    - Type: Text Field
      Label: Comment
      Content: none
    - Type: Radio Group
      Label: Kind of device
      Selected Choice: Signal
      Possible Choices: [Point machine, Signal]
    - Type: Check Box
      Label: Seen
      Content: ''
      Required: true
`;
    const components = (item: unknown) =>
      (item as { Steps: { Partitions: { Components: unknown }[] }[] }).Steps[0]!.Partitions[0]!.Components;
    const written = again('APPROVALPROFILE', text);
    assert.deepEqual(components(written), components(parse(text)));
    assert.equal(written['Number of Approvals Required'], 1);
  });

  test('writes that a CA is in the health check only among settings with their defaults', () => {
    const text = 'Name: C\nSubject DN: CN=C\nCA Healthcheck Enabled: true\n';
    assert.ok(!('CA Healthcheck Enabled' in again('CA', text)));
    assert.equal(again('CA', text, { defaults: true })['CA Healthcheck Enabled'], true);
  });

  test('writes null where a key binding has no certificate and no next key', () => {
    const given = { 'Bound Certificate SHA-1': null, 'Next Key Pair Alias': null };
    assert.partialDeepStrictEqual(
      again('KEYBINDING', JSON.stringify({ Name: 'K', Type: 'OcspKeyBinding', ...given })),
      given,
    );
  });
});

describe('finding the kind of an item', () => {
  test('by token and by directory, in any case (cases 128 and 143)', () => {
    for (const name of ['CA', 'ca', 'certification-authorities', 'Certification-Authorities'])
      assert.equal(types.find(name)?.token, 'CA');
    assert.equal(types.find('NOTHING'), undefined);
  });

  test('by its Object Type first, then by its directory', () => {
    assert.equal(types.codecOf('services', 'Role')?.type.token, 'ROLE');
    assert.equal(types.codecOf('services', undefined)?.type.token, 'SERVICE');
    assert.equal(types.codecOf('services', 'Nonsense'), undefined);
    assert.equal(types.codecOf('acme-config', 'ACME Global Configuration')?.type.token, 'ACMEGLOBALCONFIG');
    assert.equal(
      types.codecOf('end-entity-profiles', 'End Entity Profile Configuration')?.type.token,
      'EEPROFILECONFIG',
    );
  });
});
