/** Administration of the documents of a type: the rights to them, and the names of the acts in the audit log. Part of its declaration. */
import type { AccessRules } from '../../../kernel/access-rules.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { AuditEvent } from '../../audit/index.ts';
import type { Difference } from '../settings/index.ts';
import type { AnyDocument, Document } from './document.ts';
import type { DocumentHead } from './document-store.ts';

/** Administration as the owner of a type declares it. What it needs of stores is a hook of the type: `DocumentHooks.neededFor`. */
export interface DocumentAdministration<S, C> {
  readonly rights: DocumentRights<S, C>;
  readonly events: DocumentEvents<S, C>;
  /** The rights do not depend on what a document says: one that cannot be used takes no more than others to be changed. */
  readonly sameRightsForAll?: boolean;
  /** Records a change that is only looked at as well: planning it shows a code to a device. */
  readonly recordsPlans?: boolean;
  /** Returns the rules that a document gives to others. Who makes, changes or removes it must have all that they allow. */
  grants?(document: Document<S, C>): AccessRules;
  /**
   * Tells whether others than the administrators of roles would decide from then on who has certificates that roles go by, as where a CA
   * stops to reserve names. It takes all rights of the roles whose members the document, a CA, certifies.
   */
  opensRoles?(before: Document<S, C>, document: Document<S, C>): boolean;
  /** Refuses by throwing what an administrator may not make of a document although the settings are good. */
  check?(change: PlannedDocument): void;
  /** Returns the further columns of an audit record of a document. */
  auditSubject?(document: DocumentHead): { readonly caId?: number };
  /** Returns the details of a change in an audit record, instead of its differences. Never holds a secret. */
  shownChange?(change: PlannedDocument): JsonObject;
}

/**
 * The resources that acts need. They are asked for twice: before a document is planned, so that who may do nothing learns nothing, and
 * of what it would become.
 */
export interface DocumentRights<S, C> {
  /**
   * Lists of resources, one of which has to be held as a whole: to see a document, or (`undefined`) documents of the type at all. A document
   * that the caller may not see is answered as if there were none.
   */
  view(document: DocumentHead | undefined): readonly (readonly string[])[];
  /** Undefined before the document is planned. */
  create(document: Document<S, C> | undefined): readonly string[];
  /** To change or rename; both are the same before the change is planned. */
  change(before: Document<S, C>, document: Document<S, C>): readonly string[];
  remove(document: Document<S, C>): readonly string[];
}

/** The names of the acts in the audit log. */
export interface DocumentEvents<S, C> {
  readonly created: AuditEvent;
  readonly changed: AuditEvent;
  readonly renamed: AuditEvent;
  readonly removed: AuditEvent;
  /** Instead of `changed`, where it depends on what has changed; at least one. */
  changes?(before: Document<S, C>, document: Document<S, C>): readonly AuditEvent[];
}

/** The outcome of one change. */
export interface PlannedDocument {
  readonly kind: 'create' | 'change' | 'rename' | 'remove';
  /** As it is; undefined when it is created. */
  readonly before: AnyDocument | undefined;
  /** As it would be; undefined when it is removed. */
  readonly document: AnyDocument | undefined;
  /** The settings that would change, in the outer form; of a new document those that differ from the defaults. */
  readonly differences: readonly Difference[];
}

/** Returns the rights of documents that take one resource to see, and one for everything else; who may edit sees as well. */
export function viewAndEdit(view: string, edit: string): DocumentRights<unknown, unknown> {
  return { view: () => [[view], [edit]], create: () => [edit], change: () => [edit], remove: () => [edit] };
}
