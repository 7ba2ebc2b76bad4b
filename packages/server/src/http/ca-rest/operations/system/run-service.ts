import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';

/** `PUT /v1/system/service/{service_name}/run`: a service does its work now. 409 when there is nothing to do. */
export function runService({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/v1/system/service/:service_name/run',
    operation(
      'v1.system.runService',
      'Run a service now',
      {
        params: Type.Object({ service_name: Type.String({ minLength: 1 }) }),
        response: { 200: RunService, ...errorResponses(403, 404, 409) },
      },
      { level: 'admin', service: 'REST System Management' },
    ),
    async (request) => {
      const { service_name: name } = request.params;
      await deps.services.runService.run(administrator(request), name);
      return { message: `Running service: ${name}` };
    },
  );
}

const RunService = Type.Object({ message: Type.String() }, { title: 'RunServiceRestResponse' });
