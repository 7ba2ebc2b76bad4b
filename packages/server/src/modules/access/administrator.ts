/** Caller as authentication found it. Every use case takes one and asks {@link AccessControl} first. */
import type { Certificate } from '@sealwright/pki';
import type { Actor } from '../audit/index.ts';

/** Somebody who proved to hold the key of a client certificate that a role's CA has issued. */
export interface CertificateAdministrator {
  readonly kind: 'certificate';
  readonly certificate: Certificate;
  /** The CA that issued the certificate, by document id. */
  readonly issuerCaId: number;
  readonly remoteAddress: string;
  /** The number of the approved request that is executed in their name, while they do nothing themselves; undefined of who calls. */
  readonly approvedRequest?: number;
}

/** The operator on the machine itself, who reads and writes the home directory anyway. */
export interface HostAdministrator {
  readonly kind: 'host';
}

/** The program itself: first start, services, renewal of its own TLS certificate. */
export interface SystemAdministrator {
  readonly kind: 'system';
}

export type Administrator = CertificateAdministrator | HostAdministrator | SystemAdministrator;

/** The program itself, as what it does by itself is asked for. */
export const SYSTEM: Administrator = { kind: 'system' };

/** The administrator as an audit record shows them. */
export function actorOf(administrator: Administrator): Actor {
  if (administrator.kind !== 'certificate') return { name: administrator.kind, evidence: {} };
  const { certificate, remoteAddress, approvedRequest } = administrator;
  return {
    name: certificate.subject.toString(),
    evidence: {
      issuer: certificate.issuer.toString(),
      serial: certificate.serialNumber,
      certificateSha256: certificate.sha256Fingerprint,
      ...(approvedRequest === undefined ? { remoteAddress } : { approvedRequest }),
    },
  };
}
