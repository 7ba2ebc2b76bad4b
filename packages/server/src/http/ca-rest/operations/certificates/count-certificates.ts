import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { untilCallerIsGone } from '../../../interface/index.ts';
import { errorResponses } from '../../schemas.ts';

/** `GET /v2/certificate/count`: how many certificates there are that the caller may see. */
export function countCertificates({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v2/certificate/count',
    operation(
      'v2.certificate.count',
      'How many certificates there are',
      {
        description:
          'Those of CAs that the caller has access to, under end entity profiles whose end entities they may view.',
        querystring: Type.Object({
          isActive: Type.Optional(
            Type.Boolean({ default: false, description: 'Only those that are not revoked; expired ones count.' }),
          ),
        }),
        response: { 200: CountResponse, ...errorResponses(403) },
      },
      { level: 'admin', service: 'REST Certificate Management V2' },
    ),
    async (request, reply) => {
      const { isActive = false } = request.query;
      const signal = untilCallerIsGone(reply);
      const { searchCertificates } = deps.ra;
      return { count: await searchCertificates.countIssued(administrator(request), { active: isActive, signal }) };
    },
  );
}

const CountResponse = Type.Object({ count: Type.Integer() }, { title: 'CertificateCountResponse' });
