/** Every extension that we write: OpenSSL reads it, and says of those that it knows what we meant. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCESS_METHODS,
  altSignatureAlgorithm,
  altSignatureValue,
  ANY_POLICY,
  asDer,
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  certificateIssuer,
  certificatePolicies,
  crlDistributionPoints,
  crlNumber,
  deltaCrlIndicator,
  DistinguishedName,
  encodeCrlEntry,
  extendedKeyUsage,
  type Extension,
  type ExtensionType,
  freshestCrl,
  inhibitAnyPolicy,
  issuerAltName,
  issuingDistributionPoint,
  KEY_PURPOSES,
  KEY_USAGES,
  keyAlgorithmByName,
  keyUsage,
  KNOWN_EXTENSIONS,
  makeExtension,
  microsoftTemplate,
  microsoftTemplateName,
  nameConstraints,
  objectSid,
  ocspNoCheck,
  oid,
  organizationIdentifier,
  parseGeneralNames,
  parseIpNetwork,
  personalDataAttributes,
  policyConstraints,
  policyMappings,
  precertificatePoison,
  privateKeyUsagePeriod,
  QC_TYPES,
  qcStatements,
  sctList,
  serialNumberFromHex,
  signatureAlgorithmByName,
  subjectAltName,
  subjectAltPublicKeyInfo,
  subjectDirectoryAttributes,
  subjectInfoAccess,
  subjectKeyIdentifier,
  TLS_FEATURES,
  tlsFeature,
} from '@sealwright/pki';
import { Issuer, makeKeyPair } from './issuer.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();
const keys = makeKeyPair(keyAlgorithmByName('ECDSA'));
const issuer = new Issuer('CN=CA,O=Example,C=SE', keys, signatureAlgorithmByName('SHA256withECDSA'));

interface Case {
  readonly extension: Extension;
  /** Texts that OpenSSL prints of it, in this order. */
  readonly text: readonly (string | RegExp)[];
}

const cases = new Map<string, Case>();

function add<T>(type: ExtensionType<T>, value: T, critical: boolean, ...text: (string | RegExp)[]): void {
  cases.set(type.name, { extension: makeExtension(type, value, critical), text });
}

const urls = (text: string) => parseGeneralNames(`uniformResourceIdentifier=${text}`);
const NAME = DistinguishedName.parse('CN=In a Directory,C=SE');
const POINT = { distributionPoint: { type: 'fullName', names: urls('http://example.com/a.crl') } } as const;
/** Options with which OpenSSL prints unknown extensions as ASN.1. */
const PRINT = ['x509', '-noout', '-text', '-certopt', 'ext_parse'];
const PRINT_REQUEST = ['req', '-noout', '-text', '-reqopt', 'ext_parse'];

add(basicConstraints, { ca: true, pathLength: 3 }, true, 'Basic Constraints: critical', 'CA:TRUE, pathlen:3');
add(
  keyUsage,
  new Set(KEY_USAGES),
  true,
  'Key Usage: critical',
  'Digital Signature, Non Repudiation, Key Encipherment, Data Encipherment, Key Agreement, Certificate Sign, CRL Sign, ' +
    'Encipher Only, Decipher Only',
);
add(
  extendedKeyUsage,
  [KEY_PURPOSES.serverAuth, KEY_PURPOSES.OCSPSigning, KEY_PURPOSES.msSmartCardLogon, KEY_PURPOSES.anyExtendedKeyUsage],
  false,
  'Extended Key Usage: \n',
  'TLS Web Server Authentication, OCSP Signing, Microsoft Smartcard Login, Any Extended Key Usage',
);
add(subjectKeyIdentifier, Uint8Array.of(1, 0xab), false, 'Subject Key Identifier: \n', '01:AB');
add(
  authorityKeyIdentifier,
  {
    keyIdentifier: Uint8Array.of(2, 3),
    authorityCertIssuer: [{ type: 'directoryName', value: NAME }],
    authorityCertSerialNumber: 255n,
  },
  false,
  'Authority Key Identifier: \n',
  'keyid:02:03',
  'DirName:/C=SE/CN=In a Directory',
  'serial:FF',
);
add(
  subjectAltName,
  [
    ...parseGeneralNames(
      'dNSName=a.example.com, rfc822Name=a@example.com, iPAddress=10.0.0.1, iPAddress=2001:db8::1, ' +
        'uniformResourceIdentifier=https://example.com/, registeredID=1.2.3.4, upn=upn@example.com',
    ),
    { type: 'directoryName', value: NAME },
  ],
  false,
  'Subject Alternative Name: \n',
  'DNS:a.example.com, email:a@example.com, IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1, ' +
    'URI:https://example.com/, Registered ID:1.2.3.4, othername: UPN::upn@example.com, ' +
    'DirName:/C=SE/CN=In a Directory',
);
add(issuerAltName, urls('http://example.com/'), false, 'Issuer Alternative Name', 'URI:http://example.com/');
add(
  crlDistributionPoints,
  [
    {
      ...POINT,
      reasons: new Set(['KEY_COMPROMISE', 'AA_COMPROMISE'] as const),
      cRLIssuer: [{ type: 'directoryName', value: NAME }],
    },
    {
      distributionPoint: { type: 'nameRelativeToCRLIssuer', name: DistinguishedName.parse('CN=relative') },
    },
  ],
  false,
  'CRL Distribution Points',
  'Full Name:\n',
  'URI:http://example.com/a.crl',
  'Reasons:\n',
  'Key Compromise, AA Compromise',
  'CRL Issuer:\n',
  'DirName:C = SE, CN = In a Directory',
  'Relative Name:\n',
  'CN = relative',
);
add(freshestCrl, [POINT], false, 'Freshest CRL', 'URI:http://example.com/a.crl');
add(
  authorityInfoAccess,
  [
    { accessMethod: ACCESS_METHODS.ocsp, accessLocation: urls('http://ocsp.example.com')[0]! },
    { accessMethod: ACCESS_METHODS.caIssuers, accessLocation: urls('http://example.com/ca.cer')[0]! },
  ],
  false,
  'Authority Information Access',
  'OCSP - URI:http://ocsp.example.com\n',
  'CA Issuers - URI:http://example.com/ca.cer\n',
);
add(
  subjectInfoAccess,
  [{ accessMethod: ACCESS_METHODS.caRepository, accessLocation: urls('http://example.com/')[0]! }],
  false,
  'Subject Information Access',
  'CA Repository - URI:http://example.com/\n',
);
add(
  certificatePolicies,
  [
    { policy: ANY_POLICY, qualifiers: [] },
    {
      policy: oid('1.2.3.4'),
      qualifiers: [
        { type: 'cps', uri: 'https://example.com/cps' },
        {
          type: 'userNotice',
          noticeRef: { organization: { type: 'utf8String', text: 'Example' }, noticeNumbers: [1n, 2n] },
          explicitText: { type: 'utf8String', text: 'Read this' },
        },
      ],
    },
  ],
  true,
  'Certificate Policies: critical',
  'Policy: X509v3 Any Policy',
  'Policy: 1.2.3.4',
  'CPS: https://example.com/cps',
  'Organization: Example',
  'Numbers: 1, 2',
  'Explicit Text: Read this',
);
add(
  policyMappings,
  [{ issuerDomainPolicy: oid('1.2.3'), subjectDomainPolicy: oid('1.2.4') }],
  true,
  'Policy Mappings: critical',
  '1.2.3:1.2.4',
);
add(
  policyConstraints,
  { requireExplicitPolicy: 0, inhibitPolicyMapping: 200 },
  true,
  'Policy Constraints: critical',
  'Require Explicit Policy:0, Inhibit Policy Mapping:200',
);
add(inhibitAnyPolicy, 2, true, 'Inhibit Any Policy: critical', '2');
add(
  nameConstraints,
  {
    permittedSubtrees: [
      { base: { type: 'dNSName', value: 'example.com' }, minimum: 0 },
      { base: { type: 'iPAddress', value: parseIpNetwork('10.0.0.0/8')! }, minimum: 0 },
      { base: { type: 'iPAddress', value: parseIpNetwork('2001:db8::/32')! }, minimum: 0 },
      { base: { type: 'directoryName', value: NAME }, minimum: 0 },
    ],
    excludedSubtrees: [{ base: { type: 'rfc822Name', value: '.example.org' }, minimum: 0 }],
  },
  true,
  'Name Constraints: critical',
  'Permitted:\n',
  'DNS:example.com\n',
  'IP:10.0.0.0/255.0.0.0\n',
  'IP:2001:DB8:0:0:0:0:0:0/FFFF:FFFF:0:0:0:0:0:0\n',
  'DirName:C = SE, CN = In a Directory\n',
  'Excluded:\n',
  'email:.example.org',
);
add(
  privateKeyUsagePeriod,
  { notBefore: Date.UTC(2020, 0, 1) / 1000, notAfter: Date.UTC(2030, 0, 1) / 1000 },
  false,
  'Private Key Usage Period',
  'Not Before: Jan  1 00:00:00 2020 GMT, Not After: Jan  1 00:00:00 2030 GMT',
);
add(ocspNoCheck, null, false, 'OCSP No Check');
add(
  tlsFeature,
  [TLS_FEATURES.statusRequest, TLS_FEATURES.statusRequestV2],
  false,
  'TLS Feature',
  'status_request, status_request_v2',
);
add(precertificatePoison, null, true, 'CT Precertificate Poison: critical');
add(
  sctList,
  [
    // Version 1, log identifier, time, no extensions, ECDSA over SHA-256, an empty signature.
    Uint8Array.of(0, ...new Uint8Array(32).fill(0xaa), 0, 0, 1, 0x5f, 0, 0, 0, 0, 0, 0, 4, 3, 0, 2, 0x30, 0),
  ],
  false,
  'CT Precertificate SCTs',
  'Version   : v1',
  'AA:AA:AA',
  'ecdsa-with-SHA256',
);
add(
  qcStatements,
  [
    { type: 'qcCompliance' },
    { type: 'qcSSCD' },
    { type: 'qcRetentionPeriod', years: 10 },
    { type: 'qcType', types: [QC_TYPES.esign] },
  ],
  false,
  'qcStatements',
  ':0.4.0.1862.1.1',
  ':0.4.0.1862.1.4',
  ':0.4.0.1862.1.3',
  /INTEGER +:0A/,
  ':0.4.0.1862.1.6',
  ':0.4.0.1862.1.6.1',
);
add(
  subjectDirectoryAttributes,
  personalDataAttributes({ countriesOfCitizenship: ['SE'], countriesOfResidence: [] }),
  false,
  'X509v3 Subject Directory Attributes',
  /OBJECT +:(?:id-pda-countryOfCitizenship|1\.3\.6\.1\.5\.5\.7\.9\.4)/,
  /PRINTABLESTRING +:SE/,
);
add(
  organizationIdentifier,
  {
    registrationSchemeIdentifier: 'NTR',
    registrationCountry: 'SE',
    registrationStateOrProvince: 'AB',
    registrationReference: '12345',
  },
  false,
  '2.23.140.3.1',
  /PRINTABLESTRING +:NTR/,
  /PRINTABLESTRING +:SE/,
  /cont \[ 0 \]/,
  /UTF8STRING +:12345/,
);
add(microsoftTemplateName, 'WebServer', false, '1.3.6.1.4.1.311.20.2', /l= +18 prim: BMPSTRING/);
add(
  microsoftTemplate,
  { templateId: oid('1.3.6.1.4.1.311.21.8.1'), majorVersion: 100, minorVersion: 3 },
  false,
  'OBJECT            :1.3.6.1.4.1.311.21.8.1',
  'INTEGER           :64',
  'INTEGER           :03',
);
add(subjectAltPublicKeyInfo, keys.publicKey, false, '2.5.29.72', /OBJECT +:id-ecPublicKey/, /OBJECT +:prime256v1/);
add(
  altSignatureAlgorithm,
  asDer<'AlgorithmIdentifier'>(Uint8Array.fromHex('300a06082a8648ce3d040302')),
  false,
  '2.5.29.73',
  /OBJECT +:ecdsa-with-SHA256/,
);
add(altSignatureValue, Uint8Array.of(1, 2, 3), false, '2.5.29.74', /l= +4 prim: BIT STRING/);
add(objectSid, 'S-1-5-21-1-2-3-1001', false, '1.3.6.1.4.1.311.25.2', 'OCTET STRING      :S-1-5-21-1-2-3-1001');

/** Asserts that `texts` stand in `output` one after the other. */
function assertInOrder(output: string, texts: readonly (string | RegExp)[]): void {
  let rest = output;
  for (const text of texts) {
    const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text);
    assert.ok(at >= 0, `${String(text)} is not in\n${rest}`);
    rest = rest.slice(at + (typeof text === 'string' ? text.length : 1));
  }
}

describe('openssl x509 reads the extension', () => {
  for (const [name, { extension, text }] of cases) {
    it(name, () => {
      const identifiers = [subjectKeyIdentifier.oid, authorityKeyIdentifier.oid];
      const bare = new Issuer(String(issuer.name), keys, issuer.algorithm);
      const pem = bare.certificate({
        subject: 'CN=leaf',
        publicKey: keys.publicKey,
        extensions: [extension],
        keyIdentifiers: !identifiers.includes(extension.oid),
      });
      openssl.write('leaf.pem', pem);
      assertInOrder(openssl.run(...PRINT, '-in', 'leaf.pem'), ['X509v3 extensions:', ...text]);
    });
  }

  it('of every kind that we write', () => {
    assert.deepEqual(new Set(cases.keys()), new Set(KNOWN_EXTENSIONS.certificate.map(({ name }) => name)));
  });

  it('all in one certificate', () => {
    const extensions = Array.from(cases.values(), ({ extension }) => extension);
    const contents = { subject: 'CN=leaf', publicKey: keys.publicKey, extensions, keyIdentifiers: false };
    openssl.write('leaf.pem', issuer.certificate(contents));
    const output = openssl.run(...PRINT, '-in', 'leaf.pem');
    for (const { text } of cases.values()) assertInOrder(output, text);
  });

  it('all in one request', () => {
    openssl.write('request.pem', issuer.request(Array.from(cases.values(), ({ extension }) => extension)));
    const output = openssl.run(...PRINT_REQUEST, '-in', 'request.pem');
    for (const { text } of cases.values()) assertInOrder(output, text);
  });
});

describe('openssl crl reads', () => {
  const print = (entries: readonly Uint8Array[], extensions: readonly Extension[]) => {
    openssl.write('list.crl', issuer.crl(entries, extensions));
    return openssl.run('crl', '-in', 'list.crl', '-noout', '-text');
  };

  it('the extensions of the list', () => {
    const output = print(
      [],
      [
        makeExtension(crlNumber, 1n << 64n, false),
        makeExtension(deltaCrlIndicator, 7n, true),
        makeExtension(
          issuingDistributionPoint,
          {
            ...POINT,
            onlyContainsUserCerts: true,
            onlyContainsCACerts: false,
            onlySomeReasons: new Set(['KEY_COMPROMISE'] as const),
            indirectCRL: true,
            onlyContainsAttributeCerts: false,
          },
          true,
        ),
        makeExtension(freshestCrl, [POINT], false),
        makeExtension(issuerAltName, urls('http://example.com/'), false),
        makeExtension(
          authorityInfoAccess,
          [{ accessMethod: ACCESS_METHODS.caIssuers, accessLocation: urls('http://example.com/ca.cer')[0]! }],
          false,
        ),
      ],
    );
    assertInOrder(output, ['X509v3 Authority Key Identifier', 'X509v3 CRL Number: \n', '18446744073709551616\n']);
    assertInOrder(output, [
      'X509v3 Delta CRL Indicator: critical\n',
      '7\n',
      'X509v3 Issuing Distribution Point: critical',
    ]);
    assertInOrder(output, [
      'Full Name:\n',
      'URI:http://example.com/a.crl',
      'Only User Certificates\n',
      'Indirect CRL\n',
    ]);
    assertInOrder(output, [
      'Only Some Reasons:\n',
      'Key Compromise\n',
      'X509v3 Freshest CRL',
      'X509v3 Issuer Alternative',
    ]);
    assertInOrder(output, ['Authority Information Access', 'No Revoked Certificates']);
  });

  it('the extensions of entries', () => {
    const revocationDate = Date.UTC(2023, 0, 2) / 1000;
    const serialNumber = serialNumberFromHex('FF00');
    const another = certificateIssuer.encode([{ type: 'directoryName', value: NAME }]);
    const output = print(
      [
        encodeCrlEntry({ serialNumber, revocationDate, reason: 'UNSPECIFIED' }),
        encodeCrlEntry({
          serialNumber: serialNumberFromHex('0A'),
          revocationDate,
          reason: 'CA_COMPROMISE',
          invalidityDate: Date.UTC(2022, 0, 1) / 1000,
          certificateIssuer: another,
        }),
        encodeCrlEntry({ serialNumber, revocationDate: Date.UTC(2050, 0, 1) / 1000, reason: 'REMOVE_FROM_CRL' }),
      ],
      [],
    );
    const first = ['Serial Number: FF00\n', 'Revocation Date: Jan  2 00:00:00 2023 GMT\n', 'Serial Number: 0A\n'];
    const second = ['X509v3 CRL Reason Code: \n', 'CA Compromise\n', 'Invalidity Date: \n', 'Jan  1 00:00:00 2022 GMT'];
    const issuerText = ['X509v3 Certificate Issuer: critical', 'DirName:/C=SE/CN=In a Directory'];
    const third = ['Revocation Date: Jan  1 00:00:00 2050 GMT', 'Remove From CRL'];
    assertInOrder(output, [...first, ...second, ...issuerText, ...third]);
  });
});
