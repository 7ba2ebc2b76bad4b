import { Certificate } from '@sealwright/pki';
import {
  type AdministratorIssuer,
  type AuthenticatorSource,
  type ConfiguredRoles,
  isMember,
} from '../modules/access/index.ts';
import {
  type Authorities,
  CERTIFICATE_STATUS,
  type CertificateRecord,
  type CertificateStore,
} from '../modules/ca/index.ts';
import type { SerialNumber } from '@sealwright/pki';

/** Brings together what roles say of certificates and what CAs know of them. */
export class RoleMembership implements AuthenticatorSource {
  readonly #roles: ConfiguredRoles;
  readonly #authorities: Authorities;
  readonly #certificates: CertificateStore;

  constructor(deps: {
    readonly roles: ConfiguredRoles;
    readonly authorities: Authorities;
    readonly certificates: CertificateStore;
  }) {
    this.#roles = deps.roles;
    this.#authorities = deps.authorities;
    this.#certificates = deps.certificates;
  }

  get epoch(): number {
    return this.#roles.epoch;
  }

  async issuers(): Promise<readonly AdministratorIssuer[]> {
    const ids = new Set(
      (await this.#roles.roles()).flatMap(({ members }) => members.map(({ issuerCaId }) => issuerCaId)),
    );
    const found = await Promise.all([...ids].map((id) => this.#authorities.findById(id)));
    return found
      .filter((authority) => authority !== undefined)
      .filter((authority) => authority.kind === 'X509')
      .map(({ id, chain, status }) => ({
        caId: id,
        certificates: chain.slice(0, 1),
        revoked: status === 'REVOKED',
        local: status !== 'EXTERNAL',
      }));
  }

  async certificateStatus(caId: number, serialNumber: SerialNumber): Promise<'good' | 'revoked' | 'unknown'> {
    const status = await this.#certificates.findStatus(caId, serialNumber);
    if (status === undefined) return 'unknown';
    return status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived ? 'revoked' : 'good';
  }

  /** Whether a role has the certificate as a member: its revocation takes rights away. */
  async isMember({ caId, der }: CertificateRecord): Promise<boolean> {
    // Nobody comes here with a certificate of another kind.
    if ((await this.#authorities.findById(caId))?.kind !== 'X509') return false;
    // Of which only the serial number is known.
    if (der.length === 0) return false;
    const candidate = {
      kind: 'certificate',
      certificate: Certificate.parse(der),
      issuerCaId: caId,
      remoteAddress: '',
    } as const;
    return (await this.#roles.roles()).some(({ members }) => members.some((member) => isMember(member, candidate)));
  }
}
