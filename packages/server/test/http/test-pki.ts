/** Certificates for tests of the edge, made anew by an independent library. */
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as asn from '@peculiar/asn1-x509';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TlsMaterial } from '../../src/http/tls/tls-options.ts';

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM of the PKCS#8. */
  readonly key: string;
  readonly der: Uint8Array;
}

export interface TestCa extends TestCertificate {
  /** Issues a certificate that fits 127.0.0.1 and clients alike. */
  issue(commonName: string): TestCertificate;
}

/** Makes a self-signed CA. */
export function makeCa(commonName: string): TestCa {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [extension(asn.id_ce_basicConstraints, new asn.BasicConstraints({ cA: true }))];
  const own = certify({
    subject: commonName,
    publicKey: keys.publicKey,
    issuer: commonName,
    issuerKey: keys.privateKey,
    extensions,
  });
  return {
    ...describeCertificate(own, keys.privateKey),
    issue(subject) {
      const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = new asn.SubjectAlternativeName([new asn.GeneralName({ iPAddress: '127.0.0.1' })]);
      const der = certify({
        subject,
        publicKey: leaf.publicKey,
        issuer: commonName,
        issuerKey: keys.privateKey,
        extensions: [extension(asn.id_ce_subjectAltName, names)],
      });
      return describeCertificate(der, leaf.privateKey);
    },
  };
}

/** Returns the TLS material of a listener of these tests: its certificate, and the CAs that it asks for. */
export function tlsMaterial(
  server: TestCertificate,
  acceptedCas: readonly TestCertificate[],
  ticketKeys: Uint8Array = randomBytes(48),
): TlsMaterial {
  const { key, certificate: cert } = server;
  return { key, cert, acceptedCas: acceptedCas.map(({ certificate }) => certificate), ticketKeys };
}

interface Certified {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly extensions: asn.Extension[];
}

function certify({ subject, publicKey, issuer, issuerKey, extensions }: Certified): Uint8Array {
  const algorithm = new asn.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbsCertificate = new asn.TBSCertificate({
    version: asn.Version.v3,
    serialNumber: new Uint8Array([1, ...crypto.getRandomValues(new Uint8Array(8))]).buffer,
    signature: algorithm,
    issuer: name(issuer),
    validity: new asn.Validity({
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2120-01-01T00:00:00Z'),
    }),
    subject: name(subject),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ format: 'der', type: 'spki' }), asn.SubjectPublicKeyInfo),
    extensions: new asn.Extensions(extensions),
  });
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), issuerKey);
  const certificate = new asn.Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

function name(commonName: string): asn.Name {
  const value = new asn.AttributeValue({ utf8String: commonName });
  return new asn.Name([
    new asn.RelativeDistinguishedName([new asn.AttributeTypeAndValue({ type: COMMON_NAME, value })]),
  ]);
}

function extension(extnID: string, value: object): asn.Extension {
  return new asn.Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function describeCertificate(der: Uint8Array, key: KeyObject): TestCertificate {
  const lines = der.toBase64().replaceAll(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: key.export({ format: 'pem', type: 'pkcs8' }),
    der,
  };
}

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
