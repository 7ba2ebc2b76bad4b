/**
 * Extension point for lints, the last check of what a CA is about to sign.
 *
 * Exactly the linted bytes are signed: a {@link CaSigner} accepts certificates and CRLs only as {@link Linted} bytes, which only the {@link Linter}
 * makes. A new lint is one file and one entry of the list in `ca-module.ts`.
 */
import type { Der, SshBlob } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { CrlSettings } from '../settings/index.ts';
import { LintRefusedError } from './errors.ts';
import type { ExpectedCertificate } from './expected-certificate.ts';
import { boundedWarnings, type LintWarnings } from './lint-warnings.ts';

declare const linted: unique symbol;

/** To-be-signed bytes that passed every lint. They are not changed afterwards. */
export type Linted<B extends Uint8Array = Uint8Array> = B & { readonly [linted]: true };

/** Bytes that a CA is about to sign, by kind. */
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
      /** Identifies the features that the response shares with others (signer, statuses, extensions), so that one lint covers all of them. */
      readonly shape: string;
      readonly requirements: readonly 'TLS'[];
    }
  | { readonly kind: 'card verifiable certificate'; readonly bytes: Der<'CvCertificateBody'> }
  | { readonly kind: 'SSH certificate'; readonly bytes: SshBlob<'TbsCertificate'> };

/** A defect found by a lint. With `refuse` nothing is signed; with `warn` it is signed anyway. */
export interface LintFinding {
  readonly severity: 'refuse' | 'warn';
  /** Violated rule and the clause that demands it, for lints with rules. */
  readonly rule?: string;
  readonly clause?: string;
  /** Description of the defect with the value found and the expected one: a sentence without a full stop. */
  readonly message: string;
}

/** A check of bytes about to be signed. A CRL may have tens of millions of octets, so a lint must not block the event loop. */
export interface Lint {
  /** Name in messages, such as `rfc5280`. */
  readonly name: string;
  /** Returns the findings; none for kinds that it does not check. */
  check(toBeSigned: ToBeSigned): LintAnswer | Promise<LintAnswer>;
}

/** The findings, and the bytes if another thread checked them: they come back as another array, and the given one is empty. */
export type LintAnswer =
  | readonly LintFinding[]
  | { readonly findings: readonly LintFinding[]; readonly toBeSigned: ToBeSigned };

/** Bytes that may be signed, with lint warnings. */
export interface LintResult<B extends Uint8Array> {
  readonly bytes: Linted<B>;
  readonly warnings: LintWarnings;
}

/** A finding with the name of its lint. */
export interface FindingOfLint extends LintFinding {
  readonly lint: string;
}

export interface LinterDeps {
  /** Lints in the order in which they run. */
  readonly lints: readonly Lint[];
}

/** Runs all lints one after the other. */
export class Linter extends WithDeps<LinterDeps> {
  /**
   * Returns the bytes marked as linted, and the warnings for the audit record.
   *
   * @throws {@link LintRefusedError} at the first finding that refuses them
   */
  async lint<T extends ToBeSigned>(toBeSigned: T): Promise<LintResult<T['bytes']>> {
    const { kind } = toBeSigned;
    let current: ToBeSigned = toBeSigned;
    const warnings: string[] = [];
    for (const lint of this.deps.lints) {
      const answer = lint.check(current);
      // Most lints answer at once: those are not waited for.
      const { findings, looked } = lookOf(answer instanceof Promise ? await answer : answer, current);
      current = looked;
      for (const finding of findings) {
        if (finding.severity === 'refuse') throw refusalOf(kind, { ...finding, lint: lint.name });
        warnings.push(`${lint.name}: ${textOf(finding)}`);
      }
    }
    return { bytes: current.bytes as Linted<T['bytes']>, warnings: boundedWarnings(warnings) };
  }

  /** Returns all findings about bytes that will not be signed, and the error that {@link lint} would throw. */
  async findings(
    toBeSigned: ToBeSigned,
  ): Promise<{ readonly findings: readonly FindingOfLint[]; readonly refusal: LintRefusedError | undefined }> {
    const findings: FindingOfLint[] = [];
    let current = toBeSigned;
    for (const lint of this.deps.lints) {
      const answer = lookOf(await lint.check(current), current);
      current = answer.looked;
      for (const finding of answer.findings) findings.push({ ...finding, lint: lint.name });
    }
    const refusing = findings.find(({ severity }) => severity === 'refuse');
    return { findings, refusal: refusing && refusalOf(toBeSigned.kind, refusing) };
  }
}

/** Returns the findings of a lint with the array that now holds the bytes. */
function lookOf(answer: LintAnswer, toBeSigned: ToBeSigned): LookedAt {
  return 'findings' in answer
    ? { findings: answer.findings, looked: answer.toBeSigned }
    : { findings: answer, looked: toBeSigned };
}

interface LookedAt {
  readonly findings: readonly LintFinding[];
  readonly looked: ToBeSigned;
}

function refusalOf(kind: ToBeSigned['kind'], finding: FindingOfLint): LintRefusedError {
  return new LintRefusedError(kind, finding.lint, textOf(finding));
}

/** Formats findings for display, limited in number and length. Those that refuse say so. */
export function shownFindings(findings: readonly FindingOfLint[]): LintWarnings {
  const shown = (finding: FindingOfLint) =>
    `${finding.severity === 'refuse' ? 'refused: ' : ''}${finding.lint}: ${textOf(finding)}`;
  return boundedWarnings(findings.map(shown));
}

function textOf({ message, rule, clause }: LintFinding): string {
  const where = [rule, clause].filter((part) => part !== undefined);
  return where.length === 0 ? message : `${message} (${where.join(', ')})`;
}
