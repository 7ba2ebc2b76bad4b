import type { CertificateUnderLint } from '@sealwright/lint';
import type { ExpectedCertificate } from '../issuance/index.ts';

/** Part of {@link ExpectedCertificate} that nearly all certificates of one CA and profile have in common. */
export interface SharedExpectation extends Pick<
  ExpectedCertificate,
  'profile' | 'settings' | 'ownExtensions' | 'crlPartition' | 'hasAlternativeSignature'
> {
  readonly subject: Pick<ExpectedCertificate['subject'], 'isEmpty'>;
  /** Tells whether there are any. */
  readonly alternativeNames: Pick<ExpectedCertificate['alternativeNames'], 'length'>;
  readonly issuer: Pick<ExpectedCertificate['issuer'], 'subject' | 'keyIdentifier' | 'certificate'>;
}

/** A comparison of one part of a certificate with the documents that determine it. */
export interface WitnessCheck<Expected = ExpectedCertificate> {
  /** Name such as `profile/key-usage`. */
  readonly name: string;
  /** Returns a sentence without a full stop that states the actual and the expected value; undefined if they agree. */
  readonly check: (certificate: CertificateUnderLint, expected: Expected) => string | undefined;
}

/** Tells whether the octets are equal. */
export function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Tells whether both have the same members in the same order. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

/** Formats a list for a message. */
export function listed(texts: Iterable<string>): string {
  return [...texts].join(', ') || 'nothing';
}
