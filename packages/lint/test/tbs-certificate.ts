/** TBSCertificates for tests of rules: one that no rule finds anything in, with the parts that a case replaces. */
import {
  bitString,
  boolean,
  explicit,
  implicit,
  integer,
  NULL,
  octetString,
  oid,
  printable,
  sequence,
  set,
  utcTime,
  utf8,
} from './der.ts';

/** Parts of a TBSCertificate, each as octets; the extensions by object identifier. */
export interface Parts {
  /** Empty for none. */
  readonly version?: Uint8Array;
  readonly serialNumber?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly notBefore?: Uint8Array;
  readonly notAfter?: Uint8Array;
  readonly subject?: Uint8Array;
  readonly publicKey?: Uint8Array;
  /** Between the public key and the extensions. */
  readonly uniqueIdentifiers?: Uint8Array;
  /** Instead of those that {@link leaf} and {@link authority} have, or beside them; undefined takes one away. */
  readonly extensions?: Readonly<Record<string, Uint8Array | undefined>>;
  /** Instead of the whole `[3]`. */
  readonly extensionsField?: Uint8Array;
}

/** A certificate of an end entity for TLS servers. */
export function leaf(parts: Parts = {}): Uint8Array {
  return endEntity(parts, '1.3.6.1.5.5.7.3.1', '2.23.140.1.2.1', implicit(2, Buffer.from('www.example.org')));
}

/** The certificate of a subordinate CA. */
export function authority(parts: Parts = {}): Uint8Array {
  return tbsCertificate(
    {
      subject: name(
        [Oid.countryName, printable('SE')],
        [Oid.organizationName, utf8('Example')],
        [Oid.commonName, utf8('Sub CA')],
      ),
      notAfter: utcTime('330101000000Z'),
      ...parts,
    },
    {
      [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true)), true),
      [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x06), 1), true),
      [Oid.authorityKeyIdentifier]: extension(Oid.authorityKeyIdentifier, sequence(implicit(0, KEY_ID))),
      [Oid.subjectKeyIdentifier]: extension(Oid.subjectKeyIdentifier, octetString(Buffer.alloc(20, 9))),
      [Oid.certificatePolicies]: extension(Oid.certificatePolicies, sequence(sequence(oid('2.23.140.1.2.1')))),
      [Oid.crlDistributionPoints]: extension(
        Oid.crlDistributionPoints,
        sequence(sequence(explicit(0, explicit(0, uri('http://crl.example.org/root.crl'))))),
      ),
      [Oid.authorityInfoAccess]: extension(
        Oid.authorityInfoAccess,
        sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), uri('http://ca.example.org/root.cer'))),
      ),
    },
  );
}

/** A certificate for mail: mailbox-validated, of the strict generation. */
export function mail(parts: Parts = {}): Uint8Array {
  return endEntity(parts, '1.3.6.1.5.5.7.3.4', '2.23.140.1.5.1.3', implicit(1, Buffer.from('alice@example.org')));
}

/** A certificate for signing code. */
export function codeSigner(parts: Parts = {}): Uint8Array {
  const subject = name(
    [Oid.countryName, printable('SE')],
    [Oid.localityName, utf8('Lund')],
    [Oid.organizationName, utf8('Example')],
    [Oid.commonName, utf8('Example')],
  );
  return endEntity({ subject, ...parts }, '1.3.6.1.5.5.7.3.3', '2.23.140.1.4.1');
}

/** A certificate of a time-stamping authority. */
export function timeStamper(parts: Parts = {}): Uint8Array {
  return tbsCertificate(
    { subject: name([Oid.commonName, utf8('Time')]), ...parts },
    {
      ...OF_END_ENTITIES,
      [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.8')), true),
      [Oid.certificatePolicies]: extension(Oid.certificatePolicies, sequence(sequence(oid('2.23.140.1.4.2')))),
    },
  );
}

/** A certificate of an end entity with one purpose, one policy and perhaps one alternative name. */
function endEntity(parts: Parts, purpose: string, policy: string, alternativeName?: Uint8Array): Uint8Array {
  return tbsCertificate(parts, {
    ...OF_END_ENTITIES,
    [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid(purpose))),
    ...(alternativeName && {
      [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(alternativeName), true),
    }),
    [Oid.certificatePolicies]: extension(Oid.certificatePolicies, sequence(sequence(oid(policy)))),
  });
}

/** One Extension. */
export function extension(type: string, value: Uint8Array, critical = false): Uint8Array {
  return sequence(oid(type), ...(critical ? [boolean(true)] : []), octetString(value));
}

/** A Name with one attribute for each RDN. */
export function name(...attributes: readonly (readonly [type: string, value: Uint8Array])[]): Uint8Array {
  return sequence(...attributes.map(([type, value]) => set(sequence(oid(type), value))));
}

/** A GeneralName of the kind uniformResourceIdentifier. */
export function uri(value: string): Uint8Array {
  return implicit(6, Buffer.from(value));
}

/** An AlgorithmIdentifier. */
export function algorithm(type: string, parameters?: Uint8Array): Uint8Array {
  return sequence(oid(type), ...(parameters === undefined ? [] : [parameters]));
}

/** A SubjectPublicKeyInfo of `rsaEncryption`. */
export function rsaKey({ bits = 2048, exponent = 65_537, parameters = NULL } = {}): Uint8Array {
  const modulus = Buffer.alloc(Math.ceil(bits / 8) + 1, 0xa5);
  modulus[0] = 0;
  modulus[1] = bits % 8 === 0 ? 0xa5 : (1 << (bits % 8)) - 1;
  modulus[modulus.length - 1] = 0xa5;
  const shortest = modulus[1] >= 0x80 ? modulus : modulus.subarray(1);
  return sequence(
    algorithm('1.2.840.113549.1.1.1', parameters),
    bitString(sequence(integer(shortest), integer(exponent))),
  );
}

/** A SubjectPublicKeyInfo of a point on P-256, which is the base point. */
export function ecKey(curve = '1.2.840.10045.3.1.7'): Uint8Array {
  return sequence(algorithm('1.2.840.10045.2.1', oid(curve)), bitString(P256_BASE_POINT));
}

/** A SubjectPublicKeyInfo of octets that are not a point on P-256. */
export function offCurve(): Uint8Array {
  const octets = Buffer.from(P256_BASE_POINT);
  octets[64]! ^= 1;
  return sequence(algorithm('1.2.840.10045.2.1', oid('1.2.840.10045.3.1.7')), bitString(octets));
}

/** Object identifiers of extensions and attributes that cases name. */
export const Oid = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  deltaCrlIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  certificateIssuer: '2.5.29.29',
  expiredCertsOnCrl: '2.5.29.60',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extKeyUsage: '2.5.29.37',
  freshestCrl: '2.5.29.46',
  inhibitAnyPolicy: '2.5.29.54',
  subjectDirectoryAttributes: '2.5.29.9',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  subjectInfoAccess: '1.3.6.1.5.5.7.1.11',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  commonName: '2.5.4.3',
  localityName: '2.5.4.7',
} as const;

const KEY_ID = Buffer.alloc(20, 7);
const P256_BASE_POINT = Buffer.from(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
);

/** Extensions of all end entities. */
const OF_END_ENTITIES: Readonly<Record<string, Uint8Array>> = {
  [Oid.authorityKeyIdentifier]: extension(Oid.authorityKeyIdentifier, sequence(implicit(0, KEY_ID))),
  [Oid.subjectKeyIdentifier]: extension(Oid.subjectKeyIdentifier, octetString(KEY_ID)),
  [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7), true),
  [Oid.crlDistributionPoints]: extension(
    Oid.crlDistributionPoints,
    sequence(sequence(explicit(0, explicit(0, uri('http://crl.example.org/ca.crl'))))),
  ),
  [Oid.authorityInfoAccess]: extension(
    Oid.authorityInfoAccess,
    sequence(
      sequence(oid('1.3.6.1.5.5.7.48.1'), uri('http://ocsp.example.org')),
      sequence(oid('1.3.6.1.5.5.7.48.2'), uri('http://ca.example.org/ca.cer')),
    ),
  ),
};

function tbsCertificate(parts: Parts, usual: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const extensions: Record<string, Uint8Array | undefined> = { ...usual, ...parts.extensions };
  const written = Object.values(extensions).filter((one) => one !== undefined);
  return sequence(
    parts.version ?? explicit(0, integer(2)),
    parts.serialNumber ?? integer(Buffer.from('5a1f33c09d2e77815a1f33c09d2e7781', 'hex')),
    parts.algorithm ?? algorithm('1.2.840.10045.4.3.2'),
    parts.issuer ??
      name(
        [Oid.countryName, printable('SE')],
        [Oid.organizationName, utf8('Example')],
        [Oid.commonName, utf8('Example CA')],
      ),
    sequence(parts.notBefore ?? utcTime('261101000000Z'), parts.notAfter ?? utcTime('270101000000Z')),
    parts.subject ?? sequence(),
    parts.publicKey ?? ecKey(),
    parts.uniqueIdentifiers ?? new Uint8Array(),
    parts.extensionsField ?? explicit(3, sequence(...written)),
  );
}
