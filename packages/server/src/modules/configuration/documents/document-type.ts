import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Static, TSchema } from 'typebox';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { NeededResource } from '../../../kernel/access-rules.ts';
import type { Document } from './document.ts';
import type { DocumentAdministration } from './document-administration.ts';
import type { DocumentHead } from './document-store.ts';

/** A kind of document, declared once by the module that owns it. Made by {@link defineDocumentType}. */
export interface DocumentType<S, C> {
  /** Names the type in the database, in references and in the configuration dump: `CERTPROFILE`. */
  readonly token: string;
  /** The name of one document of the type in messages: `certificate profile`. */
  readonly title: string;
  /** Place in the configuration dump; undefined when it is no part of it. */
  readonly dump?: DumpPlace;
  readonly names: NameRules;
  readonly publicIds: PublicIdRules;
  /** Counts up when a release changes what stored settings mean. */
  readonly schemaVersion: number;
  /** An object: the outer form of the settings, with defaults. See `schema-members.ts` for references and secrets. */
  readonly schema: TSchema;
  /**
   * Makes stored settings (inner form) of an older schema version those of the present one. What a new setting has to be so
   * that nothing changes for an existing document, not its default, is filled in here.
   */
  readonly upgrade?: (settings: JsonObject, fromVersion: number) => JsonObject;
  /** Makes the checked object, or reports why there is none. Pure. */
  readonly parse: (settings: S, report: ReportProblem) => C;
  /** Documents whose checks fail are stored, load as unusable, and only refuse to be used. */
  readonly mayBeUnusable?: boolean;
  readonly builtIns?: readonly BuiltIn[];
  readonly administration: DocumentAdministration<S, C>;
}

/** Says that a setting contradicts another or cannot be; completes the sentence "a setting 'x' that ...". */
export type ReportProblem = (field: string, message: string) => void;

/** A document that is part of the program. Its settings are in the inner form; what is missing gets its default. */
export interface BuiltIn {
  /** Below 1000, where no stored document's id is. */
  readonly id: number;
  readonly publicId: number;
  readonly name: string;
  readonly settings: JsonObject;
}

/** A type's place in the configuration dump. */
export interface DumpPlace {
  readonly directory: string;
  /** Other directories that are read. */
  readonly alsoRead?: readonly string[];
  readonly objectType: string;
  readonly version: number;
  /** True when the item has a `Name`; else the type is a singleton without one. */
  readonly named?: boolean;
  /** True when the item carries the id that clients see, as `ID`. */
  readonly numbered?: boolean;
  /** The token of the dump, where it differs from that of the type: two types of document may share one. */
  readonly token?: string;
  /** True when the dump of the specification does not know it: it is exported when extensions are asked for. */
  readonly extension?: boolean;
}

export type NameRules =
  | {
      readonly kind: 'named';
      /** True when names that differ in case only are the same. */
      readonly ignoreCase?: boolean;
      /** True when there are namespaces; a reference means the document without one. */
      readonly namespaced?: boolean;
    }
  /** There is exactly one. Until it is first changed it has its defaults and version 0. */
  | { readonly kind: 'singleton'; readonly name: string };

export type PublicIdRules =
  /** A positive random number of 31 bits above `above`, or one that the creator gives. */
  | { readonly kind: 'random'; readonly above: number }
  /** One more than the highest of the type, at least 1, or one that the creator gives: a signed number of 32 bits. */
  | { readonly kind: 'successive' }
  /** The creator always gives it, a signed number of 32 bits. */
  | { readonly kind: 'given' }
  /**
   * A number that follows from the settings (in the outer form, not checked yet) and never changes. `of` returns 0 for settings that give
   * none and will be refused. The type's hook `created` handles two documents with the same number.
   */
  | { readonly kind: 'derived'; readonly of: (settings: unknown) => number };

/**
 * Further consequences and conditions when a document is created, changed, renamed or removed: all that takes more than the document itself. Each may add writes to the unit, or refuse by throwing an AppError.
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
  /** Lists users that are no documents (`12 end entities`); removal is refused while there is any. */
  usedBy?(event: { readonly document: Document<S, C> }): MaybePromise<readonly string[]>;
  /**
   * Lists documents whose settings name the document in a free text, which a new name would not reach; renaming and removal are
   * refused while there is any.
   */
  namedBy?(event: { readonly document: Document<S, C> }): MaybePromise<readonly DocumentHead[]>;
  /**
   * Resources that are needed beside those of the administration for a document to become so, whether it can be used or not; looked up where
   * the settings name it by its name.
   */
  neededFor?(event: {
    /** Undefined of a document that is made. */
    readonly before: Document<S, C> | undefined;
    readonly document: Document<S, C>;
  }): MaybePromise<readonly NeededResource[]>;
}

/** The hooks of a type, made by {@link hooksFor}. */
export interface HooksOfType {
  readonly token: string;
  readonly hooks: DocumentHooks<unknown, unknown>;
}

/** Ties hooks to their type: they get documents of that type only. */
export function hooksFor<S, C>({ token }: TypeOf<S, C>, hooks: DocumentHooks<S, C>): HooksOfType {
  return { token, hooks };
}

type MaybePromise<T> = T | Promise<T>;

/** A type of document whatever its settings. */
export type AnyDocumentType = DocumentType<never, unknown>;

/** A type as far as lookups need it: its token, and the types of the document that is found. */
export type TypeOf<S, C> = Pick<DocumentType<S, C>, 'token' | 'parse'>;

/** Declares a type of document; the type of its settings follows from the schema. */
export function defineDocumentType<const T extends TSchema, C>(
  type: Omit<DocumentType<Static<T>, C>, 'administration' | 'schema'> & {
    readonly schema: T;
    readonly administration: DocumentAdministration<Static<T>, NoInfer<C>>;
  },
): DocumentType<Static<T>, C> & { readonly schema: T } {
  return type;
}
