/** Identity of the persons who must agree. */
import { Certificate } from '@sealwright/pki';
import type { Administrator, CertificateAdministrator } from '../access/index.ts';
import type { ApprovalRequest, ApprovalRequester } from './approval-request.ts';

/** Finds the holders of certificates that this installation issued. */
export interface CertificateHolders {
  /** Returns the username of the end entity that this certificate was issued to; undefined for a certificate issued elsewhere or to no end entity. */
  usernameOf(issuerCaId: number, certificate: Certificate): Promise<string | undefined>;
}

/** An administrator with the person behind them. */
export interface Caller {
  readonly administrator: Administrator;
  /** See {@link identityOf}. */
  readonly identity: string;
}

/**
 * The person behind an administrator: the end entity whose certificate it is, where that was issued here and is known; else the subject of
 * the certificate, at the CA that issued it.
 *
 * Not the certificate: an administrator with two, one before its renewal and one after, or two of different subjects, is one person all the
 * same and does not count as two.
 */
export async function identityOf(administrator: Administrator, holders: CertificateHolders): Promise<string> {
  if (administrator.kind !== 'certificate') return administrator.kind;
  const { certificate, issuerCaId } = administrator;
  const username = await holders.usernameOf(issuerCaId, certificate);
  return username === undefined ? `${issuerCaId}:${certificate.subject.key}` : `end-entity:${username}`;
}

/** Returns what a request stores about its requester. */
export async function requesterOf(
  administrator: CertificateAdministrator,
  holders: CertificateHolders,
): Promise<ApprovalRequester> {
  const { certificate, issuerCaId, remoteAddress } = administrator;
  return {
    identity: await identityOf(administrator, holders),
    name: certificate.subject.toString(),
    certificate: certificate.der,
    issuerCaId,
    remoteAddress,
  };
}

/** Returns the requester as access control knows them. Their rights are determined at the time of the check. */
export function administratorOf({ requester, publicId }: ApprovalRequest): Administrator {
  const { certificate, issuerCaId, remoteAddress } = requester;
  return {
    kind: 'certificate',
    certificate: Certificate.parse(certificate),
    issuerCaId,
    remoteAddress,
    approvedRequest: publicId,
  };
}
