/** What may be read of CAs: the list, a chain, the latest CRL. */
import type { Certificate } from '@sealwright/pki';
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import { type Authorities, getBySubject } from './authorities.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import type { CrlKind, CrlRecord, CrlStore } from './crl-record.ts';
import { requireX509 } from './x509-authority.ts';

export interface ReadAuthoritiesDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly crls: CrlStore;
}

export class ReadAuthorities {
  readonly #deps: ReadAuthoritiesDeps;

  constructor(deps: ReadAuthoritiesDeps) {
    this.#deps = deps;
  }

  /**
   * The CAs that the administrator has access to, in order of their names.
   *
   * @param options - `includeExternal`: also those that hold only a certificate
   */
  async list(
    administrator: Administrator,
    { includeExternal }: { readonly includeExternal: boolean },
  ): Promise<readonly CertificateAuthority[]> {
    const { access, authorities } = this.#deps;
    await access.authorize(administrator);
    const visible: CertificateAuthority[] = [];
    for (const authority of await authorities.list()) {
      if (authority.status === 'EXTERNAL' && !includeExternal) continue;
      if (await access.isAuthorized(administrator, Resource.ca(authority.id))) visible.push(authority);
    }
    return visible.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The chain of a CA, its own certificate first. */
  async chain(administrator: Administrator, subject: string): Promise<readonly Certificate[]> {
    const authority = await getBySubject(this.#deps.authorities, subject);
    await this.#deps.access.authorize(administrator, Resource.ca(authority.id));
    return requireX509(authority).chain;
  }

  /**
   * The newest CRL of a CA, or undefined when there is none, or no such CA that the administrator has access to: the two look
   * alike from outside.
   */
  async latestCrl(
    administrator: Administrator,
    subject: string,
    { kind, partition }: { readonly kind: CrlKind; readonly partition: number },
  ): Promise<CrlRecord | undefined> {
    const { access, authorities, crls } = this.#deps;
    const authority = await authorities.findBySubject(subject);
    if (authority === undefined) return undefined;
    if (!(await access.isAuthorized(administrator, Resource.ca(authority.id)))) return undefined;
    return crls.findLatest({ caId: authority.id, partition }, kind);
  }
}
