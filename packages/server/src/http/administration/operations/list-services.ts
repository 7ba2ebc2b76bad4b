import { Type } from 'typebox';
import type { ListedService } from '../../../modules/services/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatMilliseconds } from '../times.ts';

/** `GET /services`: the services that run in the background, with their last and their next run. */
export function listServices({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/services',
    operation('services.list', 'Services with their last and their next run', {
      response: { 200: ServiceList, ...errorResponses() },
    }),
    async (request) => ({ services: (await deps.services.listServices.list(administrator(request))).map(bodyOf) }),
  );
}

function bodyOf({ name, publicId, plan, lastRun, nextMs }: ListedService) {
  const { end } = lastRun ?? {};
  return {
    name,
    id: publicId,
    usable: plan !== undefined,
    ...(plan === undefined ? {} : { worker: plan.worker, active: plan.active, interval_seconds: plan.intervalSeconds }),
    ...(lastRun === undefined
      ? {}
      : {
          last_run: {
            started: formatMilliseconds(lastRun.startedMs),
            ...(end === undefined
              ? {}
              : {
                  ended: formatMilliseconds(end.endedMs),
                  outcome: end.outcome,
                  ...(end.problem === '' ? {} : { problem: end.problem }),
                }),
          },
        }),
    ...(nextMs === undefined ? {} : { next_run: formatMilliseconds(nextMs) }),
  };
}

const Time = { format: 'date-time' } as const;

const ServiceList = Type.Object(
  {
    services: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          id: Type.Integer({ description: 'The number that other interfaces show.' }),
          usable: Type.Boolean({ description: 'Whether its settings pass their checks.' }),
          worker: Type.Optional(Type.String({ description: 'What it does, such as CRL_UPDATER.' })),
          active: Type.Optional(Type.Boolean({ description: 'Whether it runs by itself.' })),
          interval_seconds: Type.Optional(Type.Integer()),
          last_run: Type.Optional(
            Type.Object(
              {
                started: Type.String(Time),
                ended: Type.Optional(
                  Type.String({ ...Time, description: 'Left out while it runs, and when its process ended with it.' }),
                ),
                outcome: Type.Optional(Type.Enum(['worked', 'nothing-to-do', 'failed'], { type: 'string' })),
                problem: Type.Optional(Type.String({ description: 'Why it failed.' })),
              },
              { title: 'ServiceRun' },
            ),
          ),
          next_run: Type.Optional(
            Type.String({ ...Time, description: 'When it is due; left out when it does not run by itself.' }),
          ),
        },
        { title: 'ListedService' },
      ),
      { description: 'In order of their names.' },
    ),
  },
  { title: 'ServiceList' },
);
