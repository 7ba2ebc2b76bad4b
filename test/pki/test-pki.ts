/**
 * A small PKI for tests: authorities, and certificates of servers and clients, made anew in each run.
 *
 * Everything is issued with the builders of `@sealwright/pki`. What proves those builders themselves takes another library.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  asDer,
  assembleCertificate,
  assembleCrl,
  authorityKeyIdentifier,
  basicConstraints,
  Certificate,
  defaultSignatureAlgorithm,
  type Der,
  DistinguishedName,
  encodeCrlEntry,
  encodeTbsCertificate,
  encodeTbsCrl,
  extendedKeyUsage,
  type Extension,
  formatPem,
  type GeneralName,
  KEY_PURPOSES,
  type KeyPurposeName,
  keyUsage,
  type KeyUsage,
  makeExtension,
  parseGeneralNames,
  parsePublicKey,
  type RevocationReason,
  type SerialNumber,
  serialNumberFromHex,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/pki';

/** The kinds of keys of this PKI. */
export type TestKeyType = 'P-256' | 'P-384' | 'RSA-1024' | 'RSA-2048' | 'Ed25519';

/** A certificate with its private key. */
export interface TestIdentity {
  readonly certificate: Certificate;
  readonly certificatePem: string;
  readonly privateKey: KeyObject;
  /** PKCS#8, not encrypted. */
  readonly privateKeyPem: string;
}

/** Fields of a certificate; those that are left out have a value that suits most tests. */
export interface TestCertificate {
  /** RFC 4514 text, such as `CN=alice,O=Example`. */
  readonly subject: string;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  /** As `parseGeneralNames` takes them: `dNSName=localhost, iPAddress=127.0.0.1`. */
  readonly alternativeNames?: string;
  /** No extendedKeyUsage when left out. */
  readonly purposes?: readonly KeyPurposeName[];
  /** `digitalSignature` when left out. */
  readonly usages?: readonly KeyUsage[];
  /** Of a CA: basicConstraints with cA, and the usages of one. */
  readonly ca?: boolean;
  /** Seconds since 1970-01-01T00:00:00Z; 2020 when left out. */
  readonly notBefore?: number;
  /** Seconds since 1970-01-01T00:00:00Z, inclusive; 2119 when left out. */
  readonly notAfter?: number;
  /** 16 random octets when left out. */
  readonly serialNumber?: SerialNumber;
  /** Beside those that the other members make. */
  readonly extensions?: readonly Extension[];
}

/** The same without a key, which is then made. */
export interface TestSubject extends Omit<TestCertificate, 'publicKey'> {
  /** `P-256` when left out. */
  readonly keyType?: TestKeyType;
}

/** An authority that issues whatever it is asked for. */
export class TestCa implements TestIdentity {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
  /** This CA first, the root last. */
  readonly chain: readonly Certificate[];

  private constructor(certificate: Certificate, privateKey: KeyObject, above: readonly Certificate[]) {
    this.certificate = certificate;
    this.privateKey = privateKey;
    this.chain = [certificate, ...above];
  }

  /** Makes a self-signed CA. */
  static root(subject = 'CN=Test Root', keyType: TestKeyType = 'P-256', extensions: readonly Extension[] = []): TestCa {
    const { publicKey, privateKey } = makeTestKeys(keyType);
    const name = DistinguishedName.parse(subject);
    return new TestCa(
      certify({ subject, publicKey, ca: true, extensions }, { name, publicKey, privateKey }),
      privateKey,
      [],
    );
  }

  /** Makes an issuer of anybody, that of a CA or not. */
  static of({ certificate, privateKey }: TestIdentity): TestCa {
    return new TestCa(certificate, privateKey, []);
  }

  /** Makes a CA under this one. */
  subordinate(
    subject: string,
    keyType: TestKeyType = 'P-256',
    extensions: readonly Extension[] = [],
    validity: Pick<TestCertificate, 'notBefore' | 'notAfter'> = {},
  ): TestCa {
    const { publicKey, privateKey } = makeTestKeys(keyType);
    return new TestCa(this.certify({ subject, publicKey, ca: true, extensions, ...validity }), privateKey, this.chain);
  }

  get certificatePem(): string {
    return formatPem('CERTIFICATE', this.certificate.der);
  }

  get privateKeyPem(): string {
    return privateKeyPem(this.privateKey);
  }

  /** {@link chain} as PEM. */
  get chainPem(): string {
    return this.chain.map(({ der }) => formatPem('CERTIFICATE', der)).join('');
  }

  /** Makes a CRL that is current from 2020, or `thisUpdate`, to 2119, or `nextUpdate`. */
  issueCrl(
    revoked: readonly TestRevocation[] = [],
    extensions: readonly Extension[] = [],
    thisUpdate = START_OF_2020,
    nextUpdate = END_OF_2119,
  ): Der<'Crl'> {
    const { subject, publicKey } = this.certificate;
    const signatureAlgorithm = defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
    const entries = revoked.map(({ certificate: { serialNumber }, revokedAt: revocationDate, reason }) =>
      encodeCrlEntry({ serialNumber, revocationDate, reason }),
    );
    const tbs = encodeTbsCrl({ signatureAlgorithm, issuer: subject.der, thisUpdate, nextUpdate, entries, extensions });
    const { digest, options } = signatureAlgorithm.node;
    const signature = sign(digest, tbs, { key: this.privateKey, ...options });
    return assembleCrl(tbs, signatureAlgorithm, new Uint8Array(signature));
  }

  /** Issues a certificate for a key that another holds. */
  certify(contents: TestCertificate): Certificate {
    const { subject: name, publicKeyDer: publicKey } = this.certificate;
    return certify(contents, { name, publicKey, privateKey: this.privateKey });
  }

  /** Makes a key and issues a certificate for it. */
  issue({ keyType = 'P-256', ...contents }: TestSubject): TestIdentity {
    const { publicKey, privateKey } = makeTestKeys(keyType);
    const certificate = this.certify({ ...contents, publicKey });
    return {
      certificate,
      certificatePem: formatPem('CERTIFICATE', certificate.der),
      privateKey,
      privateKeyPem: privateKeyPem(privateKey),
    };
  }

  /** Issues what a TLS server shows: for localhost and 127.0.0.1 unless told otherwise. */
  issueServer(alternativeNames = 'dNSName=localhost, iPAddress=127.0.0.1'): TestIdentity {
    return this.issue({ subject: 'CN=localhost', alternativeNames, purposes: ['serverAuth'] });
  }

  /** Issues what a TLS client shows. */
  issueClient(commonName: string): TestIdentity {
    return this.issue({ subject: `CN=${commonName}`, purposes: ['clientAuth'] });
  }
}

/** A certificate that a CRL of tests has. */
export interface TestRevocation {
  readonly certificate: Certificate;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly revokedAt: number;
  readonly reason?: RevocationReason;
}

/** Makes a key pair. */
export function makeTestKeys(keyType: TestKeyType): {
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  readonly privateKey: KeyObject;
} {
  const { publicKey, privateKey } = generate(keyType);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { publicKey: asDer<'SubjectPublicKeyInfo'>(new Uint8Array(spki)), privateKey };
}

function generate(keyType: TestKeyType): { publicKey: KeyObject; privateKey: KeyObject } {
  if (keyType === 'Ed25519') return generateKeyPairSync('ed25519');
  if (keyType.startsWith('RSA-')) return generateKeyPairSync('rsa', { modulusLength: Number(keyType.slice(4)) });
  return generateKeyPairSync('ec', { namedCurve: keyType });
}

interface Issuer {
  readonly name: DistinguishedName;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  readonly privateKey: KeyObject;
}

function certify(contents: TestCertificate, issuer: Issuer): Certificate {
  const issuerKey = parsePublicKey(issuer.publicKey);
  const signatureAlgorithm = defaultSignatureAlgorithm(issuerKey.algorithm, issuerKey.bits);
  const tbs = encodeTbsCertificate({
    serialNumber: contents.serialNumber ?? serialNumberFromHex(`01${randomBytes(15).toString('hex')}`),
    signatureAlgorithm,
    issuer: issuer.name.der,
    notBefore: contents.notBefore ?? START_OF_2020,
    notAfter: contents.notAfter ?? END_OF_2119,
    subject: DistinguishedName.parse(contents.subject).der,
    publicKey: contents.publicKey,
    extensions: extensionsOf(contents, issuerKey.keyIdentifier),
  });
  const { digest, options } = signatureAlgorithm.node;
  const signature = sign(digest, tbs, { key: issuer.privateKey, ...options });
  const der = assembleCertificate(tbs, signatureAlgorithm, new Uint8Array(signature));
  return Certificate.parse(der, { lenient: issuer.name.isEmpty });
}

function extensionsOf(contents: TestCertificate, issuerKeyIdentifier: Uint8Array): Extension[] {
  const { ca = false, purposes, subject } = contents;
  const usages = contents.usages ?? (ca ? CA_USAGES : ['digitalSignature']);
  const names: readonly GeneralName[] = parseGeneralNames(contents.alternativeNames ?? '');
  return [
    makeExtension(subjectKeyIdentifier, parsePublicKey(contents.publicKey).keyIdentifier, false),
    makeExtension(authorityKeyIdentifier, { keyIdentifier: issuerKeyIdentifier }, false),
    makeExtension(basicConstraints, { ca }, true),
    makeExtension(keyUsage, new Set(usages), true),
    ...(purposes === undefined
      ? []
      : [
          makeExtension(
            extendedKeyUsage,
            purposes.map((purpose) => KEY_PURPOSES[purpose]),
            false,
          ),
        ]),
    ...(names.length === 0 ? [] : [makeExtension(subjectAltName, names, subject === '')]),
    ...(contents.extensions ?? []),
  ];
}

function privateKeyPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' });
}

const CA_USAGES: readonly KeyUsage[] = ['digitalSignature', 'keyCertSign', 'cRLSign'];
const START_OF_2020 = Date.UTC(2020, 0, 1) / 1000;
const END_OF_2119 = Date.UTC(2120, 0, 1) / 1000 - 1;
