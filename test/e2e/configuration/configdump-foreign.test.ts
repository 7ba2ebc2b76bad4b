/**
 * A dump that was written elsewhere: with the members, their order and the YAML of EJBCA's own exports, further members that nobody here
 * knows, types that there are not, and files that are not items. What was not understood is named, and everything else is there.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { zipArchive } from '../../zip-archive.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';

const ITEMS: Readonly<Record<string, string>> = {
  'admin-roles/Interlocking_engineers.yaml': `Object Type: Role
Version: 1
Name: Interlocking engineers
Role Members:
- Token Type: CertificateAuthenticationToken
  Issuer: Railway Root CA
  Match With: WITH_ORGANIZATION
  Match Value: Railway
  Description: Engineers of the railway
  Valid Until: 2031-05-01
Namespace: ''
RA Style Id: 7
Session Limit: 3
Access Rules:
  /administrator/: Allow
  /ca/Railway Root CA/: Allow
  /ca_functionality/create_certificate/: Allow
  /ca_functionality/view_certificate/: Deny
  /endentityprofilesrules/Interlocking/: Allow
  /ra_functionality/view_end_entity/: Allow
`,
  'approval-profiles/Approval_by_Control_Centre.yaml': `Object Type: Approval Profile
Version: 1
ID: '1402371'
Type: PARTITIONED_APPROVAL
Name: Approval by Control Centre
Approval Expiration Period: 2d
Request Expiration Period: 2d
Max Extension Time: 0d
Allow Self-Approved Request Editing: true
Escalation: [
  ]
Steps:
- Step Identifier: 0
  Partitions:
  - Partition Identifier: 4711
    Title: Approval by the control centre
    Can Approve:
    - Anybody
    Can View:
    - Anybody
    Notify: control@railway.example
    Components:
    - Type: Text Field
      Label: Comment
      Content: null
    - Type: Radio Group
      Label: Kind of device
      Selected Choice: Signal
      Possible Choices:
      - Point machine
      - Signal
      Layout: Horizontal
`,
  'certificate-profiles/Interlocking_-_EC.yaml': `Object Type: Certificate Profile
Version: 1
Name: Interlocking - EC
Type: End Entity
Available Key Algorithms:
- ECDSA
- RSA
Available Elliptic Curves:
- P-256
Available Bit Lengths:
- '3072'
Signature Algorithm: Inherit from Issuing CA
Validity: 6mo
Description: Interlockings
Overridable Extension OIDs: [
  ]
Non-overridable Extension OIDs: [
  ]
Key Usage:
- Digital Signature
- Key Encipherment
Extended Key Usage:
- Client Authentication
- 1.3.6.1.5.5.7.3.17
Certificate Policies Used: true
Certificate Policies:
- Policy ID: 2.5.29.32.0
  Qualifier ID: 1.3.6.1.5.5.7.2.1
  Qualifier: https://pki.railway.example/
  Notice Reference: 5
CVC Access Rights (Inspection System):
- DG3
- DG4
LDAP DN Order: false
Available CAs:
- Railway Root CA
Single Active Certificate Per Locomotive: true
Account Binding Namespace: [
  ]
`,
  'certification-authorities/Railway_Root_CA.yaml': `Object Type: Certification Authority
Version: 2
Name: Railway Root CA
Type of CA: X.509
Serial Number Octet Size: 16
Pre-produce OCSP Responses: false
Microsoft CA Compatible Mode Used: false
Store responses on-demand: false
Certificate Profile: ROOTCA
Default Certificate Profile: Not used
Use Append-Only Table: false
CA Token:
  Signature Algorithm: SHA256WithRSA
  Encryption Algorithm: SHA256WithRSA
  Crypto Token: Railway Keys
  Default Key: signKey
  Certificate Signing Key: signKey
  CRL Signing Key: signKey
  Key Encryption Key: signKey
  Test Key: testKey
  Key Ceremony Log: vault 7
  Key Sequence Format: Numeric
  Key Sequence: '00000'
Enforce Unique Public Keys: true
Enforce key renewal: false
Enforce Unique DN: true
User Storage: true
Certificate Storage: true
Accept Revocations for Non-Existing Entries: false
Subject DN: CN=Railway Root CA,O=Railway,C=SE
Signed By: Self Signed
Validity: 20y
Subject Alternative Name: None
Use UTF-8 in Policy Notice Text: true
LDAP DN Order: false
Authority Key Id Used: true
CRL Number Used: true
Partitioned CRL Used: false
CRL Expiration Period: 1mo
CRL Issue Interval: 15d
CRL Overlap Time: 0m
Delta CRL Period: 0m
Generate CRL Upon Revocation: false
Default CRL Distribution Point: http://pki.railway.example/root.crl
OCSP Service Default URI: http://pki.railway.example/ocsp
AIA CA Issuer URIs:
- http://pki.railway.example/root.cer
Finish User: false
CA Healthcheck Enabled: true
Quantum Migration:
  Planned For: 2030
Request Processor: null
`,
  'cmp-config/interlocking.yaml': `Object Type: CMP Configuration
Version: 1
Name: interlocking
CMP Operational Mode is RA: true
CMP Authentication Module: EndEntityCertificate
CMP Authentication Module Parameters: placeholder
RA Verify Proof of Possession: false
RA Name Generation Scheme: DN
RA Name Generation Scheme Parameters: CN
RA Name Generation Prefix: il-
RA Name Generation Postfix: ''
Password Generation Parameter: random
Custom Certificate Serial Number: false
RA End Entity Profile: Interlocking
RA Certificate Profile: Interlocking - EC
RA CA Name: Railway Root CA
Verifications in EndEntityCertificate Authentication Module: false
CMP Response Protection: signature
CMP Response Additional CA Certificates: ''
CMP Response Issuing CA Certificate at index 0: false
PKI Message Response Additional CA Certificates: ''
Default CA: ''
Automatic Key Update: true
Certificate Renewal with Same Keys: true
Allow Server Generated Keys: false
Trusted Certificates Path: ''
Polling:
  Interval: 10m
`,
  'crypto-tokens/Railway_Keys.yaml': `Object Type: Crypto Token
Version: 2
Name: Railway Keys
Used: true
Key Pair Info:
- Alias: signKey
  Key Algorithm: RSA
  Key Specification: '3072'
  Subject Key Identifier: 72d72afddc4687978a65823797e9f88750f83154
  Key Usage: SIGN
- Key Algorithm: RSA
  Key Specification: '2048'
Authentication Code: placeholder
Type: SoftCryptoToken
Active: true
Auto Activation: false
Slot Comment: left shelf
`,
  'end-entity-profiles/Interlocking.yaml': `Object Type: End Entity Profile
Version: 1
Name: Interlocking
Password Required: false
E-Mail Used: false
Description: ''
Default CA: Railway Root CA
Available CAs:
- Railway Root CA
Default Certificate Profile: Interlocking - EC
Available Certificate Profiles:
- Interlocking - EC
Default Token Type: User Generated
Available Token Types:
- User Generated
- PKCS12 File
Printing Used: true
Subject DN:
  CN:
  - Required: true
    Tooltip: name of the interlocking
  O:
  - Required: true
    Modifiable: false
    Values:
    - Railway
Subject Alternative Name:
  DNSNAME:
  - Required: false
`,
  'internal-key-bindings/Railway_OCSP.yaml': `Object Type: Internal Key Binding
Version: 1
Name: Railway OCSP
Type: OcspKeyBinding
Status: DISABLED
Crypto Token: Railway Keys
Bound Certificate SHA-1: null
Key Pair Alias: signKey
Next Key Pair Alias: null
Signature Algorithm: SHA256WithRSA
Trusted certificates: {
  }
Signed on behalf of CAs: {
  }
OCSP Extensions: [
  ]
Properties:
  Non existing is good: false
  Non existing is revoked: false
  Non existing is unauthorized: false
  Include certificate chain in response: false
  Include signing certificate in response: false
  ResponderID: KEYHASH
  Request must be signed with a trusted certificate: false
  Response validity: 28800
  Max-Age HTTP header: 28800
  Enable nonce in response: false
  Answer in Braille: true
`,
  'services/Create_CRLs.yaml': `Object Type: Service
Version: 1
Name: Create CRLs
Worker Type: CRL Updater
Worker Properties:
  CAs to Check:
  - Railway Root CA
  Also Print: true
Interval Type: Periodical Interval
Interval Properties:
  Periodical Value: 1
  Periodical Unit: HOURS
  Jitter: 5
Action Type: Mail Action
Action Properties:
  Sender Address: pki@railway.example
  Mail Password: foo123
Description: ''
Active: true
Hidden: true
Pin to Specific Nodes:
- node1
Run on All Nodes: false
`,
};

/** Files from which nothing is imported: a role for callers without a certificate, types of other installations, and files beside the items. */
const OTHERS: Readonly<Record<string, string>> = {
  'admin-roles/Visitors.yaml': `Object Type: Role
Version: 1
Name: Visitors
Role Members:
- Token Type: PublicAccessAuthenticationToken
  Issuer: null
  Match With: TRANSPORT_ANY
  Match Value: ''
  Description: ''
Namespace: ''
RA Style Id: 0
Access Rules:
  /ra_functionality/view_end_entity/: Allow
`,
  'locomotive-registries/North.yaml': 'Object Type: Locomotive Registry\nVersion: 1\nName: North\nGauge: 1435\n',
  'locomotive-registries/South.json': '{"Object Type": "Locomotive Registry", "Name": "South"}',
  'certificate-profiles/notes.txt': 'Ask the control centre.',
  'README.md': '# Dump of the railway',
};

/** Errors for which items are not imported; with `ignoreerrors` they are warnings like the rest. */
const ERRORS: readonly string[] = [
  'admin-roles/Visitors.yaml: Role Members[0] / Match With is "TRANSPORT_ANY"; it has to be one of WITH_COUNTRY, WITH_DOMAINCOMPONENT, WITH_STATEORPROVINCE, WITH_LOCALITY, WITH_ORGANIZATION, WITH_ORGANIZATIONALUNIT, WITH_TITLE, WITH_COMMONNAME, WITH_UID, WITH_DNSERIALNUMBER, WITH_SERIALNUMBER, WITH_DNEMAILADDRESS, WITH_RFC822NAME, WITH_UPN, WITH_FULLDN',
  `admin-roles/Visitors.yaml: Role Members[0] / Token Type is "PublicAccessAuthenticationToken"; it has to be one of CertificateAuthenticationToken (did you mean 'CertificateAuthenticationToken'?)`,
  "cmp-config/interlocking.yaml: authenticationParameters is 'placeholder', but no value is stored that could be kept: give the secret",
];
const UNKNOWN = 'is not understood and was left out';
/** The remark on each member that is not understood or is done otherwise here. */
const REMARKS: readonly string[] = [
  'admin-roles/Interlocking_engineers.yaml: RA Style Id is 7, but there are no styles here',
  `admin-roles/Interlocking_engineers.yaml: Role Members[0] / Valid Until ${UNKNOWN}`,
  `admin-roles/Interlocking_engineers.yaml: Session Limit ${UNKNOWN}`,
  `approval-profiles/Approval_by_Control_Centre.yaml: Escalation ${UNKNOWN}`,
  `approval-profiles/Approval_by_Control_Centre.yaml: Steps[0] / Partitions[0] / Components[1] / Layout ${UNKNOWN}`,
  `approval-profiles/Approval_by_Control_Centre.yaml: Steps[0] / Partitions[0] / Notify ${UNKNOWN}`,
  `certificate-profiles/Interlocking_-_EC.yaml: Certificate Policies[0] / Notice Reference ${UNKNOWN}`,
  `certificate-profiles/Interlocking_-_EC.yaml: Single Active Certificate Per Locomotive ${UNKNOWN} (did you mean 'Single Active Certificate Constraint'?)`,
  'certification-authorities/Railway_Root_CA.yaml: CA Token / Default Key is "signKey", but there is no default key here',
  `certification-authorities/Railway_Root_CA.yaml: CA Token / Key Ceremony Log ${UNKNOWN}`,
  'certification-authorities/Railway_Root_CA.yaml: CA Token / Key Encryption Key is the key that signs certificates; no keys are kept for recovery here',
  'certification-authorities/Railway_Root_CA.yaml: CA Token / Test Key is "testKey", but no key is for tests alone here',
  `certification-authorities/Railway_Root_CA.yaml: Quantum Migration ${UNKNOWN}`,
  'cmp-config/interlocking.yaml: Polling is not understood and was kept as it is',
  'configdump/README.md: is not an item of the dump and was left out',
  'configdump/certificate-profiles/notes.txt: is not an item of the dump and was left out',
  `crypto-tokens/Railway_Keys.yaml: Key Pair Info[0] / Key Usage ${UNKNOWN}`,
  'crypto-tokens/Railway_Keys.yaml: Key Pair Info[1] has no Alias and was left out',
  `crypto-tokens/Railway_Keys.yaml: Slot Comment ${UNKNOWN}`,
  `end-entity-profiles/Interlocking.yaml: Printing Used ${UNKNOWN}`,
  `end-entity-profiles/Interlocking.yaml: Subject DN / CN[0] / Tooltip ${UNKNOWN}`,
  `internal-key-bindings/Railway_OCSP.yaml: Properties / Answer in Braille ${UNKNOWN}`,
  "locomotive-registries/North.yaml: is in 'locomotive-registries', which is not a type of configuration; it was left out",
  "locomotive-registries/South.json: is in 'locomotive-registries', which is not a type of configuration; it was left out",
  'services/Create_CRLs.yaml: Action Properties / Mail Password is "placeholder", but services have no actions here',
  'services/Create_CRLs.yaml: Action Properties / Sender Address is "pki@railway.example", but services have no actions here',
  'services/Create_CRLs.yaml: Action Type is "Mail Action", but services have no actions here',
  'services/Create_CRLs.yaml: Hidden is true, but no service is hidden here',
  `services/Create_CRLs.yaml: Interval Properties / Jitter ${UNKNOWN}`,
  'services/Create_CRLs.yaml: Pin to Specific Nodes is a list, but any server may run a service here',
  `services/Create_CRLs.yaml: Worker Properties / Also Print ${UNKNOWN}`,
];

interface Results {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

describe('a dump that was written elsewhere', () => {
  const shared = sharedServer();
  const send = async (files: Readonly<Record<string, string>>, parameters = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries<string>(parameters)) form.set(name, value);
    const archived = Object.entries(files).map(([path, content]) => ({ path: `configdump/${path}`, content }));
    form.set('zipfile', new Blob([zipArchive(archived)]), 'configdump.zip');
    const encoded = new Response(form);
    const { status, json, text } = await shared.server.call('/v1/configdump/configdump.zip', {
      method: 'POST',
      rawBody: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')! },
    });
    assert.equal(status, 200, text);
    return json as unknown as Results;
  };
  let refused: Results;
  let imported: Results;
  before(async () => {
    refused = await send({ ...ITEMS, ...OTHERS });
    imported = await send({ ...ITEMS, ...OTHERS }, { ignoreerrors: 'true' });
  });

  it('is refused with everything that keeps an item from being imported, and a remark on everything that was not understood', () => {
    assert.deepEqual([refused.success, refused.errors.toSorted()], [false, ERRORS.toSorted()]);
    assert.deepEqual(refused.warnings.toSorted(), REMARKS.toSorted());
  });

  it('is imported without those items where that is asked for, and with the same remarks', () => {
    const { success, errors, warnings } = imported;
    assert.deepEqual([success, errors], [true, []]);
    const kept = ERRORS.map((error) => (error.startsWith('cmp-config/') ? `${error}; it is empty` : error));
    assert.deepEqual(warnings.toSorted(), [...REMARKS, ...kept].toSorted());
  });

  it('shows no secret in a remark', () => {
    assert.doesNotMatch(JSON.stringify([refused, imported]), /foo123/);
  });

  for (const [file, text] of Object.entries(ITEMS)) {
    const [directory = '', name = ''] = file.split('/');
    it(`has every member of ${name} in the document that was made of it, or in a remark`, async () => {
      const given = parse(text) as Readonly<Record<string, unknown>>;
      const answer = await shared.server.call(
        `/v1/configdump/${directory}/${encodeURIComponent(String(given['Name']))}?defaults=true`,
      );
      assert.equal(answer.status, 200, answer.text);
      const [made] = Object.values(Object.values(answer.json)[0] as Readonly<Record<string, unknown>>);
      const remarks = imported.warnings.flatMap((each) =>
        each.startsWith(`${file}: `) ? [each.slice(file.length + 2)] : [],
      );
      assert.deepEqual(lostIn(given, made, '', remarks), []);
    });
  }
});

/** Lists the paths of values that are neither in the document nor remarked on. */
function lostIn(given: unknown, made: unknown, at: string, remarks: readonly string[]): readonly string[] {
  if (STATE.has(at) || remarks.some((remark) => at !== '' && remark.startsWith(`${at} `))) return [];
  if (typeof given !== 'object' || given === null || Object.keys(given).length === 0)
    return isSame(given, made) ? [] : [`${at}: ${JSON.stringify(given)} is ${JSON.stringify(made)}`];
  return Object.entries(given).flatMap(([label, value]) => {
    const inner = Array.isArray(given) ? `${at}[${label}]` : at === '' ? label : `${at} / ${label}`;
    return lostIn(value, (made as Readonly<Record<string, unknown>> | undefined)?.[label], inner, remarks);
  });
}

/** Compares values as people write them: `'3072'` is 3072, and what is empty is nothing. */
function isSame(given: unknown, made: unknown): boolean {
  return folded(given) === folded(made);
}

function folded(value: unknown): string {
  const isNothing =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isNothing ? '' : (OTHER_WORDS.get(value) ?? JSON.stringify(value).replaceAll('"', ''));
}

/** Words of which an export has another one. */
const OTHER_WORDS = new Map<unknown, string>([
  ['None', ''],
  ['1.3.6.1.5.5.7.3.17', 'Internet Key Exchange for IPsec'],
]);
/** Members that tell the state of a crypto token, whose key pairs are made where an import initializes; and a secret, which is empty. */
const STATE: ReadonlySet<string> = new Set(['Used', 'Active', 'Key Pair Info', 'CMP Authentication Module Parameters']);
