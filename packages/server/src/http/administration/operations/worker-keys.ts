/** `/workers/{name}/keys` and beside: the crypto token of a worker, its own or the one that it names, and the keys in it. */
import { Type } from 'typebox';
import type { KeyPairInfo } from '../../../modules/crypto-tokens/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, WorkerPath } from '../schemas.ts';

/** `GET /workers/{name}/keys`: whether the token is active, and its keys. */
export function listWorkerKeys({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/workers/:name/keys',
    operation('workers.keys', 'The keys of a worker', {
      params: WorkerPath,
      response: { 200: WorkerKeys, ...errorResponses(404, 503) },
    }),
    async ({ params, ...request }) => {
      const { state, problem, keys } = await deps.signing.workerKeys.list(administrator(request), params.name);
      return { state, ...(problem === undefined ? {} : { problem }), keys: keys.map(shown) };
    },
  );
}

/** `POST /workers/{name}/keys`: makes a key. */
export function generateWorkerKey({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/keys',
    operation('workers.keys.generate', 'Make a key for a worker', {
      params: WorkerPath,
      body: NewWorkerKey,
      response: { 200: WorkerKey, ...errorResponses(400, 404, 409, 422, 503) },
    }),
    async ({ body, params, ...request }) =>
      shown(await deps.signing.workerKeys.generate(administrator(request), params.name, body)),
  );
}

/** `POST /workers/{name}/keys/{alias}/test`: has a key sign something and checks it. */
export function testWorkerKey({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/keys/:alias/test',
    operation('workers.keys.test', 'Test a key of a worker', {
      params: KeyPath,
      response: { 200: Tested, ...errorResponses(404, 503) },
    }),
    async ({ params, ...request }) => {
      await deps.signing.workerKeys.test(administrator(request), params.name, params.alias);
      return { passed: true as const };
    },
  );
}

/** `DELETE /workers/{name}/keys/{alias}`: removes a key that no worker names. */
export function removeWorkerKey({ app, deps, operation, administrator }: OperationScope): void {
  app.delete(
    '/workers/:name/keys/:alias',
    operation('workers.keys.remove', 'Remove a key of a worker', {
      params: KeyPath,
      response: { 204: Type.Null({ description: 'Removed.' }), ...errorResponses(404, 409, 422, 503) },
    }),
    async ({ params, ...request }, reply) => {
      await deps.signing.workerKeys.remove(administrator(request), params.name, params.alias);
      return reply.code(204).send(null);
    },
  );
}

/** `POST /workers/{name}/activate`: opens the token. */
export function activateWorker({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/activate',
    operation('workers.activate', 'Activate the crypto token of a worker', {
      params: WorkerPath,
      body: Activation,
      response: { 204: Type.Null({ description: 'Active.' }), ...errorResponses(400, 404, 422, 429, 503) },
    }),
    async ({ body, params, ...request }, reply) => {
      await deps.signing.workerKeys.activate(administrator(request), params.name, body.authentication_code);
      return reply.code(204).send(null);
    },
  );
}

/** `POST /workers/{name}/deactivate`: closes the token, which comes back by its next use when its code is stored. */
export function deactivateWorker({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/deactivate',
    operation('workers.deactivate', 'Deactivate the crypto token of a worker', {
      params: WorkerPath,
      response: { 204: Type.Null({ description: 'Closed.' }), ...errorResponses(404, 503) },
    }),
    async ({ params, ...request }, reply) => {
      await deps.signing.workerKeys.deactivate(administrator(request), params.name);
      return reply.code(204).send(null);
    },
  );
}

function shown({ alias, algorithm, specification, publicKey }: KeyPairInfo) {
  return { alias, algorithm, specification, public_key: publicKey.toBase64() };
}

const KeyPath = Type.Object({ ...WorkerPath.properties, alias: Type.String({ maxLength: 255 }) });

const WorkerKey = Type.Object(
  {
    alias: Type.String(),
    algorithm: Type.String(),
    specification: Type.String({ description: 'Bits of the modulus, the curve, or the algorithm again.' }),
    public_key: Type.String({ format: 'byte', description: 'Base64 of the DER SubjectPublicKeyInfo.' }),
  },
  { title: 'WorkerKey' },
);

const WorkerKeys = Type.Object(
  {
    state: Type.Enum(['active', 'offline'], {
      type: 'string',
      description: 'On the host that was asked, which opens the token when its activation is automatic.',
    }),
    problem: Type.Optional(Type.String({ description: 'Why it is offline.' })),
    keys: Type.Array(WorkerKey, { description: 'At most a thousand, in the order of their aliases.' }),
  },
  { title: 'WorkerKeys' },
);

const Word = Type.String({ minLength: 1, maxLength: 255 });
const NewWorkerKey = Type.Object(
  {
    alias: Type.Optional(Type.String({ ...Word, description: 'Not given: NEXTCERTSIGNKEY, else DEFAULTKEY.' })),
    algorithm: Type.Optional(Type.String({ ...Word, description: 'Not given: KEYALG.' })),
    specification: Type.Optional(
      Type.String({ maxLength: 64, description: 'Bits, or a curve. Not given with the algorithm: KEYSPEC.' }),
    ),
  },
  { additionalProperties: false, title: 'NewWorkerKey' },
);

const Activation = Type.Object(
  { authentication_code: Type.String({ maxLength: 1024, description: 'The password of the keystore, or the PIN.' }) },
  { additionalProperties: false, title: 'WorkerActivation' },
);

const Tested = Type.Object({ passed: Type.Literal(true) }, { title: 'WorkerKeyTest' });
