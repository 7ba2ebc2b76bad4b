/** A CA as the administration interface shows it. */
import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import type { CaReport } from '../../modules/ca/index.ts';
import { formatSeconds } from './times.ts';

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
export function caBody({ authority, status, state, further, revocation }: CaReport) {
  const { keyAlias, kind, name, notAfter, publicId, settings } = authority;
  const { chain, keySequence, request } = state;
  return {
    id: publicId,
    name,
    type: kind,
    status,
    subject_dn: settings.subject.toString(),
    key_alias: keyAlias,
    key_sequence: keySequence,
    ...(notAfter === undefined ? {} : { not_after: formatSeconds(notAfter) }),
    certificate_chain: chain.map((der) => formatPem(kind === 'SSH' ? 'PUBLIC KEY' : 'CERTIFICATE', der)),
    further_certificates: further.map((certificate) => ({
      role: certificate.role,
      key_alias: certificate.keyAlias,
      not_after: formatSeconds(certificate.notAfter),
      certificate: formatPem('CERTIFICATE', certificate.chain[0]!),
    })),
    ...(request === undefined ? {} : { certification_request: formatPem('CERTIFICATE REQUEST', request.der) }),
    ...(revocation === undefined ? {} : { revocation: revocationBody(revocation) }),
  };
}

function revocationBody({ reason, revokedAt, certificates, complete }: NonNullable<CaReport['revocation']>) {
  return { reason, date: formatSeconds(revokedAt), certificates, complete };
}
