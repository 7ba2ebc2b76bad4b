/** The operations on workers: listing, reading, making, changing, removing and reloading them. */
import { Type } from 'typebox';
import type { EdgeInstance } from '../interface/index.ts';
import {
  ListWorkersResponse,
  ReloadRequest,
  WorkerConfigResponse,
  WorkerIdPath,
  WorkerRequest,
  WorkerResponse,
} from './worker-schemas.ts';
import { type WorkerAdministrationDeps, workerIdOf, type WorkerScope, workerScope } from './worker-scope.ts';

/** Adds the routes. */
export function workerOperations(app: EdgeInstance, deps: WorkerAdministrationDeps): void {
  const scope = workerScope(app, deps);
  listWorkers(scope);
  readWorker(scope);
  createWorker(scope);
  updateWorker(scope);
  replaceWorker(scope);
  removeWorker(scope);
  reloadWorkers(scope);
}

function listWorkers({ app, signing, operation, administrator }: WorkerScope): void {
  app.get(
    '/workers',
    {
      ...operation('workers.list'),
      schema: { summary: 'List the workers', tags: TAGS, response: { 200: ListWorkersResponse } },
    },
    async (request, reply) => reply.send({ workers: [...(await signing.readWorkers.list(administrator(request)))] }),
  );
}

function readWorker({ app, signing, operation, administrator }: WorkerScope): void {
  app.get(
    '/workers/:id',
    {
      ...operation('workers.read'),
      schema: {
        summary: 'Read the properties of a worker',
        tags: TAGS,
        params: WorkerIdPath,
        response: { 200: WorkerConfigResponse },
      },
    },
    async (request, reply) => {
      const id = workerIdOf(request.params.id);
      return reply.send({ properties: { ...(await signing.readWorkers.properties(administrator(request), id)) } });
    },
  );
}

/** With an id in the path, or the next one that is free. The answer is empty. */
function createWorker({ app, signing, operation, administrator }: WorkerScope): void {
  const schema = {
    tags: TAGS,
    body: WorkerRequest,
    response: { 201: Type.Unsafe<undefined>({ type: 'null', description: 'Made.' }) },
  };
  app.post(
    '/workers',
    { ...operation('workers.create'), schema: { summary: 'Make a worker', ...schema } },
    async (request, reply) => {
      request.remarks = await signing.changeWorkers.create(administrator(request), undefined, request.body?.properties);
      return reply.code(201).send(undefined);
    },
  );
  app.post(
    '/workers/:id',
    {
      ...operation('workers.create_with_id'),
      schema: { summary: 'Make a worker with an id', ...schema, params: WorkerIdPath },
    },
    async (request, reply) => {
      const id = workerIdOf(request.params.id);
      request.remarks = await signing.changeWorkers.create(administrator(request), id, request.body?.properties);
      return reply.code(201).send(undefined);
    },
  );
}

function updateWorker({ app, signing, rules, operation, administrator }: WorkerScope): void {
  app.patch(
    '/workers/:id',
    {
      ...operation('workers.update'),
      schema: { summary: 'Set and remove properties of a worker', ...CHANGE },
    },
    async (request, reply) => {
      const id = workerIdOf(request.params.id);
      request.remarks = await signing.changeWorkers.update(administrator(request), id, request.body?.properties, rules);
      return reply.send({ responseMessage: 'Worker properties successfully updated' });
    },
  );
}

function replaceWorker({ app, signing, rules, operation, administrator }: WorkerScope): void {
  app.put(
    '/workers/:id',
    {
      ...operation('workers.replace'),
      schema: { summary: 'Replace all properties of a worker but its name and type', ...CHANGE },
    },
    async (request, reply) => {
      const id = workerIdOf(request.params.id);
      request.remarks = await signing.changeWorkers.replace(
        administrator(request),
        id,
        request.body?.properties,
        rules,
      );
      return reply.send({ responseMessage: 'Worker properties successfully replaced' });
    },
  );
}

/** A body is let be. */
function removeWorker({ app, signing, rules, operation, administrator }: WorkerScope): void {
  app.delete(
    '/workers/:id',
    {
      ...operation('workers.remove'),
      schema: { summary: 'Remove a worker', tags: TAGS, params: WorkerIdPath, response: { 200: WorkerResponse } },
    },
    async (request, reply) => {
      await signing.changeWorkers.remove(administrator(request), workerIdOf(request.params.id), rules);
      return reply.send({ responseMessage: 'Worker removed successfully' });
    },
  );
}

/** A body of JSON says which; a request without one means all. */
function reloadWorkers({ app, signing, operation, administrator }: WorkerScope): void {
  app.post(
    '/workers/reload',
    {
      ...operation('workers.reload'),
      schema: { summary: 'Reload workers', tags: TAGS, body: ReloadRequest, response: { 200: WorkerResponse } },
    },
    async (request, reply) => {
      const all = request.headers['content-type'] === undefined;
      await signing.reloadWorkers.reload(administrator(request), all ? undefined : (request.body?.workerIDs ?? []));
      return reply.send({ responseMessage: `${all ? 'All workers' : 'Workers'} successfully reloaded` });
    },
  );
}

const TAGS = ['Workers'];
const CHANGE = { tags: TAGS, params: WorkerIdPath, body: WorkerRequest, response: { 200: WorkerResponse } };
