/** Imports of a dump: what is asked for, and what became of it. */
import type { Difference } from '../../configuration/index.ts';

/** The parameters of an import, see EJBCA's interface. */
export interface ImportOptions {
  /** An item that exists already is a problem, is left alone, or has its settings replaced. */
  readonly overwrite: 'abort' | 'skip' | 'yes';
  /** A reference to something that exists neither here nor in the dump is a problem, leaves the item out, or is left out itself. */
  readonly resolve: 'abort' | 'skip' | 'useDefault';
  /** Makes keys and certificates of new CAs. */
  readonly initialize: boolean;
  /** Imports the other items when some cannot be. Otherwise nothing is. */
  readonly continueAfterErrors: boolean;
  /** Makes warnings of errors: items that cannot be imported are left out. */
  readonly ignoreErrors: boolean;
  /** Replaces `${NAME}` in texts by variables of the environment that the operator has allowed. */
  readonly expand: boolean;
  /** Also takes rights of the caller, and switches off what the caller comes through. */
  readonly force: boolean;
  /** The revision of a plan: refused unless the import would come to exactly that plan. */
  readonly revision: string | undefined;
}

/** One item as it was read from JSON or a file: nothing of it was understood yet. */
export interface RawItem {
  /** Its directory, which is its type in JSON, too. */
  readonly directory: string;
  /** Its key in JSON, or its file without the ending. */
  readonly key: string;
  /** Directory and key or file, for messages: `certificate-profiles/TLS_Server.yaml`. */
  readonly where: string;
  readonly content: unknown;
}

/** A remark on one item. */
export interface ImportRemark {
  /** {@link RawItem.where}; empty for the import as a whole. */
  readonly where: string;
  readonly message: string;
}

/** Outcome of an import, or the one that it would have. */
export interface ImportResult {
  /** True when there are no errors. */
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly plan: ImportPlan;
}

/** The changes of an import. */
export interface ImportPlan {
  /** Names these changes of the documents as they are now: the same import has another one when those have been changed meanwhile. */
  readonly revision: string;
  readonly changes: readonly PlannedItem[];
  /** Items that are as they should be. */
  readonly unchanged: number;
  /** CAs that get keys and certificates, issuers first. */
  readonly initialized: readonly string[];
  /** Acts on crypto tokens besides their settings, in words: activations and key pairs that are missing. */
  readonly tokenActs: readonly string[];
  /** Documents of the types in the dump that are not items of it, as far as the caller may see them. An import leaves them alone. */
  readonly unlisted: readonly UnlistedDocument[];
  /** Certificates that can be issued afterwards and could not before, and the other way round, in words. */
  readonly consequences: readonly string[];
}

/** A document that no item stands for. */
export interface UnlistedDocument {
  /** The token of the type of document. */
  readonly type: string;
  /** `certificate profile` */
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
}

/** One document that is made or changed. */
export interface PlannedItem extends UnlistedDocument {
  readonly where: string;
  readonly kind: 'create' | 'change';
  /** Of a new document what differs from the defaults. */
  readonly differences: readonly Difference[];
}
