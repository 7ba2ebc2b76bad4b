/** Checked against the declarations of the installed package, never run. */
import {
  basicConstraints,
  type BasicConstraints,
  Certificate,
  type Crl,
  type CrlEntry,
  type Der,
  type GeneralName,
  PkiError,
  subjectAltName,
  type X509ErrorCode,
} from '@sealwright/pki';

export function namesOf(der: Uint8Array): readonly GeneralName[] {
  const certificate = Certificate.parse(der);
  const constraints: BasicConstraints | undefined = certificate.extension(basicConstraints);
  return constraints?.ca === true ? [] : (certificate.extension(subjectAltName) ?? []);
}

export function firstEntry(crl: Crl): CrlEntry | undefined {
  return crl.entries().next().value ?? undefined;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof PkiError ? error.code : undefined;
}

export const CODE: X509ErrorCode = 'x509.duplicate_extension';

// @ts-expect-error -- a CRL is not a certificate
export const wrong = (crl: Crl): Der<'Certificate'> => crl.der;
