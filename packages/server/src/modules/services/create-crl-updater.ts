/** The service that a new installation begins with, so that no CRL ends before there is the next one. */
import { planAndCommit, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { actorOf } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Configuration, DocumentPlanner } from '../configuration/index.ts';
import { serviceType } from './service-type.ts';

export interface CreateCrlUpdaterDeps {
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly store: UnitOfWorkStore;
}

/** Makes the service unless there is one of its name. Only one process of an installation may run it at a time. */
export async function createCrlUpdater(deps: CreateCrlUpdaterDeps): Promise<void> {
  const { audit, configuration, planner, store } = deps;
  if ((await configuration.find(serviceType, NAME)) !== undefined) return;
  await planAndCommit(async () => {
    const settings = { worker: 'CRL_UPDATER' };
    const { writes, epoch } = await planner.planCreate({ type: serviceType.token, name: NAME, settings });
    const actor = actorOf({ kind: 'system' });
    const entry = { event: 'SERVICE_ADD', outcome: 'SUCCESS', actor, details: { name: NAME } } as const;
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }, store);
  await configuration.refresh();
}

const NAME = 'CRL Updater';
