import { type Static, Type } from 'typebox';
import type { KeystoreToImport } from '../../../../modules/ra/index.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, IssuerPath } from '../../schemas.ts';

/** `POST /v2/certificate/{issuer_dn}/keyimport`: makes an end entity for each keystore, and keeps its key for recovery. */
export function importKeystores({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v2/certificate/:issuer_dn/keyimport',
    {
      ...operation(
        'v2.certificate.keyimport',
        'Import the keys of certificates',
        {
          params: IssuerPath,
          body: KeyImportRequest,
          response: {
            200: KeyImportBody,
            207: KeyImportBody,
            ...errorResponses(400, 403, 404, 409, 413, 422, 503),
            500: KeyImportBody,
          },
        },
        { level: 'any', service: 'REST Certificate Management V2' },
      ),
      bodyLimit: BODY_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { body } = request;
      const keystores = readKeystores(body);
      const failures = await deps.ra.importKeystores.import(administrator(request), {
        issuerDn: request.params.issuer_dn,
        certificateProfileName: requireText('certificate_profile_name', body.certificate_profile_name),
        endEntityProfileName: requireText('end_entity_profile_name', body.end_entity_profile_name),
        keystores,
      });
      const answer = { message: messageOf(failures.length), key_import_failures: [...failures] };
      if (failures.length === 0) return reply.code(200).send(answer);
      return reply.code(failures.length < keystores.length ? 207 : 500).send(answer);
    },
  );
}

function readKeystores({ keystores }: Static<typeof KeyImportRequest>): readonly KeystoreToImport[] {
  if (keystores === undefined || keystores === null || keystores.length === 0) throw invalid('keystores', 'is empty');
  if (keystores.length > MAX_KEYSTORES)
    throw invalid('keystores', `has ${keystores.length} members; ${MAX_KEYSTORES} are the most`);
  return keystores.map(({ username, keystore, password }, index) => ({
    username: requireText(`keystores[${index}].username`, username),
    keystore: readBase64(`keystores[${index}].keystore`, requireText(`keystores[${index}].keystore`, keystore)),
    password: requireText(`keystores[${index}].password`, password),
  }));
}

function requireText(field: string, text: string | null | undefined): string {
  if (text === undefined || text === null || text === '') throw invalid(field, 'is empty');
  return text;
}

function readBase64(field: string, text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw invalid(field, 'is not base64');
  }
}

function invalid(field: string, problem: string): InvalidInputError {
  return new InvalidInputError(`Invalid KeyImportRestRequest content, ${field} ${problem}.`);
}

/** The blank is EJBCA's. */
function messageOf(failures: number): string {
  return failures === 0 ? 'All keystores are imported successfully. ' : `${failures} keystores failed to import`;
}

const text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

const KeyImportRequest = Type.Object(
  {
    certificate_profile_name: text(255),
    end_entity_profile_name: text(255),
    keystores: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object(
            { username: text(255), keystore: text(180_000), password: text(1024) },
            { title: 'KeystoreForKeyImportRestRequest' },
          ),
        ),
        Type.Null(),
      ]),
    ),
  },
  { title: 'KeyImportRestRequestV2' },
);

const KeyImportBody = Type.Object(
  {
    message: Type.String(),
    key_import_failures: Type.Array(
      Type.Object({ username: Type.String(), reason: Type.String() }, { title: 'KeyImportFailure' }),
    ),
  },
  { title: 'KeyImportRestResponseV2' },
);

const MAX_KEYSTORES = 100;
const BODY_LIMIT_OCTETS = 20 * 1024 * 1024;
