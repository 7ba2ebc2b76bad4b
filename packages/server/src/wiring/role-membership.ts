import { Certificate } from '@sealwright/pki';
import {
  type AdministratorIssuer,
  type AuthenticatorSource,
  type ConfiguredRoles,
  isMember,
} from '../modules/access/index.ts';
import type { Authorities, CertificateRecord } from '../modules/ca/index.ts';
import type { KnownIssuers } from './known-issuers.ts';

/** Brings together what roles say of certificates and what CAs know of them. */
export class RoleMembership implements AuthenticatorSource {
  readonly #roles: ConfiguredRoles;
  readonly #authorities: Authorities;
  readonly #issuers: KnownIssuers;

  constructor(deps: {
    readonly roles: ConfiguredRoles;
    readonly authorities: Authorities;
    readonly issuers: KnownIssuers;
  }) {
    this.#roles = deps.roles;
    this.#authorities = deps.authorities;
    this.#issuers = deps.issuers;
  }

  get epoch(): number {
    return this.#roles.epoch;
  }

  async issuers(): Promise<readonly AdministratorIssuer[]> {
    const ids = new Set(
      (await this.#roles.roles()).flatMap(({ members }) => members.map(({ issuerCaId }) => issuerCaId)),
    );
    const found = await Promise.all([...ids].map((id) => this.#authorities.findById(id)));
    const issuers = found
      .filter((authority) => authority !== undefined)
      .filter((authority) => authority.kind === 'X509');
    return Promise.all(issuers.map((authority) => this.#issuers.of(authority)));
  }

  certificateStatus(caId: number, certificate: Certificate): Promise<'good' | 'revoked' | 'unknown'> {
    return this.#issuers.certificateStatus(caId, certificate);
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
