import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath } from '../schemas.ts';
import { formatSeconds } from '../times.ts';

/** `GET /cas/{name}/crls`: the newest CRLs of a CA, without their octets. */
export function listCrls({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/cas/:name/crls',
    operation('cas.crls', 'The newest CRLs of a CA', {
      params: NamePath,
      response: { 200: CrlList, ...errorResponses(404, 422) },
    }),
    async (request) => {
      const crls = await deps.ca.listCrls.list(administrator(request), request.params.name);
      return {
        crls: crls.map(({ kind, partition, number, thisUpdate, nextUpdate, octets, imported }) => ({
          kind,
          partition,
          number,
          this_update: formatSeconds(thisUpdate),
          next_update: formatSeconds(nextUpdate),
          octets,
          imported,
        })),
      };
    },
  );
}

const CrlList = Type.Object(
  {
    crls: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['base', 'delta'], { type: 'string' }),
          partition: Type.Integer({ description: '0 is the main CRL.' }),
          number: Type.Integer(),
          this_update: Type.String({ format: 'date-time' }),
          next_update: Type.String({ format: 'date-time' }),
          octets: Type.Integer({ description: 'Of its DER.' }),
          imported: Type.Boolean({ description: 'Made elsewhere.' }),
        },
        { title: 'ListedCrl' },
      ),
      { description: 'The newest base and delta CRL of each partition; the main CRL first.' },
    ),
  },
  { title: 'CrlList' },
);
