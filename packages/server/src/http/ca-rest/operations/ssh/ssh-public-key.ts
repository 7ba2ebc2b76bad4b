import { Type } from 'typebox';
import { encodeBase64 } from '../../base64.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';

/** `GET /v1/ssh/{ca_name}/pubkey`: the key that hosts and users are told to trust. */
export function sshPublicKey({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/ssh/:ca_name/pubkey',
    operation(
      'v1.ssh.pubkey',
      'Public key of an SSH CA',
      {
        params: Type.Object({ ca_name: Type.String({ description: 'Percent-encoded.' }) }),
        response: {
          200: Type.Object(
            {
              ca_name: Type.String(),
              response: Type.String({
                format: 'byte',
                description: 'Base64 of the one line `type key name`, as in the file of TrustedUserCAKeys.',
              }),
            },
            { title: 'SshPublicKeyRestResponse' },
          ),
          ...errorResponses(400, 403, 404),
        },
      },
      { level: 'any', service: 'REST SSH V1' },
    ),
    async (request) => {
      const { ca_name: caName } = request.params;
      const key = await deps.ca.readSshAuthorities.publicKey(administrator(request), caName);
      return { ca_name: caName, response: encodeBase64(Buffer.from(key.toLine(caName), 'utf8')) };
    },
  );
}
