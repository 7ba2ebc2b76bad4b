import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatMilliseconds } from '../times.ts';

/** `GET /certificates/{fingerprint}`: the CA and the serial number of a certificate, by which the CA REST interface knows it. */
export function readCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/certificates/:fingerprint',
    operation('certificates.get', 'The CA and the serial number of a certificate, by its fingerprint', {
      description: 'Of certificates that a search shows as well.',
      params: FingerprintPath,
      response: { 200: Certificate, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { fingerprint } = request.params;
      const found = await deps.ra.readIssuedCertificate.get(administrator(request), fingerprint.toLowerCase());
      return {
        ca_name: found.certificateAuthorityName,
        issuer_dn: found.issuerDn,
        serial_number: found.serialNumber,
        audit_records_readable: found.hasReadableHistory,
      };
    },
  );
}

/** `GET /certificates/{fingerprint}/audit-records`: who asked for a certificate, and what has been done with it. */
export function readCertificateHistory({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/certificates/:fingerprint/audit-records',
    operation('certificates.auditRecords', 'The audit records about a certificate', {
      description: 'Needs the right /secureaudit/auditor/select/ in addition to those to see the certificate.',
      params: FingerprintPath,
      response: { 200: AuditRecords, ...errorResponses(400, 404) },
    }),
    async (request) => {
      const { fingerprint } = request.params;
      const { records, more } = await deps.ra.readIssuedCertificate.history(
        administrator(request),
        fingerprint.toLowerCase(),
      );
      return {
        audit_records: records.map(({ timeMs, event, outcome, actor, username, details }) => ({
          time: formatMilliseconds(timeMs),
          event,
          outcome,
          actor: { ...actor },
          ...(username === undefined ? {} : { username }),
          ...(details === undefined ? {} : { details: { ...details } }),
        })),
        more,
      };
    },
  );
}

const FingerprintPath = Type.Object({
  fingerprint: Type.String({
    pattern: '^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$',
    description: 'SHA-1 or SHA-256 of the certificate, hexadecimal without colons.',
  }),
});

const Certificate = Type.Object(
  {
    ca_name: Type.String(),
    issuer_dn: Type.String({ description: 'Subject of the CA, RFC 4514.' }),
    serial_number: Type.String({ description: 'Upper-case hex.' }),
    audit_records_readable: Type.Boolean({ description: 'Whether the caller has the right to its audit records.' }),
  },
  { title: 'CertificateName' },
);

const Members = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const AuditRecords = Type.Object(
  {
    audit_records: Type.Array(
      Type.Object(
        {
          time: Type.String({ format: 'date-time' }),
          event: Type.String({ description: 'Such as CERT_CREATION, CERT_REVOKED and CERT_CHANGEDSTATUS.' }),
          outcome: Type.Enum(['SUCCESS', 'FAILURE', 'VOID'], { type: 'string' }),
          actor: Members('Who did it: the member `name`, and what identifies them exactly.'),
          username: Type.Optional(Type.String({ description: 'Of the end entity.' })),
          details: Type.Optional(Members('Further details of the event.')),
        },
        { title: 'AuditRecord' },
      ),
      { description: 'Oldest first.' },
    ),
    more: Type.Boolean({ description: 'Whether there are more than these 1,000.' }),
  },
  { title: 'AuditRecords' },
);
