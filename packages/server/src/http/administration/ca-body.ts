/** A CA as the administration interface shows it. */
import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import type { CaView } from './ca-services.ts';

export const CaPath = Type.Object({ name: Type.String({ maxLength: 255, description: 'Percent-encoded.' }) });

export const Pem = Type.String({ maxLength: 1_048_576, description: 'PEM of one or more, or base64 of one in DER.' });

export const Ca = Type.Object(
  {
    id: Type.Integer({ description: 'The number that other interfaces show.' }),
    name: Type.String(),
    type: Type.String({ description: 'X509, CVC or SSH.' }),
    status: Type.String({
      description: 'ACTIVE, OFFLINE, EXPIRED, REVOKED, WAITING_CERTIFICATE_RESPONSE, EXTERNAL or UNINITIALIZED.',
    }),
    subject_dn: Type.String(),
    key_alias: Type.String({ description: 'What it signs with; empty while it has no key.' }),
    key_sequence: Type.String(),
    not_after: Type.Optional(Type.String({ format: 'date-time' })),
    certificate_chain: Type.Array(Type.String(), {
      description: 'PEM; its own first, the root last. Of an SSH CA its public keys, the present one first.',
    }),
    further_certificates: Type.Array(
      Type.Object(
        {
          role: Type.String({ description: 'former, new-with-old or old-with-new.' }),
          key_alias: Type.String({ description: 'Of the key that is certified.' }),
          not_after: Type.String({ format: 'date-time' }),
          certificate: Type.String({ description: 'PEM.' }),
        },
        { title: 'FurtherCaCertificate' },
      ),
      { description: 'Of earlier times and keys, and those that link its keys; the newest first.' },
    ),
    certification_request: Type.Optional(Type.String({ description: 'PEM of the request that waits for an answer.' })),
    revocation: Type.Optional(
      Type.Object(
        {
          reason: Type.String(),
          date: Type.String({ format: 'date-time' }),
          certificates: Type.Integer({ description: 'Certificates that it has issued and that were revoked with it.' }),
          complete: Type.Boolean({ description: 'Whether those are all of them, and its CRLs have them.' }),
        },
        { title: 'CaRevocation' },
      ),
    ),
  },
  { title: 'Ca' },
);

/** Returns the body that {@link Ca} describes. */
export function caBody({ chain, further, request, revocation, ...ca }: CaView) {
  return {
    id: ca.publicId,
    name: ca.name,
    type: ca.kind,
    status: ca.status,
    subject_dn: ca.subjectDn,
    key_alias: ca.keyAlias,
    key_sequence: ca.keySequence,
    ...(ca.notAfterSeconds === undefined ? {} : { not_after: timeOf(ca.notAfterSeconds) }),
    certificate_chain: chain.map((der) => formatPem(ca.kind === 'SSH' ? 'PUBLIC KEY' : 'CERTIFICATE', der)),
    further_certificates: further.map(({ role, keyAlias, notAfterSeconds, certificate }) => ({
      role,
      key_alias: keyAlias,
      not_after: timeOf(notAfterSeconds),
      certificate: formatPem('CERTIFICATE', certificate),
    })),
    ...(request === undefined ? {} : { certification_request: formatPem('CERTIFICATE REQUEST', request) }),
    ...(revocation === undefined ? {} : { revocation: revocationBody(revocation) }),
  };
}

function revocationBody({ atSeconds, ...revocation }: NonNullable<CaView['revocation']>) {
  return { ...revocation, date: timeOf(atSeconds) };
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
