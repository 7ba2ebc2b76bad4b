import { Certificate } from '@sealwright/pki';
import { inTurns } from '../../kernel/tasks/pace.ts';
import type { AdministratorIssuer, AuthenticatorSource } from './authenticator.ts';
import type { ConfiguredRoles } from './configured-roles.ts';
import { isMember } from './role-member.ts';

/** The CAs that this installation knows, as issuers of certificates of administrators. */
export interface CertificateIssuers {
  /** Returns undefined for a CA that is gone or that issues certificates of another kind than X.509. */
  ofCa(caId: number): Promise<AdministratorIssuer | undefined>;
  /** As {@link AuthenticatorSource} asks for it. */
  certificateStatus(caId: number, certificate: Certificate): Promise<'good' | 'revoked' | 'unknown'>;
}

/** The members of all roles, and what their CAs know about their certificates. */
export class RoleMembership implements AuthenticatorSource {
  readonly #roles: ConfiguredRoles;
  readonly #issuers: CertificateIssuers;

  constructor({ roles, issuers }: { readonly roles: ConfiguredRoles; readonly issuers: CertificateIssuers }) {
    this.#roles = roles;
    this.#issuers = issuers;
  }

  get epoch(): number {
    return this.#roles.epoch;
  }

  async issuers(): Promise<readonly AdministratorIssuer[]> {
    const ids = new Set(
      (await this.#roles.roles()).flatMap(({ members }) => members.map(({ issuerCaId }) => issuerCaId)),
    );
    const found = await inTurns([...ids], (id) => this.#issuers.ofCa(id));
    return found.filter((issuer) => issuer !== undefined);
  }

  certificateStatus(caId: number, certificate: Certificate): Promise<'good' | 'revoked' | 'unknown'> {
    return this.#issuers.certificateStatus(caId, certificate);
  }

  /**
   * Tells whether a role has the certificate as a member, so that its revocation takes rights away.
   *
   * @param certificate - an empty `der` stands for one of which only the serial number is known
   */
  async isMember({ caId, der }: { readonly caId: number; readonly der: Uint8Array }): Promise<boolean> {
    if (der.length === 0 || (await this.#issuers.ofCa(caId)) === undefined) return false;
    const candidate = {
      kind: 'certificate',
      certificate: Certificate.parse(der),
      issuerCaId: caId,
      remoteAddress: '',
    } as const;
    return (await this.#roles.roles()).some(({ members }) => members.some((member) => isMember(member, candidate)));
  }
}
