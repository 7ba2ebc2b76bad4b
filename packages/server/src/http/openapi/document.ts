/** The OpenAPI document of an interface, made from the schemas of its routes. */
import swagger from '@fastify/swagger';
import type { TSchema } from 'typebox';
import type { EdgeInstance } from '../interface/index.ts';
import { commonStatuses, HEADERS_TOO_LONG, isBodyRead } from './common-statuses.ts';

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly prefix: string;
  /** The body of every error. */
  readonly errorBody: TSchema;
  /** Statuses of errors that all operations of the interface may answer, in addition to the common ones. */
  readonly errorStatuses: readonly number[];
  /** True when a body that is not JSON is refused in plain text. */
  readonly plainTextForBadJson?: boolean;
}

/** Notes the routes that are added to `app` from now on and serves their description as `/openapi.json` under the prefix. */
export async function documentOperations(
  app: EdgeInstance,
  { title, version, prefix, errorBody, errorStatuses, plainTextForBadJson = false }: DocumentOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version },
      servers: [{ url: prefix }],
      components: {
        securitySchemes: {
          // Since OpenAPI 3.1; the types know 3.0 only.
          clientCertificate: { type: 'mutualTLS' as 'http', scheme: undefined as never },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ clientCertificate: [] }, { bearer: [] }],
    },
    stripBasePath: true,
    transform: ({ schema, url, route }) => {
      const {
        operation: operationId,
        optionalBody = false,
        form,
        errorObjectForBadJson = false,
        plainTextFor,
      } = route.config ?? {};
      if (operationId === undefined) return { schema, url };
      const mark = optionalBody ? { [OPTIONAL_BODY]: true } : {};
      const body = form === undefined ? {} : { body: { content: { 'multipart/form-data': { schema: form } } } };
      const statuses = [...commonStatuses(route), ...errorStatuses];
      const errors = Object.fromEntries(statuses.map((status) => [status, errorBody]));
      const isBadJsonPlain = plainTextForBadJson && !errorObjectForBadJson && isBodyRead(route);
      const inPlainText = [
        ...(isBadJsonPlain ? ['a body that is not JSON'] : []),
        ...(plainTextFor === undefined ? [] : [plainTextFor]),
      ];
      const response = {
        ...errors,
        ...HEADERS_TOO_LONG,
        ...(schema.response as object),
        ...(inPlainText.length === 0 ? {} : { 400: orPlainText(errorBody, inPlainText) }),
      };
      return { schema: { ...schema, ...body, ...mark, operationId, response }, url };
    },
  });
  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(app));
    return reply.type('application/json').send(text);
  });
}

/**
 * The document of an instance whose routes were noted, its shapes under their names in `components`. Two shapes of one name are a TypeError: a
 * client that was generated of the document would take the one for the other.
 */
export function openApiDocument(app: EdgeInstance): Record<string, unknown> {
  const document = structuredClone(app.swagger()) as Record<string, unknown> & { components?: Record<string, unknown> };
  const schemas: Record<string, unknown> = {};
  const paths = nameSchemas(document['paths'], schemas);
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...document.components, schemas: sorted }, paths };
}

/** The text of a document as it is committed. */
export function formatDocument(document: Record<string, unknown>): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The answer to a refusal that is plain text for some reasons. The body of all others comes first, since clients that are generated take the first. */
function orPlainText(errorBody: TSchema, reasons: readonly string[]): object {
  return {
    description: `The request is refused: in plain text for ${reasons.join(' and ')}, otherwise as JSON.`,
    content: { 'application/json': { schema: errorBody }, 'text/plain': { schema: { type: 'string' } } },
  };
}

/** Moves every schema that has a title to `schemas` and leaves a reference to it. */
function nameSchemas(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => nameSchemas(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(
    Object.entries(withOptionalBody(node)).map(([name, value]) => [name, nameSchemas(value, schemas)]),
  );
  const { title, ...schema } = members;
  if (typeof title !== 'string' || !('type' in schema)) return members;
  if (title in schemas && JSON.stringify(schemas[title]) !== JSON.stringify(schema))
    throw new TypeError(`two schemas have the title '${title}', and a client would know only one of them`);
  schemas[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}

/** Marks operations with an optional body, which the generator of the descriptions does not know. */
function withOptionalBody(node: object): object {
  if (!(OPTIONAL_BODY in node) || !('requestBody' in node)) return node;
  const { [OPTIONAL_BODY]: _mark, ...operation } = node;
  return { ...operation, requestBody: { ...(node.requestBody as object), required: false } };
}

const OPTIONAL_BODY = 'x-optional-body';
