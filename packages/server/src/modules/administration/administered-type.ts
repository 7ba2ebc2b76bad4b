/** How documents of a type are administered: who may do what, and what the audit log calls it. Declared by the type's owner. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { AccessRules, NeededResource } from '../access/index.ts';
import type { AuditEvent } from '../audit/index.ts';
import {
  type AnyDocument,
  type AnyDocumentType,
  type Document,
  type DocumentHead,
  type PlannedDocument,
  UnknownDocumentTypeError,
} from '../configuration/index.ts';

/** What {@link administeredType} declares. */
export interface AdministeredType<S = unknown, C = unknown> {
  /** Of the type of document. */
  readonly token: string;
  readonly rights: DocumentRights<S, C>;
  readonly events: DocumentEvents<S, C>;
  /** The rights do not depend on what a document says: one that cannot be used takes no more than others to be changed. */
  readonly sameRightsForAll?: boolean;
  /** Whether a change that is only looked at is recorded as well: planning it shows a code to a device. */
  readonly recordsPlans?: boolean;
  /** What a document gives to others, which whoever makes, changes or removes it must have themselves. */
  grants?(document: Document<S, C>): AccessRules;
  /** Whether a CA would let others decide from then on who has a certificate that a role goes by. It takes all rights of these roles. */
  opensRoles?(before: Document<S, C>, document: Document<S, C>): boolean;
  /** Refuses by throwing what an administrator may not make of a document although the settings are good. */
  check?(change: PlannedDocument): void;
  /** What an audit record of a document names beside it. */
  auditSubject?(document: DocumentHead): { readonly caId?: number };
  /** What an audit record tells of a change, in the place of its differences. Never holds a secret. */
  shownChange?(change: PlannedDocument): JsonObject;
}

/**
 * The resources that acts need. They are asked for twice: before a document is planned, so that who may do nothing learns nothing, and
 * of what it would become.
 */
export interface DocumentRights<S, C> {
  /**
   * Lists of resources, one of which has to be held as a whole: to see a document, or (`undefined`) documents of the type at all. Whoever
   * may not see a document is answered as if there were none.
   */
  view(document: DocumentHead | undefined): readonly (readonly string[])[];
  /** Undefined before the document is planned. */
  create(document: Document<S, C> | undefined): readonly string[];
  /** To change or rename; both are the same before the change is planned. */
  change(before: Document<S, C>, document: Document<S, C>): readonly string[];
  remove(document: Document<S, C>): readonly string[];
  /**
   * What else is needed for a document to become so, whether it can be used or not; looked up where the settings name it by its name.
   *
   * @param before - undefined of a document that is made
   */
  outcome?(document: Document<S, C>, before: Document<S, C> | undefined): Promise<readonly NeededResource[]>;
}

/** What the audit log calls the acts. */
export interface DocumentEvents<S, C> {
  readonly created: AuditEvent;
  readonly changed: AuditEvent;
  readonly renamed: AuditEvent;
  readonly removed: AuditEvent;
  /** In the place of `changed`, where it depends on what has changed; at least one. */
  changes?(before: Document<S, C>, document: Document<S, C>): readonly AuditEvent[];
}

/** Declares how documents of `type` are administered. */
export function administeredType<S, C>(
  type: Pick<AnyDocumentType, 'token'> & { parse(settings: S, ...rest: never[]): C },
  administration: Omit<AdministeredType<S, C>, 'token'>,
): AdministeredType {
  // Documents reach these functions by their type only.
  return { ...administration, token: type.token };
}

/** All types that are administered. */
export class AdministeredTypes {
  readonly #types: ReadonlyMap<string, AdministeredType>;

  constructor(types: readonly AdministeredType[]) {
    this.#types = new Map(types.map((type) => [type.token, type]));
  }

  /** @throws {@link UnknownDocumentTypeError} */
  get(token: string): AdministeredType {
    const found = this.#types.get(token);
    if (found === undefined) throw new UnknownDocumentTypeError(token, this.#types.keys());
    return found;
  }
}

/** What an audit record says of a document. */
export function auditDetails({ type, namespace, name, version }: AnyDocument | DocumentHead) {
  return { type, name, version, ...(namespace === '' ? {} : { namespace }) };
}
