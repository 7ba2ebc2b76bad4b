import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import server from '../../../package.json' with { type: 'json' };
import contract from './fixtures/contract.json' with { type: 'json' };
import { caRestDocument } from './openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface ExpectedBody {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly mediaType?: string;
  /** The body as a whole. */
  readonly bodyOptional?: boolean;
}
interface ExpectedAnswer {
  readonly status: number;
  readonly mediaType?: string;
  readonly fields?: readonly string[];
  /** The body is a list of what has the members. */
  readonly array?: boolean;
}
interface Content {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('the OpenAPI document of the CA REST interface', () => {
  let text: string;
  let document: Document;
  before(async () => {
    text = await caRestDocument(server.version);
    document = JSON.parse(text) as Document;
  });

  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  const members = (schema: Schema): string[] => Object.keys(resolve(schema).properties ?? {}).toSorted();

  it('is the committed one; node scripts/write-openapi.ts writes it', () => {
    const committed = readFileSync(new URL('../../../../../docs/openapi/ca-rest.json', import.meta.url), 'utf8');
    assert.equal(text, committed);
  });

  it('describes the operations of the contract and no others', () => {
    assert.equal(document.servers[0]!.url, contract.prefix);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.ok(contract.operations.length > 0);
    assert.deepEqual(
      described.toSorted(),
      contract.operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('has plain text for 400 where clients know it: for a body that is not JSON, unless it is a dump, and for a choice of items', () => {
    for (const { method, path, operation } of contract.operations) {
      const { content } = document.paths[path]![method.toLowerCase()]!.responses['400']!;
      const isPlain =
        (method !== 'GET' && operation !== 'v1.configdump.importJson') ||
        ['v1.configdump.exportJson', 'v1.configdump.exportZip'].includes(operation);
      // Clients that are generated of the description read the first one.
      assert.deepEqual(Object.keys(content!), ['application/json', ...(isPlain ? ['text/plain'] : [])], operation);
    }
  });

  for (const expected of contract.operations) {
    it(`has ${expected.operation} as the contract has it`, () => {
      const operation = document.paths[expected.path]![expected.method.toLowerCase()]!;
      assert.equal(operation.operationId, expected.operation);
      assert.equal(operation.security === undefined, expected.credentials);
      const parameters = (operation.parameters ?? []).map(({ name, in: where, required = false, schema }) => ({
        name,
        in: where,
        type: schema.type,
        required,
      }));
      const own = OWN_PARAMETERS.filter(({ operations }) => operations.includes(expected.operation));
      assert.deepEqual(
        parameters.toSorted(byName),
        [...expected.parameters, ...own.map(({ parameter }) => parameter)].toSorted(byName),
      );
      const success = operation.responses[expected.success.status]!.content;
      const { mediaType, fields, array = false }: ExpectedAnswer = expected.success;
      assert.deepEqual(Object.keys(success ?? {}), mediaType === undefined ? [] : [mediaType]);
      if (fields !== undefined) {
        const { schema } = success![mediaType!]!;
        assert.deepEqual(members(array ? schema.items! : schema), fields.toSorted());
      }
      for (const status of expected.errors)
        assert.deepEqual(
          members(operation.responses[status]!.content!['application/json']!.schema),
          ['error_code', 'error_message'],
          `${status}`,
        );
      assert.equal('202' in operation.responses, 'pendingApproval' in expected);
      if (expected.request === undefined) assert.equal(operation.requestBody, undefined);
      else {
        const {
          mediaType = 'application/json',
          bodyOptional = false,
          required,
          optional,
        }: ExpectedBody = expected.request;
        assert.equal(operation.requestBody!.required, !bodyOptional);
        const body = operation.requestBody!.content![mediaType]!.schema;
        assert.deepEqual((resolve(body).required ?? []).toSorted(), required.toSorted());
        assert.deepEqual(members(body), [...required, ...optional].toSorted());
      }
    });
  }
});

/** Parameters that this project adds to the contract. Clients that do not know them leave them out. */
const OWN_PARAMETERS = [
  {
    parameter: { name: 'extensions', in: 'query', type: 'boolean', required: false },
    operations: ['v1.configdump.exportJson', 'v1.configdump.exportZip'],
  },
  {
    parameter: { name: 'comments', in: 'query', type: 'boolean', required: false },
    operations: [
      'v1.configdump.exportZip',
      // Refused there.
      'v1.configdump.exportJson',
      'v1.configdump.exportType',
      'v1.configdump.exportSetting',
    ],
  },
  {
    parameter: { name: 'x-page-after', in: 'header', type: 'string', required: false },
    operations: ['v1.certificate.search', 'v2.certificate.search'],
  },
  {
    parameter: { name: 'if-match', in: 'header', type: 'string', required: false },
    operations: ['v1.endentity.edit', 'v1.endentity.setstatus'],
  },
  {
    parameter: { name: 'dryRun', in: 'query', type: 'boolean', required: false },
    operations: [
      'v1.certificate.pkcs10enroll',
      'v1.certificate.enroll',
      'v1.certificate.certificaterequest',
      'v1.certificate.enrollkeystore',
      'v1.certificate.finalize',
      'v1.ssh.certificaterequest',
    ],
  },
  ...(
    [
      ['plan', 'boolean'],
      ['force', 'boolean'],
      ['revision', 'string'],
    ] as const
  ).map(([name, type]) => ({
    parameter: { name, in: 'query', type, required: false },
    operations: ['v1.configdump.importJson', 'v1.configdump.importZip'],
  })),
];

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
