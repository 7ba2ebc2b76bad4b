import { AppError } from '../../kernel/errors.ts';
import { Pace } from '../../kernel/tasks/pace.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { type Administrator, type Role, roleType, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import {
  type DocumentChange,
  type DocumentPlanner,
  type EachPlan,
  type PlannedWrites,
  refusedOr,
  unitWrites,
} from '../configuration/index.ts';
import type { ChangeAuthorization } from './change-authorization.ts';
import { auditEntries } from './change-records.ts';
import type { DocumentAccess } from './document-access.ts';

export interface ChangeManyDocumentsDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration'> {
  readonly authorization: ChangeAuthorization;
  readonly documentAccess: DocumentAccess;
  readonly planner: DocumentPlanner;
}

/** Changes of many documents of many types, which become durable together or not at all. */
export class ChangeManyDocuments extends WithDeps<ChangeManyDocumentsDeps> {
  /**
   * Finds out what each change would come to when all are made together, with the rights that it takes. Nothing is stored.
   *
   * Each change is looked at whatever becomes of the others, and those that are refused still count for what names them.
   */
  async plan(administrator: Administrator, changes: readonly DocumentChange[]): Promise<EachPlan> {
    const { authorization, configuration, documentAccess, planner } = this.deps;
    const { epoch } = configuration;
    const pace = new Pace();
    const refused = new Map<DocumentChange, AppError>();
    for (const change of changes) {
      await pace.step();
      const refusal = await refusedOr(() => authorization.before(administrator, change));
      if (refusal instanceof AppError) refused.set(change, refusal);
    }
    const { outcomes } = await planner.planEach(changes, (user) => documentAccess.sees(administrator, user));
    const all: (PlannedWrites | AppError)[] = [];
    for (const [index, change] of changes.entries()) {
      await pace.step();
      // Who lacks the right learns nothing of what was found otherwise.
      all.push(refused.get(change) ?? (await this.#authorized(administrator, outcomes[index]!)));
    }
    return { epoch, outcomes: all };
  }

  /**
   * Finds the roles whose changes would have to be left out so that the administrator could still do everything after the others.
   *
   * @param changes - planned under the present epoch
   * @returns something that each takes, by document id; empty when nothing is taken
   */
  rightsLost(administrator: Administrator, changes: readonly PlannedWrites[]): Promise<ReadonlyMap<number, string>> {
    const roles = changes.flatMap(({ planned: { document } }) =>
      document?.type === roleType.token && document.usability.usable
        ? [[document.id, document.usability.value as Role] as const]
        : [],
    );
    return this.deps.access.rightsLost(administrator, new Map(roles));
  }

  /**
   * Makes the unit of changes that were planned.
   *
   * @param act - the record of all of them together, which stands before theirs
   * @param further - records of what else the changes hold
   */
  async unit(
    administrator: Administrator,
    epoch: number,
    changes: readonly PlannedWrites[],
    act: AuditEntry,
    further: readonly AuditEntry[] = [],
  ): Promise<UnitOfWork> {
    const { audit, configuration } = this.deps;
    const pace = new Pace();
    const entries: AuditEntry[] = [];
    for (const { planned } of changes) {
      await pace.step();
      const { type } = (planned.document ?? planned.before)!;
      entries.push(...auditEntries(administrator, configuration.administration(type), planned));
    }
    return audit.largeUnit(unitWrites(changes), [act, ...entries, ...further], epoch);
  }

  async #authorized(
    administrator: Administrator,
    outcome: PlannedWrites | AppError,
  ): Promise<PlannedWrites | AppError> {
    if (outcome instanceof AppError) return outcome;
    const refusal = await refusedOr(() => this.deps.authorization.outcome(administrator, outcome.planned));
    return refusal instanceof AppError ? refusal : outcome;
  }
}
