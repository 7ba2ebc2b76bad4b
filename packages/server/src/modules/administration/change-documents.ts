/** Every change of a document by an administrator: what it would come to, and making it so. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditEntry, AuditEvent, AuditLog } from '../audit/index.ts';
import {
  type AnyDocument,
  type Configuration,
  type Difference,
  type DocumentAdministration,
  type DocumentChange,
  type DocumentPlan,
  type DocumentPlanner,
  InvalidSettingsError,
  type PlannedDocument,
  type Problem,
} from '../configuration/index.ts';
import type { DocumentAccess } from './document-access.ts';
import { shownDifferences } from './shown-differences.ts';

/** The outcome that a change would have. */
export interface PlannedChange {
  readonly differences: readonly Difference[];
  /** The problems of the settings. With any, the change would be refused. */
  readonly problems: readonly Problem[];
  /** The reasons why the document would be stored and could not be used. */
  readonly warnings: readonly Problem[];
}

/** The outcome of a change. */
export interface DoneChange {
  /** As it is now; undefined when it was removed. */
  readonly document: AnyDocument | undefined;
  /** Empty when everything was as it should become: then nothing was written but that. */
  readonly differences: readonly Difference[];
}

export interface ChangeDocumentsDeps {
  readonly documentAccess: DocumentAccess;
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly store: UnitOfWorkStore;
}

export class ChangeDocuments {
  readonly #deps: ChangeDocumentsDeps;

  constructor(deps: ChangeDocumentsDeps) {
    this.#deps = deps;
  }

  /**
   * Finds out what `change` would come to now, with everything checked and nothing stored. Any reason to refuse it but bad settings is
   * thrown.
   */
  async plan(administrator: Administrator, change: DocumentChange): Promise<PlannedChange> {
    try {
      const { planned } = await this.#recordedPlan(administrator, change);
      const { differences, document } = planned[0]!;
      return { differences, problems: [], warnings: problemsOf(document) };
    } catch (error) {
      if (!(error instanceof InvalidSettingsError)) throw error;
      return { differences: [], problems: error.problems, warnings: [] };
    }
  }

  /**
   * Makes `change` durable.
   *
   * @throws the errors of `DocumentPlanner.plan`; a document that the administrator may not see is not found
   */
  async apply(administrator: Administrator, change: DocumentChange): Promise<DoneChange> {
    return this.applyLatest(administrator, change, async () => change);
  }

  /**
   * As {@link apply}, of a change that follows from what is configured: `make` is asked for it whenever it is planned, so that what others
   * have changed meanwhile is not undone.
   *
   * @param act - what the record of a refusal calls it
   * @throws what `make` throws as well
   */
  async applyLatest(
    administrator: Administrator,
    act: Pick<DocumentChange, 'kind' | 'type' | 'name'>,
    make: () => Promise<DocumentChange>,
  ): Promise<DoneChange> {
    const done = await this.#deps.audit.recordingRefusal(this.#entry(administrator, act), () =>
      planAndCommit(() => this.#plan(administrator, make), this.#deps.store),
    );
    await this.#deps.configuration.refresh();
    return done;
  }

  async #plan(administrator: Administrator, make: () => Promise<DocumentChange>): Promise<Plan<DoneChange>> {
    const { audit, configuration } = this.#deps;
    // Noted first: rights and documents are of this epoch or a later one, and a change of them has the act planned again.
    const { epoch } = configuration;
    const change = await make();
    const plan = { ...(await this.#authorizedPlan(administrator, change)), epoch };
    const planned = plan.planned[0]!;
    const { before, document, differences } = planned;
    const entries = auditEntries(administrator, configuration.administration(change.type), planned);
    if (!changesNothing(planned)) {
      return { unit: audit.unit(plan.writes, entries, plan.epoch), result: { document, differences } };
    }
    const [entry] = entries;
    // Every process would read its configuration anew for nothing.
    const unit = audit.unit([], [{ ...entry, outcome: 'VOID' }], plan.epoch);
    return { unit, result: { document: before, differences } };
  }

  async #recordedPlan(administrator: Administrator, change: DocumentChange): Promise<DocumentPlan> {
    const { audit, configuration } = this.#deps;
    if (configuration.administration(change.type).recordsPlans !== true)
      return this.#authorizedPlan(administrator, change);
    const entry = this.#entry(administrator, change, { dryRun: true });
    const plan = await audit.recordingRefusal(entry, () => this.#authorizedPlan(administrator, change));
    await audit.record({ ...entry, outcome: 'VOID' });
    return plan;
  }

  #entry(
    administrator: Administrator,
    { kind, type, name }: Pick<DocumentChange, 'kind' | 'type' | 'name'>,
    details = {},
  ): Omit<AuditEntry, 'outcome'> {
    const { events } = this.#deps.configuration.administration(type);
    return { event: events[EVENTS[kind]], actor: actorOf(administrator), details: { type, name, ...details } };
  }

  async #authorizedPlan(administrator: Administrator, change: DocumentChange): Promise<DocumentPlan> {
    const { configuration, documentAccess, planner } = this.#deps;
    const administration = configuration.administration(change.type);
    await this.#authorizeBefore(administrator, administration, change);
    const plan = await planner.plan([change], (user) => documentAccess.sees(administrator, user));
    const planned = plan.planned[0]!;
    if (planned.document !== undefined)
      await this.#authorizeOutcome(administrator, administration, { ...planned, document: planned.document });
    administration.check?.(planned);
    return plan;
  }

  async #authorizeBefore(administrator: Administrator, type: Administration, change: DocumentChange): Promise<void> {
    const { access, documentAccess } = this.#deps;
    if (change.kind === 'create') return access.authorize(administrator, ...type.rights.create(undefined));
    const before = await documentAccess.getVisible(administrator, change);
    // A document that cannot be read may have granted anything.
    if (!before.usability.usable && type.sameRightsForAll !== true)
      return access.authorize(administrator, Resource.everything);
    await access.authorize(administrator, ...resourcesFor(type, change.kind, before, before));
    // Nor are rights taken from those who have more.
    if (type.grants !== undefined) await access.authorizeGrant(administrator, type.grants(before));
  }

  async #authorizeOutcome(
    administrator: Administrator,
    type: Administration,
    { kind, before, document }: PlannedDocument & { readonly document: AnyDocument },
  ): Promise<void> {
    const { access, configuration } = this.#deps;
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

/** Returns the reasons why a document cannot be used. */
function problemsOf(document: AnyDocument | undefined): readonly Problem[] {
  return document === undefined || document.usability.usable ? [] : document.usability.problems;
}

function resourcesFor(
  { rights }: Administration,
  kind: DocumentChange['kind'],
  before: AnyDocument,
  document: AnyDocument,
): readonly string[] {
  if (kind === 'create') return rights.create(document);
  return kind === 'remove' ? rights.remove(document) : rights.change(before, document);
}

function auditEntries(
  administrator: Administrator,
  type: Administration,
  planned: PlannedDocument,
): readonly [AuditEntry, ...AuditEntry[]] {
  const { before, document } = planned;
  const shown = (document ?? before)!;
  const entry = {
    outcome: 'SUCCESS',
    actor: actorOf(administrator),
    ...type.auditSubject?.(shown),
    details: {
      type: shown.type,
      name: shown.name,
      version: shown.version,
      ...(shown.namespace === '' ? {} : { namespace: shown.namespace }),
      ...(before !== undefined && before.name !== shown.name ? { oldName: before.name } : {}),
      ...(type.shownChange?.(planned) ?? usuallyShown(planned)),
    },
  } as const;
  const [first, ...rest] = eventsOf(type, planned);
  return [{ ...entry, event: first }, ...rest.map((event) => ({ ...entry, event }))];
}

function usuallyShown({ document, differences }: PlannedDocument): JsonObject {
  return document === undefined ? {} : shownDifferences(differences);
}

function eventsOf(
  { events }: Administration,
  { kind, before, document }: PlannedDocument,
): readonly [AuditEvent, ...AuditEvent[]] {
  const comparable = kind === 'change' && before!.usability.usable && document!.usability.usable;
  const [first, ...rest] = (comparable && events.changes?.(before!, document!)) || [];
  return first === undefined ? [events[EVENTS[kind]]] : [first, ...rest];
}

function changesNothing({ kind, before, document, differences }: PlannedDocument): boolean {
  if (kind === 'create' || kind === 'remove' || differences.length > 0) return false;
  return before!.name === document!.name && before!.namespace === document!.namespace;
}

const EVENTS = { create: 'created', change: 'changed', rename: 'renamed', remove: 'removed' } as const;
