import { WithDeps } from '../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../access/index.ts';
import type { AnyDocument, DocumentAdministration, DocumentChange, PlannedDocument } from '../configuration/index.ts';
import type { DocumentAccess } from './document-access.ts';

export interface ChangeAuthorizationDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly documentAccess: DocumentAccess;
}

/** The rights that changes of documents take: those to what a document is, and those to what it becomes. */
export class ChangeAuthorization extends WithDeps<ChangeAuthorizationDeps> {
  /** Requires the rights that are known before the change is planned, so that who may do nothing learns nothing. */
  async before(administrator: Administrator, change: DocumentChange): Promise<void> {
    const { access, configuration, documentAccess } = this.deps;
    const type = configuration.administration(change.type);
    if (change.kind === 'create') return access.authorize(administrator, ...type.rights.create(undefined));
    const before = await documentAccess.getVisible(administrator, change);
    // A document that cannot be read may have granted anything.
    if (!before.usability.usable && type.sameRightsForAll !== true)
      return access.authorize(administrator, Resource.everything);
    await access.authorize(administrator, ...resourcesFor(type, change.kind, before, before));
    // Nor are rights taken from those who have more.
    if (type.grants !== undefined) await access.authorizeGrant(administrator, type.grants(before));
  }

  /** Requires the rights to what a document becomes, and that an administrator may make that of it. */
  async outcome(administrator: Administrator, planned: PlannedDocument): Promise<void> {
    const type = this.deps.configuration.administration((planned.document ?? planned.before)!.type);
    const { document } = planned;
    if (document !== undefined) await this.#authorizeOutcome(administrator, type, { ...planned, document });
    type.check?.(planned);
  }

  async #authorizeOutcome(
    administrator: Administrator,
    type: Administration,
    { kind, before, document }: PlannedDocument & { readonly document: AnyDocument },
  ): Promise<void> {
    const { access, configuration } = this.deps;
    const needed = await configuration.hooks(document.type).neededFor?.({ before, document });
    if (needed !== undefined) await access.authorize(administrator, ...needed);
    if (!document.usability.usable) return;
    const readable = before?.usability.usable === true ? before : document;
    await access.authorize(administrator, ...resourcesFor(type, kind, readable, document));
    if (type.grants !== undefined) await access.authorizeGrant(administrator, type.grants(document));
    if (before !== undefined && type.opensRoles?.(readable, document) === true)
      await access.authorizeIssuerChange(administrator, document.id);
  }
}

type Administration = DocumentAdministration<unknown, unknown>;

function resourcesFor(
  { rights }: Administration,
  kind: DocumentChange['kind'],
  before: AnyDocument,
  document: AnyDocument,
): readonly string[] {
  if (kind === 'create') return rights.create(document);
  return kind === 'remove' ? rights.remove(document) : rights.change(before, document);
}
