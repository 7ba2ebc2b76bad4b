import { Certificate } from '@sealwright/pki';
import type { AdministratorIssuer, AuthenticatorSource, CertificateIssuers } from '../../access/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { CERTIFICATE_STATUS, type CaStateStore, type CertificateStore } from '../records/index.ts';
import type { Authorities } from './authorities.ts';
import type { X509Authority } from '../kinds/index.ts';

/** All CAs of the configuration, local and external, as issuers of client certificates. */
export class KnownIssuers implements AuthenticatorSource, CertificateIssuers {
  readonly #configuration: Configuration;
  readonly #authorities: Authorities;
  readonly #certificates: CertificateStore;
  readonly #states: Pick<CaStateStore, 'findIdBySubject' | 'listFurtherCertificates'>;
  /** Former certificates of each CA object of one epoch. Cached so that unknown callers cause no database reads. */
  readonly #former = new WeakMap<X509Authority, readonly Certificate[]>();

  constructor(deps: {
    readonly configuration: Configuration;
    readonly authorities: Authorities;
    readonly certificates: CertificateStore;
    readonly states: Pick<CaStateStore, 'findIdBySubject' | 'listFurtherCertificates'>;
  }) {
    this.#configuration = deps.configuration;
    this.#authorities = deps.authorities;
    this.#certificates = deps.certificates;
    this.#states = deps.states;
  }

  get epoch(): number {
    return this.#configuration.epoch;
  }

  /** Returns at most one issuer, since no two CAs have equal subjects. */
  async issuers({ issuer }: Certificate): Promise<readonly AdministratorIssuer[]> {
    const id = await this.#states.findIdBySubject(issuer.key);
    const found = id === undefined ? undefined : await this.ofCa(id);
    return found === undefined ? [] : [found];
  }

  async ofCa(caId: number): Promise<AdministratorIssuer | undefined> {
    const authority = await this.#authorities.findById(caId);
    return authority?.kind === 'X509' ? this.of(authority) : undefined;
  }

  /** Returns the issuer. An external CA does not report here which certificates of a former key are revoked, so only its present key counts. */
  async of(authority: X509Authority): Promise<AdministratorIssuer> {
    const { id, chain, status } = authority;
    const local = status !== 'EXTERNAL';
    const former = local ? await this.#formerOf(authority) : [];
    return { caId: id, certificates: [...chain.slice(0, 1), ...former], revoked: status === 'REVOKED', local };
  }

  /** Returns the certificates of a renewed CA's former keys. Certificates issued with them stay valid until they expire or are revoked. */
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
    // A key may have signed a certificate that its CA does not know, with the serial number of one that it knows.
    if (sha256 !== undefined && sha256.toHex() !== certificate.sha256Fingerprint) return 'unknown';
    if (status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived) return 'revoked';
    return sha256 === undefined ? 'unknown' : 'good';
  }
}

/** Limit on further certificates read: more than a CA that is renewed every year gets in thirty years. */
const MAX_FURTHER = 100;
