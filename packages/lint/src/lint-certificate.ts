/** Lint of certificates. */
import { MalformedError } from './ber/malformed.ts';
import { CertificateUnderLint } from './certificate/certificate-under-lint.ts';
import { type Finding, type RuleSet, ruleSet, runRules } from './rule.ts';
import { CODE_SIGNING_RULES } from './rules/code-signing/index.ts';
import { PQ_RULES } from './rules/pq/index.ts';
import { RFC5280_RULES } from './rules/rfc5280/index.ts';
import { SMIME_RULES } from './rules/smime/index.ts';
import { TLS_RULES } from './rules/tls/index.ts';

/** Sets of the CA/Browser Forum's requirements beside RFC 5280, which always holds. */
export type Requirements = 'TLS' | 'SMIME' | 'CODE_SIGNING';

export interface CertificateLintOptions {
  /** None unless given. */
  readonly requirements?: readonly Requirements[];
  /** Returns findings of the caller's own on a certificate that could be read. They come first. */
  readonly further?: (certificate: CertificateUnderLint) => readonly Finding[];
}

/** Returns the findings on the octets that are to be signed (TBSCertificate). Never throws, whatever the octets are. */
export function lintToBeSignedCertificate(
  octets: Uint8Array,
  options: CertificateLintOptions = {},
): readonly Finding[] {
  return lint(() => CertificateUnderLint.toBeSigned(octets), options);
}

/** Returns the findings on a whole certificate. Its signature is not verified. Never throws, whatever the octets are. */
export function lintCertificate(octets: Uint8Array, options: CertificateLintOptions = {}): readonly Finding[] {
  return lint(() => CertificateUnderLint.whole(octets), options);
}

function lint(
  read: () => CertificateUnderLint,
  { requirements = [], further = () => [] }: CertificateLintOptions,
): readonly Finding[] {
  let certificate: CertificateUnderLint;
  let own: readonly Finding[];
  try {
    certificate = read();
    own = further(certificate);
  } catch (error) {
    if (error instanceof MalformedError) return [{ ...UNREADABLE, message: error.message }];
    throw error;
  }
  const issuedAt = certificate.notBefore.seconds;
  const sets = ['RFC 5280' as const, ...requirements];
  return [...own, ...sets.flatMap((set) => run(RULE_SETS[set], certificate, issuedAt))];
}

function run(
  set: RuleSet<CertificateUnderLint>,
  certificate: CertificateUnderLint,
  issuedAt: number | undefined,
): readonly Finding[] {
  const { commonParts } = certificate;
  return commonParts === undefined || issuedAt === undefined
    ? runRules(set, certificate, issuedAt)
    : commonParts.run(set, certificate, issuedAt);
}

/** Rules by the set that they belong to. */
export const RULE_SETS = {
  'RFC 5280': ruleSet([...RFC5280_RULES, ...PQ_RULES]),
  TLS: ruleSet(TLS_RULES),
  SMIME: ruleSet(SMIME_RULES),
  CODE_SIGNING: ruleSet(CODE_SIGNING_RULES),
};

/** Names of all rules. */
export const LINT_RULES: ReadonlySet<string> = new Set(
  Object.values(RULE_SETS).flatMap(({ rules }) => rules.map(({ rule }) => rule.name)),
);

const UNREADABLE = { rule: 'rfc5280/readable', clause: 'RFC 5280 §4.1', level: 'error' } as const;
