import { Type } from 'typebox';
import type { ListedJob } from '../../../modules/services/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatMilliseconds } from '../times.ts';

/** `GET /jobs`: the jobs that run in the background, with their progress. */
export function listJobs({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/jobs',
    operation(
      'jobs.list',
      'Jobs with their progress',
      { response: { 200: JobList, ...errorResponses() } },
      { tag: 'services' },
    ),
    async (request) => ({ jobs: (await deps.services.listJobs.list(administrator(request))).map(bodyOf) }),
  );
}

function bodyOf({ kind, purpose, caName, state, counts, problem, createdMs, updatedMs }: ListedJob) {
  return {
    name: kind,
    ...(purpose === undefined ? {} : { purpose }),
    ...(caName === undefined ? {} : { ca: caName }),
    state,
    ...(counts === undefined ? {} : { progress: counts }),
    ...(problem === '' ? {} : { problem }),
    created: formatMilliseconds(createdMs),
    updated: formatMilliseconds(updatedMs),
  };
}

const Time = { format: 'date-time' } as const;

const JobList = Type.Object(
  {
    jobs: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The kind of work, such as rewrap-kept-keys.' }),
          purpose: Type.Optional(
            Type.String({ description: 'What it does; left out when only another release of the server knows.' }),
          ),
          ca: Type.Optional(
            Type.String({
              description:
                'The CA that it works for; left out when the caller has no access to it, or it no longer exists.',
            }),
          ),
          state: Type.Enum(['waiting', 'running', 'done', 'failed'], {
            type: 'string',
            description: 'Waiting: no process works on it at the moment; one will soon.',
          }),
          progress: Type.Optional(
            Type.Record(Type.String(), Type.Integer(), {
              description: 'How many things it has done so far, by what it did with them, such as revoked.',
            }),
          ),
          problem: Type.Optional(
            Type.String({
              description:
                'Why its last step failed; without access to its CA only that it did. A job that is waiting or running tries it again.',
            }),
          ),
          created: Type.String(Time),
          updated: Type.String({ ...Time, description: 'When it made its last step.' }),
        },
        { title: 'ListedJob' },
      ),
      {
        description:
          'Up to 1,000 that have not ended, the oldest first, then the last 100 that have, the latest first.',
      },
    ),
  },
  { title: 'JobList' },
);
