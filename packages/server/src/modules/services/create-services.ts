/**
 * The services that a new installation begins with: no CRL and no signer's certificate ends before there is the next one, nothing is archived for too long,
 * and nothing ends without a notice a month before.
 */
import { planAndCommit } from '../../kernel/unit-of-work.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import type { DocumentPlanner } from '../configuration/index.ts';
import { serviceType } from './service-type.ts';

export interface CreateServicesDeps extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store'> {
  readonly planner: DocumentPlanner;
}

/** Makes each service unless there is one of its name. Only one process of an installation may run it at a time. */
export async function createServices(deps: CreateServicesDeps): Promise<void> {
  for (const [name, settings] of SERVICES) await create(deps, name, settings);
}

async function create(deps: CreateServicesDeps, name: string, settings: object): Promise<void> {
  const { audit, configuration, planner, store } = deps;
  if ((await configuration.find(serviceType, name)) !== undefined) return;
  await planAndCommit(async () => {
    const { writes, epoch } = await planner.planCreate({ type: serviceType.token, name, settings });
    const actor = actorOf(SYSTEM);
    const entry = { event: 'SERVICE_ADD', outcome: 'SUCCESS', actor, details: { name } } as const;
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }, store);
  await configuration.refresh();
}

const SERVICES = [
  ['CRL Updater', { worker: 'CRL_UPDATER' }],
  ['Signer Renewal', { worker: 'SIGNER_RENEWAL', periodicalValue: 1, periodicalUnit: 'HOURS' }],
  [
    'Certificate Expiration Checker',
    {
      worker: 'CERTIFICATE_EXPIRATION_CHECKER',
      timeBeforeExpiring: 30,
      periodicalValue: 1,
      periodicalUnit: 'HOURS',
    },
  ],
  ['Archive Retention', { worker: 'ARCHIVE_RETENTION', periodicalValue: 1, periodicalUnit: 'HOURS' }],
] as const;
