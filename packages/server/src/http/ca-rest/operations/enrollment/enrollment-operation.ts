/** Operations that enroll with a request, subject to approval. They differ in the schema of their bodies. */
import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { EnrollmentWithRequest } from '../../../../modules/ra/index.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { issuedStatus, REQUEST_LIMIT_OCTETS } from '../../enrollment-request.ts';
import { EnrollmentBody, enrollmentBody, type ResponseFormat } from '../../enrollment-response.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { errorResponses, PendingApprovalBody } from '../../schemas.ts';

interface EnrollmentOperation<Body extends TObject> {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly body: Body;
  readonly bigIntegers?: boolean;
  /** Reads a body that its schema allows. */
  readonly read: (body: Static<Body>, request: Pick<FastifyRequest, 'headers'>) => RequestedEnrollment;
}

interface RequestedEnrollment {
  readonly enrollment: EnrollmentWithRequest;
  readonly format: ResponseFormat;
  readonly includeChain: boolean | null | undefined;
}

/** Adds the route of an operation. */
export function addEnrollmentOperation<Body extends TObject>(
  { app, deps, operation, administrator }: OperationScope,
  { path, id, summary, body, bigIntegers = false, read }: EnrollmentOperation<Body>,
): void {
  const success = issuedStatus(deps.compatibility);
  app.post(
    path,
    {
      ...operation(
        id,
        summary,
        {
          body,
          ...dryRunSchema(),
          response: {
            [success]: EnrollmentBody,
            202: PendingApprovalBody,
            ...errorResponses(400, 403, 404, 409, 413, 422, 503),
          },
        },
        {
          level: 'admin',
          service: 'REST Certificate Management',
          multilineMembers: ['certificate_request'],
          bigIntegers,
        },
      ),
      bodyLimit: REQUEST_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { enrollment, format, includeChain } = read(request.body as Static<Body>, request);
      const { enrollWithRequest: useCase } = deps.ra;
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), enrollment), request);
      const result = await useCase.enroll(administrator(request), enrollment);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return reply.code(success).send(enrollmentBody(result, format, includeChain ?? false));
    },
  );
}
