/** One certificate on the command line: by its serial number, by a fingerprint, in a file, or shown by a server. */
import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { PkiError, serialNumberFromPrinted } from '@sealwright/pki';
import { parseCertificateSource, readCertificateSource } from '../arguments/certificate-source.ts';
import { CertificateNotFoundError, UsageError } from '../errors.ts';
import type { CertificateRest, FoundCertificate } from '../rest/certificate-rest.ts';
import { printable } from '../terminal/output.ts';

/** A certificate that is looked for. A text may be more than one kind of number: they are tried in order. */
export interface WantedCertificate {
  /** As messages name it. */
  readonly what: string;
  readonly candidates: readonly Candidate[];
}

type Candidate =
  | { readonly kind: 'serial'; readonly serialNumber: string }
  | { readonly kind: 'fingerprint'; readonly fingerprint: string };

/**
 * Reads which certificate is meant. A file of that name comes first.
 *
 * @param options - `timeoutMs`: for a server to show its certificate
 * @throws {@link UsageError} for an invalid number, and what reading a file or asking a server throws
 */
export async function readWanted(text: string, options: { readonly timeoutMs: number }): Promise<WantedCertificate> {
  const number = (await isFile(text)) ? undefined : numberIn(text);
  if (number !== undefined) return { what: printable(text), candidates: candidatesOf(number) };
  const { certificate } = await readCertificateSource(await parseCertificateSource(text), options);
  const fingerprint = createHash('sha256').update(certificate.der).digest('hex');
  return {
    what: `the certificate of ${printable(text)} (${printable(certificate.subject.toString())})`,
    candidates: [{ kind: 'fingerprint', fingerprint }],
  };
}

/**
 * Finds it among the certificates that the caller may see.
 *
 * @param ca - name of the CA that has issued it, for a serial number that several have given
 * @throws {@link CertificateNotFoundError}
 * @throws {@link UsageError} when several have the serial number
 */
export async function findWanted(
  rest: CertificateRest,
  { what, candidates }: WantedCertificate,
  ca: string | undefined,
): Promise<FoundCertificate> {
  for (const candidate of candidates) {
    const found =
      candidate.kind === 'serial'
        ? await bySerialNumber(rest, candidate.serialNumber, ca)
        : await byFingerprint(rest, candidate.fingerprint, ca);
    const [first, second] = found;
    if (second !== undefined)
      throw new UsageError(
        `several CAs have given the serial number ${first!.serialNumber}: ${found.map(({ issuerDn }) => `'${issuerDn ?? ''}'`).join(', ')}; --ca NAME says which`,
      );
    if (first !== undefined) return first;
  }
  throw new CertificateNotFoundError(
    `the server has no such certificate, or none that you may see: ${what}${ca === undefined ? '' : ` of the CA '${ca}'`}`,
  );
}

async function byFingerprint(
  rest: CertificateRest,
  fingerprint: string,
  ca: string | undefined,
): Promise<readonly FoundCertificate[]> {
  const named = await rest.byFingerprint(fingerprint);
  if (named === undefined || (ca !== undefined && named.ca !== ca)) return [];
  return bySerialNumber(rest, named.serialNumber, named.ca);
}

async function bySerialNumber(
  rest: CertificateRest,
  serialNumber: string,
  ca: string | undefined,
): Promise<readonly FoundCertificate[]> {
  const criteria = [
    // A number of decimal digits alone could be decimal.
    { property: 'SERIAL_NUMBER', operation: 'EQUAL', value: `0x${serialNumber}` },
    ...(ca === undefined ? [] : [{ property: 'CA', operation: 'EQUAL', value: ca } as const]),
  ] as const;
  return (await Array.fromAsync(rest.find(criteria, {}))).flat();
}

/** The digits of a number as OpenSSL and browsers write it; undefined for what is the name of a file or server. */
function numberIn(text: string): string | undefined {
  const bare = text.trim().replace(/^(?:serial(?: ?number)?|sha-?(?:1|256)(?: fingerprint)?)[=:] */i, '');
  const [, digits] = /^(?:0x)?([0-9a-f]+)$/i.exec(bare) ?? [];
  if (digits !== undefined) return digits;
  return /^[0-9a-f]{2}(?:[: ][0-9a-f]{2})+$/i.test(bare) ? bare.replaceAll(/[: ]/g, '') : undefined;
}

function candidatesOf(digits: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  if (digits.length === SHA256_DIGITS) return [{ kind: 'fingerprint', fingerprint: digits.toLowerCase() }];
  const isDecimal = /^[1-9]\d*$/.test(digits);
  for (const hex of [digits, ...(isDecimal && digits.length < SHA256_DIGITS ? [BigInt(digits).toString(16)] : [])]) {
    try {
      candidates.push({ kind: 'serial', serialNumber: serialNumberFromPrinted(hex) });
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
    }
  }
  if (digits.length === SHA1_DIGITS) candidates.push({ kind: 'fingerprint', fingerprint: digits.toLowerCase() });
  if (candidates.length > 0) return candidates;
  throw new UsageError(
    `'${printable(digits)}' is neither a serial number, which has 20 octets at most, nor a fingerprint of 40 (SHA-1) or 64 (SHA-256) hexadecimal digits`,
  );
}

async function isFile(text: string): Promise<boolean> {
  try {
    await access(text);
    return true;
  } catch {
    return false;
  }
}

const SHA1_DIGITS = 40;
const SHA256_DIGITS = 64;
