/** `/publishers`: the queues of publishers, and what administrators do about them. */
import { Type } from 'typebox';
import { type ListedPublisher, MOST_COUNTED } from '../../../modules/publishers/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath } from '../schemas.ts';
import { formatMilliseconds } from '../times.ts';

/** `GET /publishers`: publishers with their queues and their last errors. */
export function listPublishers({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/publishers',
    operation('publishers.list', 'Publishers with their queues and their last errors', {
      response: { 200: PublisherList, ...errorResponses() },
    }),
    async (request) => ({
      publishers: (await deps.publishers.listPublishers.list(administrator(request))).map(bodyOf),
    }),
  );
}

/** `POST /publishers/{name}/test`: tries what publishing needs. */
export function testPublisher({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/publishers/:name/test',
    operation('publishers.test', 'Test a publisher', {
      params: NamePath,
      response: { 200: Tested, ...errorResponses(404, 409) },
    }),
    async (request) => deps.publishers.testPublisher.test(administrator(request), request.params.name),
  );
}

/** `POST /publishers/{name}/retry`: has what waits for a person tried again. */
export function retryPublisher({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/publishers/:name/retry',
    operation('publishers.retry', 'Try again what a publisher has refused, at once', {
      params: NamePath,
      response: { 200: Retried, ...errorResponses(404, 409) },
    }),
    async (request) => ({
      retried: await deps.publishers.retryPublications.retry(administrator(request), request.params.name),
    }),
  );
}

function bodyOf({ name, publicId, type, state, isMissed, queue, health }: ListedPublisher) {
  const { failingSinceMs, problem = '', succeededMs, nextMs = 0 } = health ?? {};
  const lastError = problem === '' ? queue.problem : problem;
  return {
    name,
    id: publicId,
    type,
    state,
    missed: isMissed,
    waiting: queue.waiting,
    held: queue.held,
    ...(queue.oldestMs === undefined ? {} : { oldest: formatMilliseconds(queue.oldestMs) }),
    ...(failingSinceMs === undefined
      ? {}
      : { failing_since: formatMilliseconds(failingSinceMs), next_attempt: formatMilliseconds(nextMs) }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
    ...(succeededMs === undefined ? {} : { last_success: formatMilliseconds(succeededMs) }),
  };
}

const Time = { format: 'date-time' } as const;

const PublisherList = Type.Object(
  {
    publishers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          id: Type.Integer({ description: 'The number that other interfaces show.' }),
          type: Type.String({ description: 'The kind, such as FILES, as its settings have it.' }),
          state: Type.Enum(['working', 'failing', 'held', 'disabled', 'unusable'], {
            type: 'string',
            description:
              'failing: nothing arrives. held: some objects wait for a person. disabled: it collects and delivers nothing. unusable: it does neither.',
          }),
          missed: Type.Boolean({
            description:
              'It is unusable, and certificate profiles or CAs name it: what they publish does not get there.',
          }),
          waiting: Type.Integer({ description: `Objects in its queue; ${MOST_COUNTED} stands for more as well.` }),
          held: Type.Integer({ description: 'Objects that were refused, or failed too often, and wait for a retry.' }),
          oldest: Type.Optional(Type.String({ ...Time, description: 'When the oldest of these got into the queue.' })),
          failing_since: Type.Optional(Type.String(Time)),
          next_attempt: Type.Optional(Type.String({ ...Time, description: 'Of one that fails.' })),
          last_error: Type.Optional(
            Type.String({
              description: 'Of one that fails, or of an object that is held or waits for its next attempt.',
            }),
          ),
          last_success: Type.Optional(Type.String({ ...Time, description: 'When something last arrived.' })),
        },
        { title: 'ListedPublisher' },
      ),
      { description: 'In order of their names.' },
    ),
  },
  { title: 'PublisherList' },
);

const Tested = Type.Object(
  {
    passed: Type.Boolean(),
    problem: Type.Optional(Type.String({ description: 'Why it did not pass.' })),
  },
  { title: 'TestedPublisher' },
);

const Retried = Type.Object(
  { retried: Type.Integer({ description: 'How many objects waited for a person or for their next attempt.' }) },
  { title: 'RetriedPublications' },
);
