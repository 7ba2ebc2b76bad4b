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
  type CaStateStore,
  type CertificateRecord,
  type CertificateStore,
  type X509Authority,
} from '../modules/ca/index.ts';

/** Brings together what roles say of certificates and what CAs know of them. */
export class RoleMembership implements AuthenticatorSource {
  readonly #roles: ConfiguredRoles;
  readonly #authorities: Authorities;
  readonly #certificates: CertificateStore;
  readonly #states: Pick<CaStateStore, 'listFurtherCertificates'>;
  /** Of a CA as it is under one epoch: whoever is unknown is not to cost a look at the database. */
  readonly #former = new WeakMap<X509Authority, readonly Certificate[]>();

  constructor(deps: {
    readonly roles: ConfiguredRoles;
    readonly authorities: Authorities;
    readonly certificates: CertificateStore;
    readonly states: Pick<CaStateStore, 'listFurtherCertificates'>;
  }) {
    this.#roles = deps.roles;
    this.#authorities = deps.authorities;
    this.#certificates = deps.certificates;
    this.#states = deps.states;
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
    return Promise.all(issuers.map((authority) => this.#issuerOf(authority)));
  }

  /** A CA elsewhere does not say here which certificates of an earlier key are revoked, so only its present key counts. */
  async #issuerOf(authority: X509Authority): Promise<AdministratorIssuer> {
    const { id, chain, status } = authority;
    const local = status !== 'EXTERNAL';
    const former = local ? await this.#formerOf(authority) : [];
    return { caId: id, certificates: [...chain.slice(0, 1), ...former], revoked: status === 'REVOKED', local };
  }

  /** Those of the keys that a renewed CA had before: what it has issued with them is good until it ends or is revoked. */
  async #formerOf(authority: X509Authority): Promise<readonly Certificate[]> {
    const known = this.#former.get(authority);
    if (known !== undefined) return known;
    const keys = new Set(authority.chain.slice(0, 1).map(({ publicKey }) => publicKey.sha256Fingerprint));
    const former: Certificate[] = [];
    for (const { role, chain } of await this.#states.listFurtherCertificates(authority.id, MAX_FURTHER)) {
      const certificate = role === 'former' ? Certificate.parse(chain[0]!) : undefined;
      if (certificate === undefined || keys.has(certificate.publicKey.sha256Fingerprint)) continue;
      keys.add(certificate.publicKey.sha256Fingerprint);
      former.push(certificate);
    }
    this.#former.set(authority, former);
    return former;
  }

  async certificateStatus(caId: number, certificate: Certificate): Promise<'good' | 'revoked' | 'unknown'> {
    const found = await this.#certificates.findStatus(caId, certificate.serialNumber);
    if (found === undefined) return 'unknown';
    const { status, sha256 } = found;
    // A key may have signed what its CA knows nothing of, under the serial number of what it does know.
    if (sha256 !== undefined && sha256.toHex() !== certificate.sha256Fingerprint) return 'unknown';
    if (status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived) return 'revoked';
    return sha256 === undefined ? 'unknown' : 'good';
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

/** More than a CA that is renewed each year gets in thirty. */
const MAX_FURTHER = 100;
