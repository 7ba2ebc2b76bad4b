import { Type } from 'typebox';
import { issuerOfRoot, type ListedCa } from '../../../modules/ca/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatSeconds } from '../times.ts';

/** `GET /cas`: the CAs that the caller may access, with how each stands. */
export function listCas({ app, deps, operation, administrator }: OperationScope): void {
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
    async (request) => ({ cas: (await deps.ca.listCas.list(administrator(request))).map(bodyOf) }),
  );
}

function bodyOf({ authority, status, tokenState }: ListedCa) {
  const { kind, name, notAfter, publicId, settings } = authority;
  const [certificate] = authority.kind === 'X509' ? authority.chain : [];
  return {
    id: publicId,
    name,
    type: kind,
    status,
    subject_dn: settings.subject.toString(),
    issuer_dn: (issuerOfRoot(authority) ?? settings.subject).toString(),
    ...(certificate === undefined ? {} : { serial_number: certificate.serialNumberText }),
    ...(notAfter === undefined ? {} : { not_after: formatSeconds(notAfter) }),
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
