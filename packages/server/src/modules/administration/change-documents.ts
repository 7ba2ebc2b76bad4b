/** Every change of a document by an administrator: what it would come to, and making it so. */
import { AppError } from '../../kernel/errors.ts';
import { type Plan, planAndCommit } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import {
  type AnyDocument,
  type Difference,
  type DocumentChange,
  type DocumentPlan,
  type DocumentPlanner,
  InvalidSettingsError,
  type Problem,
} from '../configuration/index.ts';
import type { ChangeAuthorization } from './change-authorization.ts';
import { auditEntries, changesNothing, EVENT_NAMES } from './change-records.ts';
import type { DocumentAccess } from './document-access.ts';

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

export interface ChangeDocumentsDeps extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store'> {
  readonly authorization: ChangeAuthorization;
  readonly documentAccess: DocumentAccess;
  readonly planner: DocumentPlanner;
}

export class ChangeDocuments extends WithDeps<ChangeDocumentsDeps> {
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
    const done = await this.deps.audit.recordingRefusal(this.#entry(administrator, act), () =>
      planAndCommit(() => this.#plan(administrator, make), this.deps.store),
    );
    await this.deps.configuration.refresh();
    return done;
  }

  /** Plans, up to three times if it is refused and the configuration has moved meanwhile: `make` may have read what is no longer so. */
  async #plan(administrator: Administrator, make: () => Promise<DocumentChange>): Promise<Plan<DoneChange>> {
    const { configuration } = this.deps;
    for (let attempt = 1; ; attempt++) {
      // Noted first: rights and documents are of this epoch or a later one, and a change of them has the act planned again.
      const { epoch } = configuration;
      try {
        return await this.#planUnder(epoch, administrator, await make());
      } catch (error) {
        if (!(error instanceof AppError) || attempt === ATTEMPTS) throw error;
        await configuration.refresh();
        if (configuration.epoch === epoch) throw error;
      }
    }
  }

  async #planUnder(epoch: number, administrator: Administrator, change: DocumentChange): Promise<Plan<DoneChange>> {
    const { audit, configuration } = this.deps;
    const { planned, writes } = await this.#authorizedPlan(administrator, change);
    const [first] = planned as [(typeof planned)[number]];
    const { before, document, differences } = first;
    const entries = auditEntries(administrator, configuration.administration(change.type), first);
    if (!changesNothing(first)) return { unit: audit.unit(writes, entries, epoch), result: { document, differences } };
    const [entry] = entries;
    // Every process would read its configuration anew for nothing.
    const unit = audit.unit([], [{ ...entry, outcome: 'VOID' }], epoch);
    return { unit, result: { document: before, differences } };
  }

  async #recordedPlan(administrator: Administrator, change: DocumentChange): Promise<DocumentPlan> {
    const { audit, configuration } = this.deps;
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
    const { events } = this.deps.configuration.administration(type);
    return { event: events[EVENT_NAMES[kind]], actor: actorOf(administrator), details: { type, name, ...details } };
  }

  async #authorizedPlan(administrator: Administrator, change: DocumentChange): Promise<DocumentPlan> {
    const { authorization, documentAccess, planner } = this.deps;
    await authorization.before(administrator, change);
    const plan = await planner.plan([change], (user) => documentAccess.sees(administrator, user));
    await authorization.outcome(administrator, plan.planned[0]!);
    return plan;
  }
}

const ATTEMPTS = 3;

/** Returns the reasons why a document cannot be used. */
function problemsOf(document: AnyDocument | undefined): readonly Problem[] {
  return document === undefined || document.usability.usable ? [] : document.usability.problems;
}
