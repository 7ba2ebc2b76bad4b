/** Lint of CRLs, as they come. */
import type { Element } from './ber/element.ts';
import { MalformedError } from './ber/malformed.ts';
import { type CrlForm, CrlStream } from './crl/crl-stream.ts';
import { CrlHead, CrlUnderLint } from './crl/crl-under-lint.ts';
import { EntriesSummary } from './crl/entries-summary.ts';
import type { EntryExtensionsUnderLint } from './crl/entry-extensions.ts';
import type { EntryUnderLint } from './crl/entry-under-lint.ts';
import { FindingCounter } from './crl/finding-counter.ts';
import { datedRules, type Finding, rulesAt, ruleSet, runRules } from './rule.ts';
import type { CrlEntryRule } from './rules/crl-rule.ts';
import { RFC_2459 } from './rules/crl/entry-fields.ts';
import { CRL_ENTRY_EXTENSION_RULES, CRL_ENTRY_RULES, CRL_RULES } from './rules/crl/index.ts';
import { CRL_TLS_ENTRY_EXTENSION_RULES, CRL_TLS_RULES } from './rules/crl-tls/index.ts';

/** Sets of the CA/Browser Forum's requirements on CRLs beside RFC 5280, which always holds. */
export type CrlRequirements = 'TLS';

export interface CrlLintOptions {
  /** None unless given. */
  readonly requirements?: readonly CrlRequirements[];
  /**
   * True where the CRL is of a CA that certifies only CAs, which its octets need not say: requirements allow it more time to the next one. False
   * unless given.
   */
  readonly coversCas?: boolean;
}

/** Lint of one CRL, whose octets come in chunks of any size. It keeps none of them: a CRL of a million entries takes no more memory than one of ten. */
export class CrlLint {
  readonly #stream: CrlStream;
  readonly #options: CrlLintOptions;
  readonly #entries = new EntriesSummary();
  readonly #findings = new FindingCounter();
  #head: CrlHead | undefined;
  #thisUpdate = Number.NaN;
  #entryRules: readonly CrlEntryRule[] = [];
  #extensionRules: RuleSets<EntryExtensionsUnderLint> = [];
  #defect: string | undefined;

  /** @param form - the octets that come: those that are to be signed, or a whole CRL, whose signature is not verified */
  constructor(form: CrlForm, options: CrlLintOptions = {}) {
    this.#options = options;
    this.#stream = new CrlStream(form, {
      onHead: (fields) => this.#begin(fields),
      onEntry: (entry) => this.#check(entry),
    });
  }

  /** Takes the octets that follow. They may be changed afterwards. */
  update(octets: Uint8Array): this {
    this.#read(() => this.#stream.push(octets));
    return this;
  }

  /** Returns the findings. Of each rule on entries it names the first few, and how many more there are. */
  finish(): readonly Finding[] {
    const crl = this.#read(() => {
      const elements = this.#stream.finish();
      const { coversCas = false } = this.#options;
      return new CrlUnderLint(this.#head!, elements, this.#entries, { coversCas });
    });
    const ofEntries = this.#findings.all();
    if (crl === undefined) return [{ ...UNREADABLE, message: this.#defect! }, ...ofEntries];
    const issuedAt = crl.head.thisUpdate.seconds;
    return [...setsOf(RULES, this.#options).flatMap((set) => runRules(set, crl, issuedAt)), ...ofEntries];
  }

  #begin(fields: readonly Element[]): void {
    this.#head = new CrlHead(fields);
    const issuedAt = this.#head.thisUpdate.seconds;
    this.#thisUpdate = issuedAt ?? Number.NaN;
    this.#entryRules = rulesAt(ENTRY_RULES, issuedAt);
    this.#extensionRules = setsOf(EXTENSION_RULES, this.#options);
  }

  #check(entry: EntryUnderLint): void {
    const head = this.#head!;
    this.#entries.add(entry);
    if (!entry.isOrdinary(RFC_2459, this.#thisUpdate)) this.#checkClosely(entry, head);
    const { extensions } = entry;
    if (extensions === undefined) return;
    // Rules on extensions look at nothing else, so what they found in the same octets before they find again.
    extensions.findings ??= this.#extensionRules.flatMap((set) => runRules(set, extensions, head.thisUpdate.seconds));
    if (extensions.findings.length === 0) return;
    for (const finding of extensions.findings)
      this.#findings.add(
        { ...finding, name: finding.rule },
        () => `the entry of ${entry.serialText}: ${finding.message}`,
      );
  }

  #checkClosely(entry: EntryUnderLint, head: CrlHead): void {
    for (const rule of this.#entryRules) {
      const message = rule.check(entry, head);
      if (message !== undefined) this.#findings.add(rule, () => `the entry of ${entry.serialText}: ${message}`);
    }
  }

  /** Nothing is read any more after a defect. */
  #read<T>(read: () => T): T | undefined {
    if (this.#defect !== undefined) return undefined;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      this.#defect = error.message;
      return undefined;
    }
  }
}

/** Returns the findings on the octets that are to be signed (TBSCertList). Never throws, whatever the octets are. */
export function lintToBeSignedCrl(octets: Uint8Array, options: CrlLintOptions = {}): readonly Finding[] {
  return new CrlLint('TBSCertList', options).update(octets).finish();
}

/** Returns the findings on a whole CRL. Its signature is not verified. Never throws, whatever the octets are. */
export function lintCrl(octets: Uint8Array, options: CrlLintOptions = {}): readonly Finding[] {
  return new CrlLint('CertificateList', options).update(octets).finish();
}

type RuleSets<Subject> = readonly ReturnType<typeof ruleSet<Subject>>[];
type SetName = 'RFC 5280' | CrlRequirements;

function setsOf<Set>(sets: Readonly<Record<SetName, Set>>, { requirements = [] }: CrlLintOptions): readonly Set[] {
  return ['RFC 5280' as const, ...requirements].map((name) => sets[name]);
}

const ENTRY_RULES = datedRules(CRL_ENTRY_RULES);
const RULES = { 'RFC 5280': ruleSet(CRL_RULES), TLS: ruleSet(CRL_TLS_RULES) };
const EXTENSION_RULES = {
  'RFC 5280': ruleSet(CRL_ENTRY_EXTENSION_RULES),
  TLS: ruleSet(CRL_TLS_ENTRY_EXTENSION_RULES),
};

const UNREADABLE = { rule: 'crl/readable', clause: 'RFC 5280 §5.1', level: 'error' } as const;

/** Names of all rules on CRLs. */
export const CRL_LINT_RULES: ReadonlySet<string> = new Set([
  ...CRL_ENTRY_RULES.map(({ name }) => name),
  ...[...Object.values(RULES), ...Object.values(EXTENSION_RULES)].flatMap(({ rules }) =>
    rules.map(({ rule }) => rule.name),
  ),
]);
