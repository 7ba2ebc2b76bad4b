/** Whatever an operation answers, its description has the status: every operation of every interface is asked badly in many ways. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { type Answer, type CallOptions, send, type TestServer } from '../support/test-server.ts';

/** Where the documents of the interfaces are served. */
const INTERFACES = ['/ejbca/ejbca-rest-api', '/sealwright/v1', '/signserver/rest/v1', '/signserver/rest-managed/v1'];

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The smallest body that the schema takes; undefined when the operation has none. */
  readonly body: unknown;
  readonly statuses: readonly string[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Bad ways to ask, by what they are called in a failure. */
const WAYS: Readonly<Record<string, (operation: Operation) => CallOptions>> = {
  'as nobody': ({ body }) => ({ as: null, body }),
  'without a body': () => ({}),
  'for what is not there': ({ body }) => ({ body }),
  'with a body that is not JSON': () => ({ rawBody: '{', headers: JSON_TYPE }),
  'with a body of another shape': () => ({ body: ['x'] }),
  'with a text': () => ({ rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
  'with a form': () => ({ rawBody: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
  'for an image': ({ body }) => ({ body, headers: { accept: 'image/png' } }),
  'with a body of 11 MiB': () => ({ rawBody: `{"x":"${'x'.repeat(11 * 1024 * 1024)}"}` }),
  'with control characters': () => ({ body: { x: '\u0001' } }),
  'with a bad credential': ({ body }) => ({ as: null, body, headers: { authorization: 'Bearer \u00ff' } }),
};

describe('every status that an operation answers is described', () => {
  const shared = sharedServer();

  for (const prefix of INTERFACES) {
    it(`under ${prefix}`, async () => {
      const operations = await operationsOf(shared.server, prefix);
      const missing: string[] = [];
      for (const operation of operations) {
        for (const [way, optionsOf] of Object.entries(WAYS)) {
          const status = await statusOf(shared.server, prefix + operation.path, {
            method: operation.method,
            ...optionsOf(operation),
          });
          if (status !== undefined && !operation.statuses.includes(status))
            missing.push(`${operation.method} ${operation.path} ${way}: ${status}`);
        }
      }
      assert.deepEqual(missing, []);
    });
  }
});

/** @returns undefined when the server closed the connection while a large body was on its way */
async function statusOf(server: TestServer, target: string, options: CallOptions): Promise<string | undefined> {
  const headers = {
    accept: 'application/json',
    'x-signserver-custom': 'x',
    'x-requested-with': 'x',
    ...options.headers,
  };
  try {
    return String((await ask(server, target, { ...options, headers })).status);
  } catch {
    return undefined;
  }
}

function ask(server: TestServer, target: string, options: CallOptions): Promise<Answer> {
  const identity = options.as === null ? {} : server.superAdministrator;
  return send(new URL(target, server.running.urls[0]), { ...identity, ca: server.caChain }, options);
}

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

async function operationsOf(server: TestServer, prefix: string): Promise<readonly Operation[]> {
  const { json } = await ask(server, `${prefix}/openapi.json`, {});
  const { paths, components } = json as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const [content] = Object.values(requestBody?.content ?? {});
      const named = parameters.filter((parameter) => parameter.in === 'path');
      return {
        method: method.toUpperCase(),
        path: named.reduce((text, { name, schema }) => text.replace(`{${name}}`, String(valueOf(schema, {}))), path),
        body: content && valueOf(content.schema, components.schemas),
        statuses: Object.keys(responses),
      };
    }),
  );
  assert.ok(operations.length > 0);
  return operations;
}

/** A value that a schema takes, or nearly. */
function valueOf(schema: Schema, shapes: Readonly<Record<string, Schema>>): unknown {
  if (schema.$ref !== undefined) return valueOf(shapes[schema.$ref.split('/').at(-1)!]!, shapes);
  if (schema.anyOf !== undefined) return valueOf(schema.anyOf[0]!, shapes);
  if (schema.const !== undefined || schema.enum !== undefined) return schema.const ?? schema.enum![0];
  const { properties = {}, required = [] } = schema;
  if (schema.type === 'object')
    return Object.fromEntries(required.map((name) => [name, valueOf(properties[name]!, shapes)]));
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  return schema.type === 'integer' ? 7 : 'nothing';
}
