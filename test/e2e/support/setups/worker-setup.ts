/** Workers as administrators see them through the signing interface. */
import assert from 'node:assert/strict';
import { type Answer, type CallOptions, send, type TestServer } from '../test-server.ts';

const SIGNING_REST = '/signserver/rest/v1';

/** A server, and who calls it. */
export type WorkerServer = Pick<TestServer, 'running' | 'superAdministrator' | 'caChain'>;

/** Calls an operation on workers over TLS, as the super administrator and with the headers that it asks for unless told otherwise. */
export async function workers(server: WorkerServer, target: string, options: CallOptions = {}): Promise<Answer> {
  const { as = server.superAdministrator } = options;
  const headers = { accept: 'application/json', 'x-keyfactor-requested-with': '1', ...options.headers };
  return send(
    new URL(`${SIGNING_REST}/workers${target}`, server.running.urls[0]),
    { ...as, ca: server.caChain },
    { ...options, headers },
  );
}

/** Makes a worker with that id, which has to succeed. */
export async function addWorker(
  server: WorkerServer,
  id: number,
  properties: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await workers(server, `/${id}`, { body: { properties } });
  assert.equal(answer.status, 201, answer.text);
}

/** Leaves none of the workers that an installation begins with. */
export async function removeAllWorkers(server: WorkerServer): Promise<void> {
  const { json } = await workers(server, '');
  for (const { id } of json['workers'] as readonly { readonly id: number }[]) {
    assert.equal((await workers(server, `/${id}`, { method: 'DELETE' })).status, 200);
  }
}

/** The properties of a worker as the interface shows them. */
export async function propertiesOf(server: WorkerServer, id: number): Promise<Readonly<Record<string, string>>> {
  const answer = await workers(server, `/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json['properties'] as Record<string, string>;
}

/** Asserts the status of a refusal and its text, and that the body has the members of all releases of the interface. */
export function assertRefused({ status, json, text, headers }: Answer, expected: number, message?: string): void {
  assert.equal(status, expected, text);
  assert.equal(headers['content-type'], 'application/json');
  assert.deepEqual(Object.keys(json).toSorted(), ['error', 'errorCode', 'errorMessage']);
  assert.equal(json['errorCode'], expected);
  assert.equal(json['errorMessage'], json['error']);
  if (message !== undefined) assert.equal(json['error'], message);
}
