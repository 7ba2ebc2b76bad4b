/** Rules that hold for objects of several kinds, by the parts that they look at. */
import type { EncodingDefects } from '../ber/encoding-defects.ts';
import type { Signed } from '../certificate/certificate-under-lint.ts';
import type { ExtensionForm, WrittenExtension } from '../certificate/extension-form.ts';
import type { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import type { NameUnderLint } from '../certificate/names/name-under-lint.ts';
import type { PublicKeyUnderLint, WrittenAlgorithm } from '../certificate/public-key-under-lint.ts';
import type { Rule, WrittenRule } from '../rule.ts';

export interface Encoded {
  readonly encoding: EncodingDefects;
}

export interface SignedBy {
  readonly algorithm: WrittenAlgorithm;
}

export interface SignedTwice extends SignedBy {
  readonly signed: Signed | undefined;
}

export interface Issued {
  readonly issuer: NameUnderLint;
}

export interface Named {
  readonly subject: NameUnderLint;
}

export interface Keyed {
  readonly publicKey: PublicKeyUnderLint;
}

export interface Extended {
  readonly extensions: ExtensionsUnderLint;
  value<T>(form: ExtensionForm<T>): T | undefined;
  extension(form: { readonly oid: string }): WrittenExtension | undefined;
}

/** Gives a rule its type and its level. */
export function commonRule<Subject>(rule: WrittenRule<Rule<Subject>>): Rule<Subject> {
  return { level: 'error', ...rule };
}
