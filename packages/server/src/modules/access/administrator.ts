/** The authenticated caller. Every use case takes one and asks {@link AccessControl} first. */
import type { Certificate } from '@sealwright/pki';
import type { Actor } from '../audit/index.ts';

/** A person or program that proved possession of the key of a client certificate issued by a role's CA. */
export interface CertificateAdministrator {
  readonly kind: 'certificate';
  readonly certificate: Certificate;
  /** The CA that issued the certificate, by document id. */
  readonly issuerCaId: number;
  readonly remoteAddress: string;
  /** Number of the approved request that is executed in their name; undefined when they call themselves. */
  readonly approvedRequest?: number;
}

/** The operator on the host, who can read and write the home directory anyway. */
export interface HostAdministrator {
  readonly kind: 'host';
}

/** The program itself: first start, services, renewal of its own TLS certificate. */
export interface SystemAdministrator {
  readonly kind: 'system';
}

export type Administrator = CertificateAdministrator | HostAdministrator | SystemAdministrator;

/** The program itself, as the administrator of its background work. */
export const SYSTEM: Administrator = { kind: 'system' };

/** Returns the administrator as audit records show them: the same object for the same one. */
export function actorOf(administrator: Administrator): Actor {
  let actor = actors.get(administrator);
  if (actor === undefined) actors.set(administrator, (actor = makeActor(administrator)));
  return actor;
}

const actors = new WeakMap<Administrator, Actor>();

function makeActor(administrator: Administrator): Actor {
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
