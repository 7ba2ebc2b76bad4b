import { Type } from 'typebox';
import { type CertificateAuthority, issuerOfRoot } from '../../../../modules/ca/index.ts';
import { formatDateTime } from '../../date-times.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';

/** `GET /v1/ca`: the CAs that the caller may access. */
export function listCas({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/ca',
    operation(
      'v1.ca.list',
      'CAs that the caller may access',
      {
        querystring: Type.Object({
          includeExternal: Type.Optional(
            Type.Boolean({ default: false, description: 'Also CAs of which only the certificate is here.' }),
          ),
        }),
        response: { 200: CaInfos, ...errorResponses(403) },
      },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request) => {
      const { includeExternal = false } = request.query;
      const cas = await deps.ca.readAuthorities.list(administrator(request), { includeExternal });
      return {
        certificate_authorities: cas.map(bodyOf),
      };
    },
  );
}

function bodyOf(authority: CertificateAuthority) {
  const { publicId: id, name, notAfter, status, settings } = authority;
  return {
    id,
    name,
    subject_dn: settings.subject.toString(),
    issuer_dn: (issuerOfRoot(authority) ?? settings.subject).toString(),
    ...(notAfter === undefined ? {} : { expiration_date: formatDateTime(notAfter) }),
    external: status === 'EXTERNAL',
  };
}

const CaInfos = Type.Object(
  {
    certificate_authorities: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'The 32-bit Java hash of the subject DN.' }),
          name: Type.String(),
          subject_dn: Type.String(),
          issuer_dn: Type.String({ description: 'Of the root.' }),
          expiration_date: Type.Optional(
            Type.String({ format: 'date-time', description: 'Left out for a CA that has no certificate yet.' }),
          ),
          external: Type.Boolean(),
        },
        { title: 'CaInfoRestResponse' },
      ),
    ),
  },
  { title: 'CaInfosRestResponse' },
);
