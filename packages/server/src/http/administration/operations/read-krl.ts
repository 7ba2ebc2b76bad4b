import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';

/** `GET /ssh/{ca_name}/krl`: what an SSH CA has revoked, as of now, in the format of OpenSSH. */
export function readKrl({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/ssh/:ca_name/krl',
    operation(
      'ssh.krl',
      'Key revocation list of an SSH CA',
      {
        description: 'For `RevokedKeys` of sshd. It has no signature, since OpenSSH ignores those.',
        params: Type.Object({ ca_name: Type.String({ description: 'Percent-encoded.' }) }),
        response: {
          200: {
            description: 'The list.',
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
          ...errorResponses(404, 422),
        },
      },
      { produces: 'application/octet-stream' },
    ),
    async (request, reply) => {
      const { bytes } = await deps.ca.readSshAuthorities.krl(administrator(request), request.params.ca_name);
      void reply.type('application/octet-stream');
      return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
}
