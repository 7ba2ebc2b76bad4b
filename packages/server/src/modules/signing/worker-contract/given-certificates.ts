/** Certificates and CRLs in the properties of a worker. */
import { Certificate, Crl, parsePem, PkiError, type TrustAnchor, trustAnchorOf } from '@sealwright/pki';
import type { WorkerProperties } from './worker-properties.ts';

/** Reads the certificates of a property: PEM of one or more, or base64 of one in DER. Empty when there is no such property. */
export function givenCertificates(properties: WorkerProperties, name: string): readonly Certificate[] {
  return given(properties, name, 'CERTIFICATE', (der) => Certificate.parse(der));
}

/** Reads the CRLs of a property, in the same formats. */
export function givenCrls(properties: WorkerProperties, name: string): readonly Crl[] {
  return given(properties, name, 'X509 CRL', (der) => Crl.parse(der));
}

/** Returns the certificates of a property as trust anchors. One with an unusable key is left out, as long as there are others. */
export function anchorsOf(
  certificates: readonly Certificate[],
  properties: WorkerProperties,
  name: string,
): readonly TrustAnchor[] {
  const usable = certificates.filter((certificate) => unusableKey(certificate) === undefined);
  if (usable.length > 0) warnOfUnusable(certificates, properties, name);
  else for (const certificate of certificates) properties.report(name, unusableKey(certificate)!);
  return usable.map((certificate) => trustAnchorOf(certificate));
}

/** Warns of CA certificates with unusable keys: no certification path can contain them. */
export function warnOfUnusable(certificates: readonly Certificate[], properties: WorkerProperties, name: string): void {
  for (const certificate of certificates) {
    const problem = unusableKey(certificate);
    if (problem !== undefined) properties.warn(name, `${problem}. It is left out`);
  }
}

function unusableKey(certificate: Certificate): string | undefined {
  try {
    trustAnchorOf(certificate);
    return undefined;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return `has a certificate of '${certificate.subject.toString()}' whose key cannot be used: ${error.message}`;
  }
}

function given<T>(
  properties: WorkerProperties,
  name: string,
  label: string,
  parse: (der: Uint8Array) => T,
): readonly T[] {
  const text = properties.text(name);
  if (text === undefined) return [];
  try {
    const found = dersOf(text, label).map(parse);
    if (found.length === 0) properties.report(name, `holds no ${label} in PEM`);
    return found;
  } catch (error) {
    if (!(error instanceof PkiError || error instanceof SyntaxError)) throw error;
    properties.report(name, `cannot be read as ${label} in PEM or base64: ${error.message}`);
    return [];
  }
}

function dersOf(text: string, label: string): readonly Uint8Array[] {
  if (!text.includes('-----BEGIN')) return [Uint8Array.fromBase64(text)];
  return parsePem(text)
    .filter((block) => block.label === label)
    .map(({ der }) => der);
}
