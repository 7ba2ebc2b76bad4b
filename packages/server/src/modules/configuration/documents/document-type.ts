import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Static, TSchema } from 'typebox';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { NeededResource } from '../../../kernel/access-rules.ts';
import type { Document } from './document.ts';
import type { Problem } from '../settings/index.ts';
import type { DocumentAdministration } from './document-administration.ts';
import type { DocumentHead } from './document-store.ts';

/** A document type, declared once by the module that owns it with {@link defineDocumentType}. */
export interface DocumentType<S, C> {
  /** Name of the type in the database, in references and in configuration dumps, such as `CERTPROFILE`. */
  readonly token: string;
  /** Name of a document of the type in messages, such as `certificate profile`. */
  readonly title: string;
  /** Place in configuration dumps; undefined if the type is not part of them. */
  readonly dump?: DumpPlace;
  readonly names: NameRules;
  readonly publicIds: PublicIdRules;
  /** Rises when a release changes the meaning of stored settings. */
  readonly schemaVersion: number;
  /** Object schema of the outer form, with defaults. See `schema-members.ts` for references and secrets. */
  readonly schema: TSchema;
  /**
   * Upgrades stored settings (inner form) of an older schema version to the present one. New settings get the values that keep the behaviour of
   * existing documents, not their defaults.
   */
  readonly upgrade?: (settings: JsonObject, fromVersion: number) => JsonObject;
  /** Makes the validated object from settings, or reports problems. Pure. */
  readonly parse: (settings: S, report: ReportProblem) => C;
  /** True if documents that fail validation are stored anyway, and loaded as unusable. */
  readonly mayBeUnusable?: boolean;
  readonly builtIns?: readonly BuiltIn[];
  readonly administration: DocumentAdministration<S, C>;
}

/** Reports that a setting is invalid or contradicts another one; the message completes "a setting 'x' that ...". */
export type ReportProblem = (field: string, message: string) => void;

/** A built-in document. Its settings are in the inner form; missing ones get their defaults. */
export interface BuiltIn {
  /** Below 1000, so that it differs from ids of stored documents. */
  readonly id: number;
  readonly publicId: number;
  readonly name: string;
  readonly settings: JsonObject;
}

/** Place of a type in configuration dumps. */
export interface DumpPlace {
  readonly directory: string;
  /** Further directories that are read. */
  readonly alsoRead?: readonly string[];
  readonly objectType: string;
  readonly version: number;
  /** True if items have a `Name`; otherwise the type is a singleton without one. */
  readonly named?: boolean;
  /** True if items contain the public id, as `ID`. */
  readonly numbered?: boolean;
  /** Token in dumps if it differs from that of the type, since two document types may share one. */
  readonly token?: string;
  /** True if the specified dump format does not include it: it is exported only if extensions are requested. */
  readonly extension?: boolean;
}

export type NameRules =
  | {
      readonly kind: 'named';
      /** True if names are compared case-insensitively. */
      readonly ignoreCase?: boolean;
      /** True if there are namespaces; references are to documents without one. */
      readonly namespaced?: boolean;
    }
  /** Exactly one document. Until its first change it has the defaults and version 0. */
  | { readonly kind: 'singleton'; readonly name: string };

export type PublicIdRules =
  /** A random positive 31-bit number above `above`, or one given by the creator. */
  | { readonly kind: 'random'; readonly above: number }
  /** One more than the highest of the type, at least 1, or one given by the creator: a signed 32-bit number. */
  | { readonly kind: 'successive' }
  /** Always given by the creator, a signed 32-bit number. */
  | { readonly kind: 'given' }
  /**
   * Derived from the settings (in the outer form, not validated yet), and never changes. `of` returns 0 for settings without a value, which will be
   * refused. The hook `created` of the type handles two documents with the same number.
   */
  | { readonly kind: 'derived'; readonly of: (settings: unknown) => number };

/**
 * Further consequences and conditions when a document is created, changed, renamed or removed: everything that needs more than the document itself.
 * Hooks may add writes to the unit, or refuse by throwing an AppError.
 */
export interface DocumentHooks<S, C> {
  created?(event: { readonly document: Document<S, C> }): MaybePromise<readonly Write[]>;
  changed?(event: {
    readonly before: Document<S, C>;
    readonly document: Document<S, C>;
  }): MaybePromise<readonly Write[]>;
  renamed?(event: {
    readonly before: Document<S, C>;
    readonly document: Document<S, C>;
  }): MaybePromise<readonly Write[]>;
  removed?(event: { readonly document: Document<S, C> }): MaybePromise<readonly Write[]>;
  /** Lists users that are not documents (`12 end entities`); removal is refused while there are any. */
  usedBy?(event: { readonly document: Document<S, C> }): MaybePromise<readonly string[]>;
  /** Lists what administrators should know of a document that can be used nevertheless, such as members that change nothing. */
  remarks?(event: { readonly document: Document<S, C> }): readonly Problem[];
  /**
   * Lists documents whose settings contain the document's name as text, which a rename would not update; renaming and removal are refused while there
   * are any.
   */
  namedBy?(event: { readonly document: Document<S, C> }): MaybePromise<readonly DocumentHead[]>;
  /**
   * Returns further required resources, in addition to those of the administration, for a document to reach this state, usable or not. They are checked for
   * documents named in settings, too.
   */
  neededFor?(event: {
    /** Undefined for a new document. */
    readonly before: Document<S, C> | undefined;
    readonly document: Document<S, C>;
  }): MaybePromise<readonly NeededResource[]>;
}

/** Hooks of a type, made by {@link hooksFor}. */
export interface HooksOfType {
  readonly token: string;
  readonly hooks: DocumentHooks<unknown, unknown>;
}

/** Binds hooks to their type, so that they get only documents of that type. */
export function hooksFor<S, C>({ token }: TypeOf<S, C>, hooks: DocumentHooks<S, C>): HooksOfType {
  return { token, hooks };
}

type MaybePromise<T> = T | Promise<T>;

/** A document type with any settings. */
export type AnyDocumentType = DocumentType<never, unknown>;

/** The parts of a type that lookups need: its token, and the types of the documents found. */
export type TypeOf<S, C> = Pick<DocumentType<S, C>, 'token' | 'parse'>;

/** Declares a document type; the static type of its settings follows from the schema. */
export function defineDocumentType<const T extends TSchema, C>(
  type: Omit<DocumentType<Static<T>, C>, 'administration' | 'schema'> & {
    readonly schema: T;
    readonly administration: DocumentAdministration<Static<T>, NoInfer<C>>;
  },
): DocumentType<Static<T>, C> & { readonly schema: T } {
  return type;
}
