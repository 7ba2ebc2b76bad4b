/** The text that certificates are looked for by. */
import { DistinguishedName, PkiError, serialNumberFromHex, serialNumberToBytes } from '@sealwright/pki';
import type { CertificateTextCriterion, CertificateTextMember } from './certificate-query.ts';

/** A text of one member, or of any of them: `any` are the texts of a certificate, and the whole serial number in hex or decimal. */
export interface SearchedText {
  readonly member: CertificateTextMember | 'any';
  readonly operation: CertificateTextCriterion['operation'];
  readonly value: string;
}

/** Returns what is looked for in a text, as storage compares it. */
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
    // A subject is found in whatever way its attributes are written.
    values: subject === undefined || subject === value ? [value] : [value, subject],
    serialNumbers: member === 'any' ? serialNumbersOf(value) : [],
  };
}

/** Returns the serial numbers that a text can mean: digits alone are hexadecimal, or decimal. */
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

/** Returns the digits as storage compares them: a serial number has no zeros in front. */
function digitsOf(text: string, operation: SearchedText['operation']): string {
  const digits = text.replace(/^0[xX]/, '').toUpperCase();
  // Zeros alone are the beginning of none.
  return operation === 'BEGINS_WITH' ? digits.replace(/^0+(?=.)/, '') : digits;
}

/** Returns the text that a subject is stored as; undefined when the text is none. */
function subjectOf(text: string): string | undefined {
  try {
    return DistinguishedName.parse(text).toString();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

const ANY_TEXT = ['username', 'subjectDn', 'subjectAltName', 'accountBindingId'] as const;
