import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import type { ListedCa } from '../ca-services.ts';

/** `GET /cas`: the CAs that the caller may access, with how each stands. */
export function listCas({ app, services, operation, administrator }: OperationScope): void {
  app.get(
    '/cas',
    {
      ...operation('cas.list'),
      schema: {
        summary: 'CAs that the caller may access',
        tags: ['cas'],
        response: { 200: CaList, ...errorResponses() },
      },
    },
    async (request) => ({ cas: (await services.cas.list(administrator(request))).map(bodyOf) }),
  );
}

function bodyOf({ publicId, kind, subjectDn, issuerDn, serialNumber, notAfterSeconds, tokenState, ...ca }: ListedCa) {
  return {
    id: publicId,
    name: ca.name,
    type: kind,
    status: ca.status,
    subject_dn: subjectDn,
    issuer_dn: issuerDn,
    ...(serialNumber === undefined ? {} : { serial_number: serialNumber }),
    ...(notAfterSeconds === undefined ? {} : { not_after: new Date(notAfterSeconds * 1000).toISOString() }),
    ...(tokenState === undefined ? {} : { crypto_token_state: tokenState }),
  };
}

const CaList = Type.Object(
  {
    cas: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'The number that other interfaces show.' }),
          name: Type.String(),
          type: Type.String({ description: 'X509, CVC or SSH.' }),
          status: Type.String({ description: 'As that of one CA.' }),
          subject_dn: Type.String(),
          issuer_dn: Type.String({ description: 'Of the root; its own subject while it has no certificate.' }),
          serial_number: Type.Optional(Type.String({ description: 'Of its certificate, hexadecimal.' })),
          not_after: Type.Optional(Type.String({ format: 'date-time' })),
          crypto_token_state: Type.Optional(
            Type.Enum(['active', 'offline'], {
              type: 'string',
              description: 'Of the token with its keys, on the machine that answers; left out without keys.',
            }),
          ),
        },
        { title: 'ListedCa' },
      ),
      { description: 'In order of their names.' },
    ),
  },
  { title: 'CaList' },
);
