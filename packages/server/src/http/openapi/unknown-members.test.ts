/**
 * Treatment of members that an operation does not know. Each object of each body is either closed, so that the request is refused, or it
 * stands in one of the lists below with the reason why nothing that restricts can be dropped there.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { administrationDocument } from '../administration/openapi.ts';
import { caRestDocument } from '../ca-rest/openapi.ts';
import { managedDocument } from '../signing-managed/openapi.ts';
import { signingDocument } from '../signing-rest/openapi.ts';

/** Objects whose unknown members are ignored: the specification says so, and clients send some. */
const IGNORING: Readonly<Record<string, readonly string[]>> = {
  // "Properties the server does not know are ignored, never rejected." A known one counts in every spelling of its words.
  'CA REST': [
    'AddEndEntityRestRequest',
    'AddEndEntityRestRequest.custom_data[]',
    'AddEndEntityRestRequest.extension_data[]',
    'ApprovalPartitionPropertyRestRequest',
    'ApprovalPartitionRestRequest',
    'CertificateRequestRestRequest',
    'ConfigdumpZipForm',
    'CryptoTokenActivationRestRequest',
    'CryptoTokenKeyGenerationRestRequest',
    'EndEntityRevocationRestRequest',
    'EnrollCertificateRestRequest',
    // Pairs of a name and a value.
    'EnrollCertificateRestRequest.custom_data[]',
    'EnrollCertificateRestRequest.extension_data[]',
    'EnrollCertificateWithEntityRestRequest',
    'FinalizeRestRequest',
    'GenerateCsrCaRequest',
    'ImportCrlForm',
    'KeyImportRestRequestV2',
    'KeyStoreRestRequest',
    'KeystoreForKeyImportRestRequest',
    'Pagination',
    'ProcessApprovalRestRequest',
    'SearchApprovalRestRequest',
    'SearchCertificateCriteriaRestRequest',
    'SearchCertificateSortRestRequest',
    'SearchCertificatesRestRequest',
    'SearchCertificatesRestRequestV2',
    'SearchEndEntitiesRestRequest',
    'SearchEndEntitiesRestRequestV2',
    'SearchEndEntitiesSortRestRequest',
    'SearchEndEntityCriteriaRestRequest',
    'SetEndEntityStatusRestRequest',
    'SshCertificateRequestRestRequest',
  ],
  administration: [],
  // Clients of all releases send the name of the worker and of the file beside the document. Properties of a worker are one member.
  signing: ['ProcessRequest', 'ReloadRequest', 'WorkerRequest'],
  'managed signing': ['ProcessRequest'],
};

/** Objects whose members are named by the client, and who judges every one of them. */
const FREE_MAPS: Readonly<Record<string, readonly string[]>> = {
  // The certificate profile lets an extension in or the request is refused; critical options are refused here.
  'CA REST': ['ConfigdumpDocument', 'SshCertificateRequestRestRequest.additional_extensions'],
  // Checked against the schema of the type of document, which is closed.
  administration: ['CaImport.settings', 'ChangedDocument.settings', 'NewCa.settings', 'NewDocument.settings'],
  // Stored as they are and read by the kind of worker, which names those that it does not know; metadata is the worker's to ask for.
  signing: ['ProcessRequest.metaData', 'ProcessRequest.metadata', 'WorkerRequest.properties'],
  'managed signing': ['ProcessRequest.metaData', 'ProcessRequest.metadata'],
};

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

for (const [name, make] of [
  ['CA REST', caRestDocument],
  ['administration', administrationDocument],
  ['signing', signingDocument],
  ['managed signing', managedDocument],
] as const) {
  describe(`a member that no operation of the ${name} interface knows`, () => {
    let document: Document;
    before(async () => {
      document = JSON.parse(await make('0.0.0')) as Document;
    });

    it('is refused, or ignored where the specification has it so', () => {
      assert.deepEqual(objectsOf(document, isIgnoring), IGNORING[name]);
    });

    it('counts where the client names the members', () => {
      assert.deepEqual(objectsOf(document, isFreeMap), FREE_MAPS[name]);
    });
  });
}

function isFreeMap({ additionalProperties }: Schema): boolean {
  return additionalProperties !== undefined && additionalProperties !== false;
}

function isIgnoring({ additionalProperties }: Schema): boolean {
  return additionalProperties === undefined;
}

/** Lists the paths of such objects in the bodies of requests, under the name of the next shape that has one. */
function objectsOf({ paths, components }: Document, matches: (object: Schema) => boolean): readonly string[] {
  const found = new Set<string>();
  const visit = (schema: Schema, where: string): void => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return visit(components.schemas[name]!, name);
    for (const alternative of schema.anyOf ?? []) visit(alternative, where);
    if (schema.items !== undefined) visit(schema.items, `${where}[]`);
    if (schema.type !== 'object') return;
    if (matches(schema)) found.add(where);
    for (const [member, value] of Object.entries(schema.properties ?? {})) visit(value, `${where}.${member}`);
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  const bodies = operations.flatMap(([id, { requestBody }]) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => [id, schema] as const),
  );
  assert.ok(bodies.length > 0);
  for (const [id, schema] of bodies) visit(schema, id);
  return [...found].toSorted();
}
