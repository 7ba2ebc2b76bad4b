import type { CertificateUnderLint, CommonParts, Finding } from '@sealwright/lint';
import type { ExpectedCertificate } from '../issuance/index.ts';
import { accessAddresses, crlAddresses } from './addresses.ts';
import { basicConstraints } from './basic-constraints.ts';
import type { SharedExpectation, WitnessCheck } from './check.ts';
import { constants } from './constants.ts';
import { extensions } from './extensions.ts';
import { issuerKey, publicKey } from './key.ts';
import { alternativeNames, issuerAlternativeNames, issuerName, subjectName } from './names.ts';
import { serialNumber } from './serial-number.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { keyUsage, purposes } from './usages.ts';
import { validity } from './validity.ts';

/**
 * Returns the differences between a certificate and its profile, its CA and its order.
 *
 * It reads the octets with the parser of lint, and shares no code with the encoder. So every finding is a defect of the encoder, or a document that
 * changed in between.
 */
export function witness(certificate: CertificateUnderLint, expected: ExpectedCertificate): readonly Finding[] {
  return [...run(OF_EACH, certificate, expected), ...sharedFindings(certificate, expected)];
}

/**
 * Runs the checks of shared documents. One that read only common parts of an earlier certificate, and found them to agree with the same documents,
 * would find the same again.
 */
function sharedFindings(certificate: CertificateUnderLint, expected: SharedExpectation): readonly Finding[] {
  const { commonParts } = certificate;
  const known = commonParts && agreements.get(commonParts);
  if (known !== undefined && areSame(SAME_EXPECTATION, known.expected, expected))
    return run(known.others, certificate, expected);
  const others: WitnessCheck<SharedExpectation>[] = [];
  const findings = OF_SHARED.flatMap((check) => {
    certificate.reads.own = false;
    const found = run([check], certificate, expected);
    if (certificate.reads.own) others.push(check);
    return found;
  });
  if (commonParts !== undefined && findings.length === 0)
    agreements.set(commonParts, { expected: sharedPartOf(expected), others });
  return findings;
}

/** Leaves the names and the key of one holder out. */
function sharedPartOf({
  profile,
  settings,
  ownExtensions,
  crlPartition,
  hasAlternativeSignature,
  subject: { isEmpty },
  alternativeNames: { length },
  issuer: { subject, keyIdentifier, certificate },
}: SharedExpectation): SharedExpectation {
  return {
    profile,
    settings,
    ownExtensions,
    crlPartition,
    hasAlternativeSignature,
    subject: { isEmpty },
    alternativeNames: { length },
    issuer: { subject, keyIdentifier, certificate },
  };
}

/** A comparison for each member, so that none can be forgotten. */
type Same<T> = { readonly [K in keyof T]-?: (a: T[K], b: T[K]) => boolean };

const SAME_ISSUER: Same<SharedExpectation['issuer']> = {
  subject: Object.is,
  keyIdentifier: Object.is,
  certificate: Object.is,
};

/** Documents are the same objects as long as nobody changes them. */
const SAME_EXPECTATION: Same<SharedExpectation> = {
  profile: Object.is,
  settings: Object.is,
  crlPartition: Object.is,
  hasAlternativeSignature: Object.is,
  subject: (a, b) => a.isEmpty === b.isEmpty,
  alternativeNames: (a, b) => a.length > 0 === b.length > 0,
  issuer: (a, b) => areSame(SAME_ISSUER, a, b),
  ownExtensions: (a, b) => a.length === 0 && b.length === 0,
};

function areSame<T extends object>(same: Same<T>, a: T, b: T): boolean {
  return (Object.keys(same) as (keyof T)[]).every((key) => same[key](a[key], b[key]));
}

function run<Expected>(
  checks: readonly WitnessCheck<Expected>[],
  certificate: CertificateUnderLint,
  expected: Expected,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { name, check } of checks) {
    const message = check(certificate, expected);
    if (message !== undefined) findings.push({ rule: name, clause: 'certificate profile', level: 'error', message });
  }
  return findings;
}

const OF_EACH: readonly WitnessCheck[] = [serialNumber, validity, subjectName, publicKey, alternativeNames];

const OF_SHARED: readonly WitnessCheck<SharedExpectation>[] = [
  extensions,
  signatureAlgorithm,
  issuerName,
  issuerKey,
  basicConstraints,
  keyUsage,
  purposes,
  issuerAlternativeNames,
  crlAddresses,
  accessAddresses,
  constants,
];

/** Documents that the common parts of a certificate agree with, and the checks that read more than those. */
interface Agreement {
  readonly expected: SharedExpectation;
  readonly others: readonly WitnessCheck<SharedExpectation>[];
}

/** A pure memo. */
const agreements = new WeakMap<CommonParts, Agreement>();
