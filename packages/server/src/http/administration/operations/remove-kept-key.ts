import { serialNumberFromHex } from '@sealwright/pki';
import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath } from '../schemas.ts';

/** `DELETE /cas/{name}/kept-keys/{serial_number}`: removes a key that is kept for recovery. */
export function removeKeptKey({ app, deps, operation, administrator }: OperationScope): void {
  app.delete(
    '/cas/:name/kept-keys/:serial_number',
    operation('cas.keptKeys.remove', 'Remove a key that is kept for recovery', {
      description: 'For good, whether it can be decrypted or not. The certificate stays.',
      params: Type.Object({
        ...NamePath.properties,
        serial_number: Type.String({
          pattern: '^(?!0+$)[0-9A-Fa-f]{1,40}$',
          description: 'Of the certificate that the key is kept with, hexadecimal.',
        }),
      }),
      response: { 204: Type.Null({ description: 'Removed.' }), ...errorResponses(400, 404, 409) },
    }),
    async ({ params: { name, serial_number: serialNumber }, ...request }, reply) => {
      await deps.ra.removeKeptKey.remove(administrator(request), name, serialNumberFromHex(serialNumber));
      return reply.code(204).send(null);
    },
  );
}
