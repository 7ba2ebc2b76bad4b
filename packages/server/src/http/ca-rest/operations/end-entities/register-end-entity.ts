import type { Static } from 'typebox';
import type { Administrator } from '../../../../modules/access/index.ts';
import { EndEntityRecord, readEndEntityRecord } from '../../end-entity-record.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { sendGenerated } from '../../generated-credentials.ts';
import { IfMatch, versionToMatch } from '../../if-match.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { errorResponses, GeneratedCredentialsBody, PendingApprovalBody } from '../../schemas.ts';

const SERVICE = 'REST End Entity Management';
const RESPONSE = {
  200: GeneratedCredentialsBody,
  202: PendingApprovalBody,
  ...errorResponses(400, 403, 404, 409, 422, 503),
};

/** `POST /v1/endentity`: adds an end entity, which gets its certificate later. */
export function addEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity',
    operation(
      'v1.endentity.add',
      'Add an end entity',
      { body: EndEntityRecord, response: RESPONSE },
      { level: 'admin', service: SERVICE, bigIntegers: true },
    ),
    async (request, reply) => {
      const { body } = request;
      const username = await newUsername(body, administrator(request), deps);
      const record = readEndEntityRecord(username === undefined ? body : { ...body, username });
      const result = await deps.ra.addEndEntity.add(administrator(request), record);
      if (result.outcome === 'pending-approval')
        return reply.code(202).send(pendingApprovalBody({ ...result, username }, request));
      return sendGenerated(reply, { ...result, username });
    },
  );
}

/** Makes a username where the record has none and its end entity profile has the program make them. */
async function newUsername(
  { username, end_entity_profile_name: profile }: Static<typeof EndEntityRecord>,
  administrator: Administrator,
  { ra }: OperationScope['deps'],
): Promise<string | undefined> {
  if ((username ?? '') !== '' || (profile ?? '') === '') return undefined;
  const makes = await ra.readEndEntityProfiles.makesUsernames(administrator, profile!);
  return makes ? ra.addEndEntity.newUsername() : undefined;
}

/** `POST /v1/endentity/edit`: makes an end entity what the body says; it keeps its password where none is given. */
export function editEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity/edit',
    operation(
      'v1.endentity.edit',
      'Edit an end entity',
      {
        description: 'Replaces all but the password.',
        headers: IfMatch,
        body: EndEntityRecord,
        response: { ...RESPONSE, ...errorResponses(412) },
      },
      { level: 'admin', service: SERVICE, bigIntegers: true },
    ),
    async (request, reply) => {
      const version = versionToMatch(request.headers['if-match']);
      const record = readEndEntityRecord(request.body);
      const result = await deps.ra.editEndEntity.edit(administrator(request), record, version);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return sendGenerated(reply, result);
    },
  );
}
