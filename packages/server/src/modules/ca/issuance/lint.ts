/**
 * The slot for lints: the last look at what a CA is about to sign.
 *
 * What was linted is what is signed: a {@link CaSigner} takes no certificate and no CRL but as {@link Linted} bytes, and the {@link Linter}
 * alone makes those. A new lint is one file, and one entry of the list in `ca-module.ts`.
 */
import type { Der, SshBlob } from '@sealwright/pki';
import type { CrlSettings } from '../settings/index.ts';
import { LintRefusedError } from './errors.ts';
import type { ExpectedCertificate } from './expected-certificate.ts';
import { boundedWarnings, type LintWarnings } from './lint-warnings.ts';

declare const linted: unique symbol;

/** Bytes to be signed that every lint lets pass. Nothing changes them any more. */
export type Linted<B extends Uint8Array = Uint8Array> = B & { readonly [linted]: true };

/** Bytes that a CA is about to sign, by what they are to become. */
export type ToBeSigned =
  | {
      readonly kind: 'certificate';
      readonly bytes: Der<'TbsCertificate'>;
      readonly expected: ExpectedCertificate;
    }
  | {
      readonly kind: 'CRL';
      readonly bytes: Der<'TbsCrl'>;
      readonly settings: CrlSettings;
      /** True for a root, which certifies CAs. */
      readonly ofRoot: boolean;
    }
  | {
      readonly kind: 'OCSP response';
      readonly bytes: Der<'OcspResponseData'>;
      /** Names what the response has in common with others, so that one lint serves all of them: its signer, statuses, extensions. */
      readonly shape: string;
      readonly requirements: readonly 'TLS'[];
    }
  | { readonly kind: 'card verifiable certificate'; readonly bytes: Der<'CvCertificateBody'> }
  | { readonly kind: 'SSH certificate'; readonly bytes: SshBlob<'TbsCertificate'> };

/** A defect that a lint found. What it refuses is not signed; what it warns of is signed all the same. */
export interface LintFinding {
  readonly severity: 'refuse' | 'warn';
  /** The rule that it violates, and the clause that demands it, where the lint has rules. */
  readonly rule?: string;
  readonly clause?: string;
  /** The defect, with the value and what would be right: a sentence without its full stop. */
  readonly message: string;
}

/** A check of what is about to be signed. A CRL may have tens of millions of octets, which must not hold the event loop. */
export interface Lint {
  /** The word that messages know it by: `rfc5280`. */
  readonly name: string;
  /** Returns what is wrong; nothing for kinds that it does not look at. */
  check(toBeSigned: ToBeSigned): LintAnswer | Promise<LintAnswer>;
}

/** The findings, and the bytes where another thread looked at them: they came back as another array, and the one that was given is empty. */
export type LintAnswer =
  | readonly LintFinding[]
  | { readonly findings: readonly LintFinding[]; readonly toBeSigned: ToBeSigned };

/** Bytes that may be signed, with what lints warn of. */
export interface LintResult<B extends Uint8Array> {
  readonly bytes: Linted<B>;
  readonly warnings: LintWarnings;
}

/** A finding with the name of its lint. */
export interface FindingOfLint extends LintFinding {
  readonly lint: string;
}

export interface LinterDeps {
  /** In the order in which they look. */
  readonly lints: readonly Lint[];
}

/** All lints, one after the other. */
export class Linter {
  readonly #deps: LinterDeps;

  constructor(deps: LinterDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the bytes as what may be signed, and the warnings for the audit record of the act.
   *
   * @throws {@link LintRefusedError} at the first finding that refuses them
   */
  async lint<T extends ToBeSigned>(toBeSigned: T): Promise<LintResult<T['bytes']>> {
    const { kind } = toBeSigned;
    let current: ToBeSigned = toBeSigned;
    const warnings: string[] = [];
    for (const lint of this.#deps.lints) {
      const { findings, looked } = await lookedAt(lint, current);
      current = looked;
      for (const finding of findings) {
        if (finding.severity === 'refuse') throw refusalOf(kind, { ...finding, lint: lint.name });
        warnings.push(`${lint.name}: ${textOf(finding)}`);
      }
    }
    return { bytes: current.bytes as Linted<T['bytes']>, warnings: boundedWarnings(warnings) };
  }

  /** Returns all findings on bytes that nobody signs, and the error that {@link lint} would throw. */
  async findings(
    toBeSigned: ToBeSigned,
  ): Promise<{ readonly findings: readonly FindingOfLint[]; readonly refusal: LintRefusedError | undefined }> {
    const findings: FindingOfLint[] = [];
    let current = toBeSigned;
    for (const lint of this.#deps.lints) {
      const answer = await lookedAt(lint, current);
      current = answer.looked;
      for (const finding of answer.findings) findings.push({ ...finding, lint: lint.name });
    }
    const refusing = findings.find(({ severity }) => severity === 'refuse');
    return { findings, refusal: refusing && refusalOf(toBeSigned.kind, refusing) };
  }
}

/** Has a lint look, and returns the bytes where they are afterwards. */
async function lookedAt(
  lint: Lint,
  toBeSigned: ToBeSigned,
): Promise<{ readonly findings: readonly LintFinding[]; readonly looked: ToBeSigned }> {
  const answer = await lint.check(toBeSigned);
  return 'findings' in answer
    ? { findings: answer.findings, looked: answer.toBeSigned }
    : { findings: answer, looked: toBeSigned };
}

function refusalOf(kind: ToBeSigned['kind'], finding: FindingOfLint): LintRefusedError {
  return new LintRefusedError(kind, finding.lint, textOf(finding));
}

/** Returns findings as texts that can be shown, however many and long they are. Those that refuse say so. */
export function shownFindings(findings: readonly FindingOfLint[]): LintWarnings {
  const shown = (finding: FindingOfLint) =>
    `${finding.severity === 'refuse' ? 'refused: ' : ''}${finding.lint}: ${textOf(finding)}`;
  return boundedWarnings(findings.map(shown));
}

function textOf({ message, rule, clause }: LintFinding): string {
  const where = [rule, clause].filter((part) => part !== undefined);
  return where.length === 0 ? message : `${message} (${where.join(', ')})`;
}
