/** Names of published objects: stable, safe in every file system and URL, and unique. */
import { createHash } from 'node:crypto';
import type { SerialNumber } from '@sealwright/pki';
import type { ObjectKey } from '../../publishers/index.ts';

/** Returns a name such as `certificates/Issuing_20CA/1f2e.cer`. */
export function certificateName(ca: string, serialNumber: SerialNumber, format: 'X509' | 'CVC'): string {
  return `certificates/${safeName(ca)}/${publishedSerialNumber(serialNumber)}.${EXTENSIONS[format]}`;
}

/** Returns a serial number as readers of published objects find it: lower-case hex, two digits for each octet. */
export function publishedSerialNumber(serialNumber: SerialNumber): string {
  return serialNumber.toLowerCase().padStart(2 * Math.ceil(serialNumber.length / 2), '0');
}

/** Returns a name such as `cas/Issuing_20CA.cer`. */
export function caCertificateName(ca: string, format: 'X509' | 'CVC'): string {
  return `cas/${safeName(ca)}.${EXTENSIONS[format]}`;
}

/** Returns a name such as `crls/Issuing_20CA.crl` or `crls/Issuing_20CA.partition3.delta.crl`. */
export function crlName(ca: string, { partition, crl }: Extract<ObjectKey, { readonly kind: 'crl' }>): string {
  const parts = [
    safeName(ca),
    ...(partition === 0 ? [] : [`partition${partition}`]),
    ...(crl === 'delta' ? [crl] : []),
  ];
  return `crls/${parts.join('.')}.crl`;
}

/** Keeps ASCII letters, digits and `-`, and writes every other UTF-8 octet as `_` and two hex digits. Names that would be too long become a hash. */
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
