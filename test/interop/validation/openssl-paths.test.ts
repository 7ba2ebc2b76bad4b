/** Paths of three certificates that we issued: OpenSSL validates them, and refuses what our extensions forbid. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  basicConstraints,
  certificateIssuer,
  certificatePolicies,
  crlDistributionPoints,
  CrlEntryWriter,
  crlNumber,
  deltaCrlIndicator,
  DistinguishedName,
  encodeCrlEntry,
  extendedKeyUsage,
  type Extension,
  freshestCrl,
  type GeneralName,
  issuingDistributionPoint,
  KEY_PURPOSES,
  keyAlgorithmByName,
  keyUsage,
  makeExtension,
  nameConstraints,
  oid,
  parseGeneralNames,
  parseIpNetwork,
  policyConstraints,
  policyMappings,
  serialNumberFromHex,
  signatureAlgorithmByName,
  subjectAltName,
} from '@sealwright/pki';
import { CA_EXTENSIONS, Issuer, makeKeyPair } from '../formats/issuer.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

const keyOf = (algorithm: string) => makeKeyPair(keyAlgorithmByName(algorithm));
const root = new Issuer('CN=Root,O=Räksmörgås,C=SE', keyOf('ECDSA'), signatureAlgorithmByName('SHA384withECDSA'));
const sub = new Issuer('CN=Sub,O=Räksmörgås,C=SE', keyOf('RSA'), signatureAlgorithmByName('SHA256withRSAandMGF1'));
const leafKeys = keyOf('Ed25519');
const LEAF = serialNumberFromHex('00FE01');
const SUB = serialNumberFromHex('77');

const LEAF_EXTENSIONS = [
  makeExtension(basicConstraints, { ca: false }, true),
  makeExtension(keyUsage, new Set(['digitalSignature'] as const), true),
];
const names = (text: string) => makeExtension(subjectAltName, parseGeneralNames(text), false);

interface Path {
  readonly sub?: readonly Extension[];
  readonly leaf?: readonly Extension[];
  readonly options?: readonly string[];
}

/** Issues both certificates below the root and verifies; the answer is what OpenSSL printed. */
function verify(path: Path): string {
  const { publicKey } = sub.keys;
  const given = new Set(path.sub?.map(({ oid }) => oid));
  const usual = CA_EXTENSIONS.filter(({ oid }) => !given.has(oid));
  openssl.write(
    'sub.pem',
    root.certificate({
      subject: String(sub.name),
      publicKey,
      serialNumber: SUB,
      extensions: [...usual, ...(path.sub ?? [])],
    }),
  );
  openssl.write(
    'leaf.pem',
    sub.certificate({
      subject: 'CN=leaf,O=Räksmörgås,C=SE',
      publicKey: leafKeys.publicKey,
      serialNumber: LEAF,
      extensions: [...LEAF_EXTENSIONS, ...(path.leaf ?? [])],
    }),
  );
  const files = ['-CAfile', 'root.pem', '-untrusted', 'sub.pem'];
  return openssl.outcome('verify', '-x509_strict', ...files, ...(path.options ?? []), 'leaf.pem').output;
}

const OK = /^leaf\.pem: OK$/m;

before(() => openssl.write('root.pem', root.root()));

describe('openssl verify', () => {
  it('accepts a path of ECDSA, PSS and Ed25519', () => assert.match(verify({}), OK));

  it('matches the alternative names', () => {
    const leaf = [names('dNSName=*.example.com, rfc822Name=a@example.com, iPAddress=10.0.0.1, iPAddress=2001:db8::1')];
    for (const [option, right, wrong] of [
      ['-verify_hostname', 'a.example.com', 'a.b.example.com'],
      ['-verify_email', 'a@example.com', 'b@example.com'],
      ['-verify_ip', '10.0.0.1', '10.0.0.2'],
      ['-verify_ip', '2001:db8::1', '2001:db8::2'],
    ] as const) {
      assert.match(verify({ leaf, options: [option, right] }), OK);
      assert.match(verify({ leaf, options: [option, wrong] }), /mismatch/);
    }
  });

  it('heeds the purposes', () => {
    const leaf = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.clientAuth], false)];
    assert.match(verify({ leaf, options: ['-purpose', 'sslclient'] }), OK);
    assert.match(verify({ leaf, options: ['-purpose', 'sslserver'] }), /unsuitable certificate purpose/);
  });

  it('heeds the length of the path', () => {
    const limit = (pathLength: number) => [makeExtension(basicConstraints, { ca: true, pathLength }, true)];
    assert.match(verify({ sub: limit(0) }), OK);
    const ca = makeExtension(basicConstraints, { ca: false }, true);
    assert.match(verify({ sub: [ca] }), /invalid CA certificate/);
  });

  it('heeds name constraints', () => {
    const permit = (base: GeneralName) =>
      makeExtension(nameConstraints, { permittedSubtrees: [{ base, minimum: 0 }] }, true);
    const exclude = (base: GeneralName) =>
      makeExtension(nameConstraints, { excludedSubtrees: [{ base, minimum: 0 }] }, true);
    const leaf = [names('dNSName=a.example.com, iPAddress=10.1.2.3, rfc822Name=a@example.com')];
    const network = (text: string): GeneralName => ({ type: 'iPAddress', value: parseIpNetwork(text)! });
    const inside = { type: 'directoryName', value: DistinguishedName.parse('O=Räksmörgås,C=SE') } as const;
    const outside = { type: 'directoryName', value: DistinguishedName.parse('O=Räksmörgås,C=NO') } as const;
    for (const [right, wrong] of [
      [permit({ type: 'dNSName', value: 'example.com' }), permit({ type: 'dNSName', value: 'example.org' })],
      [permit(network('10.0.0.0/8')), permit(network('10.0.0.0/16'))],
      [exclude({ type: 'rfc822Name', value: 'example.org' }), exclude({ type: 'rfc822Name', value: 'example.com' })],
      [permit(inside), permit(outside)],
      [exclude(outside), exclude(inside)],
    ] as const) {
      assert.match(verify({ sub: [right], leaf }), OK);
      assert.match(verify({ sub: [wrong], leaf }), /(?:permitted|excluded) subtree violation/);
    }
  });

  it('heeds policies, mappings and constraints', () => {
    const policy = (text: string) => makeExtension(certificatePolicies, [{ policy: oid(text), qualifiers: [] }], false);
    const mapped = makeExtension(
      policyMappings,
      [{ issuerDomainPolicy: oid('1.2.3'), subjectDomainPolicy: oid('1.2.4') }],
      true,
    );
    const required = makeExtension(policyConstraints, { requireExplicitPolicy: 0 }, true);
    const options = ['-policy_check', '-explicit_policy', '-policy', '1.2.3'];
    assert.match(verify({ sub: [policy('1.2.3')], leaf: [policy('1.2.3')], options }), OK);
    assert.match(verify({ sub: [policy('1.2.3')], leaf: [policy('1.2.4')], options }), /no explicit policy/);
    assert.match(verify({ sub: [policy('1.2.3'), mapped], leaf: [policy('1.2.4')], options }), OK);
    assert.match(verify({ sub: [policy('1.2.3'), required], options: ['-policy_check'] }), /no explicit policy/);
  });
});

describe('openssl verify -crl_check_all', () => {
  const revocationDate = 1_700_000_000;
  const full = ['-crl_check_all', '-CRLfile', 'root.crl', '-CRLfile', 'sub.crl'];
  const number = makeExtension(crlNumber, 5n, false);
  const revoked = (serialNumber: typeof LEAF) => [
    encodeCrlEntry({ serialNumber, revocationDate, reason: 'SUPERSEDED' }),
  ];

  it('accepts a path whose CRLs are empty', () => {
    openssl.write('root.crl', root.crl([], [number]));
    openssl.write('sub.crl', sub.crl([], [number]));
    assert.match(verify({ options: full }), OK);
  });

  it('refuses a certificate or an issuer that is revoked', () => {
    openssl.write('root.crl', root.crl([], [number]));
    openssl.write('sub.crl', sub.crl(revoked(LEAF), [number]));
    assert.match(verify({ options: full }), /error 23 at 0 depth lookup: certificate revoked/);
    openssl.write('root.crl', root.crl(revoked(SUB), [number]));
    openssl.write('sub.crl', sub.crl([], [number]));
    assert.match(verify({ options: full }), /error 23 at 1 depth lookup: certificate revoked/);
  });

  it('finds one among 10,000 others', () => {
    const writer = new CrlEntryWriter();
    for (let serial = 1; serial <= 10_000; serial++)
      writer.add({
        serialNumber: serialNumberFromHex((serial * 131).toString(16)),
        revocationDate: revocationDate + serial,
      });
    openssl.write('root.crl', root.crl([], [number]));
    openssl.write('sub.crl', sub.crl(writer.finish(), [number]));
    assert.match(verify({ options: full }), OK);
    writer.add({ serialNumber: LEAF, revocationDate });
    openssl.write('sub.crl', sub.crl(writer.finish(), [number]));
    assert.match(verify({ options: full }), /certificate revoked/);
  });

  it('combines a full CRL with a delta CRL', () => {
    const options = [...full, '-CRLfile', 'delta.crl', '-use_deltas', '-extended_crl'];
    const points = [{ distributionPoint: { type: 'fullName', names: URL } }] as const;
    const leaf = [makeExtension(freshestCrl, points, false)];
    const base = makeExtension(deltaCrlIndicator, 5n, true);
    openssl.write('root.crl', root.crl([], [number]));
    openssl.write('sub.crl', sub.crl([], [number]));
    openssl.write('delta.crl', sub.crl(revoked(LEAF), [makeExtension(crlNumber, 6n, false), base]));
    assert.match(verify({ leaf, options }), /certificate revoked/);
  });

  it('takes a CRL for its distribution point only', () => {
    const point = (name: string) =>
      ({ type: 'fullName', names: parseGeneralNames(`uniformResourceIdentifier=http://example.com/${name}`) }) as const;
    const leaf = [makeExtension(crlDistributionPoints, [{ distributionPoint: point('a') }], false)];
    const only = { onlyContainsUserCerts: true, onlyContainsCACerts: false, indirectCRL: false } as const;
    const list = (name: string) =>
      sub.crl(
        [],
        [
          number,
          makeExtension(
            issuingDistributionPoint,
            { ...only, onlyContainsAttributeCerts: false, distributionPoint: point(name) },
            true,
          ),
        ],
      );
    openssl.write('root.crl', root.crl([], [number]));
    openssl.write('sub.crl', list('a'));
    assert.match(verify({ leaf, options: full }), OK);
    openssl.write('sub.crl', list('b'));
    assert.match(verify({ leaf, options: full }), /different CRL scope/);
  });

  it('finds the issuer in an indirect CRL', () => {
    const crlIssuer: GeneralName = { type: 'directoryName', value: root.name };
    const leaf = [makeExtension(crlDistributionPoints, [{ cRLIssuer: [crlIssuer] }], false)];
    const indirect = makeExtension(
      issuingDistributionPoint,
      {
        onlyContainsUserCerts: false,
        onlyContainsCACerts: false,
        indirectCRL: true,
        onlyContainsAttributeCerts: false,
      },
      true,
    );
    const issuerOf = (name: DistinguishedName) => certificateIssuer.encode([{ type: 'directoryName', value: name }]);
    const entry = (name: DistinguishedName) =>
      encodeCrlEntry({ serialNumber: LEAF, revocationDate, certificateIssuer: issuerOf(name) });
    const options = ['-crl_check', '-extended_crl', '-CRLfile', 'root.crl'];
    openssl.write('root.crl', root.crl([entry(sub.name)], [number, indirect]));
    assert.match(verify({ leaf, options }), /certificate revoked/);
    openssl.write('root.crl', root.crl([entry(DistinguishedName.parse('CN=another'))], [number, indirect]));
    assert.match(verify({ leaf, options }), OK);
  });
});

const URL = parseGeneralNames('uniformResourceIdentifier=http://example.com/delta.crl');
