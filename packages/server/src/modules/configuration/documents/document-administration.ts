/** Administration of documents of a type, as part of its declaration: the required rights, and the audit events. */
import type { AccessRules } from '../../../kernel/access-rules.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { AuditEvent } from '../../audit/index.ts';
import type { Difference } from '../settings/index.ts';
import type { AnyDocument, Document } from './document.ts';
import type { DocumentHead } from './document-store.ts';

/** Administration as declared by the owner of a type. Requirements that need a store are a hook of the type: `DocumentHooks.neededFor`. */
export interface DocumentAdministration<S, C> {
  readonly rights: DocumentRights<S, C>;
  readonly events: DocumentEvents<S, C>;
  /** True if the rights do not depend on the content of a document, so that an unusable one can be changed with the same rights. */
  readonly sameRightsForAll?: boolean;
  /** True if dry runs of changes are recorded as well, because planning sends a code to a device. */
  readonly recordsPlans?: boolean;
  /** Returns the access rules that a document grants to others. Creating, changing or removing it requires all rights that they allow. */
  grants?(document: Document<S, C>): AccessRules;
  /**
   * Tells whether a change lets others than the administrators of roles decide who gets certificates that roles accept, for example if a CA no longer
   * reserves names. It requires all rights of the roles whose members the document, a CA, certifies.
   */
  opensRoles?(before: Document<S, C>, document: Document<S, C>): boolean;
  /** Throws if administrators must not make this change although the settings are valid. */
  check?(change: PlannedDocument): void;
  /** Returns further columns for an audit record of a document. */
  auditSubject?(document: DocumentHead): { readonly caId?: number };
  /** Returns the details of a change for the audit record, instead of its differences. Must not contain secrets. */
  shownChange?(change: PlannedDocument): JsonObject;
}

/**
 * Resources required for acts. They are checked twice: before a document is planned, so that callers without rights learn nothing, and for the
 * planned document.
 */
export interface DocumentRights<S, C> {
  /**
   * Lists of resources for viewing a document, or (`undefined`) any document of the type; one list has to be allowed as a whole. To a caller without
   * these rights, the document looks as if it did not exist.
   */
  view(document: DocumentHead | undefined): readonly (readonly string[])[];
  /** Called with undefined before the document is planned. */
  create(document: Document<S, C> | undefined): readonly string[];
  /** Required to change or rename; both documents are the same before the change is planned. */
  change(before: Document<S, C>, document: Document<S, C>): readonly string[];
  remove(document: Document<S, C>): readonly string[];
}

/** Audit events of the acts. */
export interface DocumentEvents<S, C> {
  readonly created: AuditEvent;
  readonly changed: AuditEvent;
  readonly renamed: AuditEvent;
  readonly removed: AuditEvent;
  /** Replaces `changed` if the event depends on the kind of change; at least one. */
  changes?(before: Document<S, C>, document: Document<S, C>): readonly AuditEvent[];
}

/** Result of planning one change. */
export interface PlannedDocument {
  readonly kind: 'create' | 'change' | 'rename' | 'remove';
  /** The present document; undefined if it is created. */
  readonly before: AnyDocument | undefined;
  /** The changed document; undefined if it is removed. */
  readonly document: AnyDocument | undefined;
  /** Changed settings in the outer form; for a new document those that differ from the defaults. */
  readonly differences: readonly Difference[];
}

/** Returns rights with one resource for viewing, and one for everything else including viewing. */
export function viewAndEdit(view: string, edit: string): DocumentRights<unknown, unknown> {
  return { view: () => [[view], [edit]], create: () => [edit], change: () => [edit], remove: () => [edit] };
}
