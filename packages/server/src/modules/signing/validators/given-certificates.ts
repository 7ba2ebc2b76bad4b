/** Certificates and CRLs in the properties of a worker. */
import { Certificate, Crl, parsePem, PkiError, type TrustAnchor, trustAnchorOf } from '@sealwright/pki';
import type { WorkerProperties } from '../worker-properties.ts';

/** The certificates of a property: PEM of one or more, or base64 of one in DER. Empty when there is no such property. */
export function givenCertificates(properties: WorkerProperties, name: string): readonly Certificate[] {
  return given(properties, name, 'CERTIFICATE', (der) => Certificate.parse(der));
}

/** The CRLs of a property, in the same way. */
export function givenCrls(properties: WorkerProperties, name: string): readonly Crl[] {
  return given(properties, name, 'X509 CRL', (der) => Crl.parse(der));
}

/** The trust anchors that certificates of a property are. */
export function anchorsOf(
  certificates: readonly Certificate[],
  properties: WorkerProperties,
  name: string,
): readonly TrustAnchor[] {
  return certificates.flatMap((certificate) => {
    try {
      return [trustAnchorOf(certificate)];
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      properties.report(name, `has a certificate whose key cannot be used: ${error.message}`);
      return [];
    }
  });
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
