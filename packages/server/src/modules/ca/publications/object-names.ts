/** Names of published objects: fixed, safe on every file system and in every URL, and different for different objects. */
import { createHash } from 'node:crypto';
import type { ObjectKey } from '../../publishers/index.ts';

/** `certificates/Issuing_20CA/1f2e.cer` */
export function certificateName(ca: string, serialNumber: string, format: 'X509' | 'CVC'): string {
  return `certificates/${safeName(ca)}/${serialNumber}.${EXTENSIONS[format]}`;
}

/** `cas/Issuing_20CA.cer` */
export function caCertificateName(ca: string, format: 'X509' | 'CVC'): string {
  return `cas/${safeName(ca)}.${EXTENSIONS[format]}`;
}

/** `crls/Issuing_20CA.crl`, `crls/Issuing_20CA.partition3.delta.crl` */
export function crlName(ca: string, { partition, crl }: Extract<ObjectKey, { readonly kind: 'crl' }>): string {
  const parts = [
    safeName(ca),
    ...(partition === 0 ? [] : [`partition${partition}`]),
    ...(crl === 'delta' ? [crl] : []),
  ];
  return `crls/${parts.join('.')}.crl`;
}

/** Letters, digits and `-` of ASCII as they are, `_` and two hex digits for each other octet of UTF-8; the hash of a name that would be too long. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9-]+/g, (others) =>
    [...new TextEncoder().encode(others)]
      .map((octet) => `_${octet.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return safe.length <= LONGEST ? safe : `_sha256_${createHash('sha256').update(name).digest('hex')}`;
}

const EXTENSIONS = { X509: 'cer', CVC: 'cvcert' } as const;
const LONGEST = 180;
