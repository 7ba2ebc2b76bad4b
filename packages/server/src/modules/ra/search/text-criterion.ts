/** Text criterion of a search for certificates. */
import { DistinguishedName, PkiError, serialNumberFromHex, serialNumberToBytes } from '@sealwright/pki';
import type { CertificateTextCriterion, CertificateTextMember } from './certificate-query.ts';

/** A text in one member, or in `any`: all texts of a certificate, and its whole serial number in hex or decimal. */
export interface SearchedText {
  readonly member: CertificateTextMember | 'any';
  readonly operation: CertificateTextCriterion['operation'];
  readonly value: string;
}

/** Converts the searched text to the form that storage compares. */
export function textCriterion({ member, operation, value }: SearchedText): CertificateTextCriterion {
  if (member === 'serialNumber')
    return operation === 'EQUAL'
      ? { operation, members: [], values: [], serialNumbers: serialNumbersOf(value) }
      : { operation, members: [member], values: [digitsOf(value, operation)], serialNumbers: [] };
  const isSubject = operation === 'EQUAL' && (member === 'subjectDn' || member === 'any');
  const subject = isSubject ? subjectOf(value) : undefined;
  return {
    operation,
    members: member === 'any' ? ANY_TEXT : [member],
    // A subject is found in any spelling of its attributes.
    values: subject === undefined || subject === value ? [value] : [value, subject],
    serialNumbers: member === 'any' ? serialNumbersOf(value) : [],
  };
}

/** Returns the serial numbers that a text can mean: digits may be hexadecimal or decimal. */
function serialNumbersOf(text: string): readonly Uint8Array[] {
  const candidates = [text, ...(/^\d{1,49}$/.test(text) ? [BigInt(text).toString(16)] : [])];
  return candidates.flatMap((hex) => {
    try {
      return [serialNumberToBytes(serialNumberFromHex(hex))];
    } catch (error) {
      if (error instanceof PkiError) return [];
      throw error;
    }
  });
}

/** Returns the digits in the form that storage compares: serial numbers have no leading zeros. */
function digitsOf(text: string, operation: SearchedText['operation']): string {
  const digits = text.replace(/^0[xX]/, '').toUpperCase();
  // No serial number begins with only zeros.
  return operation === 'BEGINS_WITH' ? digits.replace(/^0+(?=.)/, '') : digits;
}

/** Returns the stored form of a subject; undefined for text that is not a name. */
export function subjectOf(text: string): string | undefined {
  try {
    return DistinguishedName.parse(text).toString();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

const ANY_TEXT = ['username', 'subjectDn', 'subjectAltName', 'accountBindingId'] as const;
