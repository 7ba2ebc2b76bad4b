import { type Static, Type } from 'typebox';
import { approvalBody, ProcessApprovalBody } from '../../approval-bodies.ts';
import type { GivenDecision } from '../../../../modules/approvals/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { ApprovalPath, requirePositive } from './read-approvals.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/**
 * `POST /v1/approval/{request_id}/process`: approves or rejects.
 *
 * What is wrong with the body is told only to those who see the request, and after what is wrong with its number: clients rely on the
 * order of the answers.
 */
export function processApproval({ app, deps, operation, administrator }: OperationScope): void {
  const unauthenticatedStatus = deps.compatibility === 'ejbca' ? 403 : 401;
  app.post(
    '/v1/approval/:request_id/process',
    {
      ...operation(
        'v1.approval.process',
        'Approve or reject a request',
        {
          params: ApprovalPath,
          body: ProcessRequest,
          response: { 200: ProcessApprovalBody, ...errorResponses(400, 401, 403, 404, 409, 500) },
        },
        {
          level: 'admin',
          service: 'REST Approval Management',
          multilineMembers: ['comment', 'approval_partitions'],
          unauthenticatedStatus,
        },
      ),
      attachValidation: true,
    },
    async (request) => {
      const { validationError } = request;
      if (validationError?.validationContext === 'params') throw validationError;
      const { processApproval: useCase, readApprovals } = deps.approvals;
      const caller = administrator(request);
      const requestId = requirePositive(request.params.request_id);
      if (validationError !== undefined) {
        await readApprovals.status(caller, requestId);
        throw validationError;
      }
      await useCase.process(caller, requestId, decisionOf(request.body));
      return approvalBody(await readApprovals.get(caller, requestId));
    },
  );
}

const Partition = Type.Object(
  {
    partition_identifier: Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
    property_list: Absentable(
      Type.Array(
        Type.Object(
          {
            label: Type.String({ maxLength: 256 }),
            value: Absentable(
              Type.String({ maxLength: 4096, description: 'Numbers and true or false as texts, too.' }),
            ),
          },
          { title: 'ApprovalPartitionPropertyRestRequest' },
        ),
        { maxItems: 100 },
      ),
    ),
  },
  { title: 'ApprovalPartitionRestRequest' },
);

const ProcessRequest = Type.Object(
  {
    approve: Type.Boolean({ description: 'False rejects the request for good.' }),
    comment: Absentable(Type.String({ maxLength: 4096, description: 'Stored with the decision.' })),
    approval_partitions: Absentable(
      Type.Array(Partition, {
        maxItems: 100,
        description: 'What is decided on; not given: the partition of the open step that waits for the caller.',
      }),
    ),
  },
  { title: 'ProcessApprovalRestRequest' },
);

function decisionOf({
  approve,
  comment,
  approval_partitions: partitions,
}: Static<typeof ProcessRequest>): GivenDecision {
  const given = (partitions ?? []).map(({ partition_identifier: identifier, property_list: properties }) => ({
    identifier,
    properties: (properties ?? []).map(({ label, value }) => ({ label, value: value ?? undefined })),
  }));
  return { approve, comment: comment ?? '', partitions: given.length === 0 ? undefined : given };
}
