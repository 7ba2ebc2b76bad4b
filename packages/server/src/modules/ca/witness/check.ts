import type { CertificateUnderLint } from '@sealwright/lint';
import type { ExpectedCertificate } from '../issuance/index.ts';

/** One thing that a certificate says, held against the documents that say it. */
export interface WitnessCheck {
  /** `profile/key-usage` */
  readonly name: string;
  /** Returns a sentence, without its full stop, that says what is there and what belongs there; undefined when they agree. */
  readonly check: (certificate: CertificateUnderLint, expected: ExpectedCertificate) => string | undefined;
}

/** Returns whether the octets are the same. */
export function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Returns whether both have the same members in the same order. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

/** Writes a list into a message. */
export function listed(texts: Iterable<string>): string {
  return [...texts].join(', ') || 'nothing';
}
