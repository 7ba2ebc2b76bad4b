/** Who is who where several have to agree. */
import { Certificate } from '@sealwright/pki';
import type { Administrator, CertificateAdministrator } from '../access/index.ts';
import type { ApprovalRequester } from './approval-request.ts';

/**
 * The person behind an administrator: the subject of the certificate, at the CA that issued it.
 *
 * Not the certificate: whoever has two of one subject, one before its renewal and one after, is one person all the same and does not count
 * as two.
 */
export function identityOf(administrator: Administrator): string {
  if (administrator.kind !== 'certificate') return administrator.kind;
  return `${administrator.issuerCaId}:${administrator.certificate.subject.key}`;
}

/** What a request keeps of the one who made it. */
export function requesterOf(administrator: CertificateAdministrator): ApprovalRequester {
  const { certificate, issuerCaId, remoteAddress } = administrator;
  return {
    identity: identityOf(administrator),
    name: certificate.subject.toString(),
    certificate: certificate.der,
    issuerCaId,
    remoteAddress,
  };
}

/** The one who made a request, as access control knows them: what they may do is looked at when they are asked about. */
export function administratorOf({ certificate, issuerCaId, remoteAddress }: ApprovalRequester): Administrator {
  return { kind: 'certificate', certificate: Certificate.parse(certificate), issuerCaId, remoteAddress };
}
