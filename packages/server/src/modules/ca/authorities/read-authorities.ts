/** Read access to CAs: list, chain, latest CRL. */
import type { DistinguishedName } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import { getAccessible } from './accessible-ca.ts';
import type { Authorities } from './authorities.ts';
import { type CertificateAuthority, requireX509, subjectOfHolder } from '../kinds/index.ts';
import type { CrlKind, CrlRecord, CrlStore, EncodedCertificate } from '../records/index.ts';

/** A certificate of a chain with its subject and its issuer as distinguished names. */
export interface ChainCertificate {
  readonly der: EncodedCertificate;
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
}

export interface ReadAuthoritiesDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly crls: CrlStore;
}

export class ReadAuthorities extends WithDeps<ReadAuthoritiesDeps> {
  /**
   * Returns the CAs that the administrator has access to, sorted by name.
   *
   * @param options - `includeExternal`: also external CAs
   */
  async list(
    administrator: Administrator,
    { includeExternal }: { readonly includeExternal: boolean },
  ): Promise<readonly CertificateAuthority[]> {
    const { access, authorities } = this.deps;
    await access.authorize(administrator);
    const visible: CertificateAuthority[] = [];
    for (const authority of await authorities.list()) {
      if (authority.status === 'EXTERNAL' && !includeExternal) continue;
      if (await access.isAuthorized(administrator, Resource.ca(authority.id))) visible.push(authority);
    }
    return visible.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Returns the chain of a CA, its own certificate first. An SSH CA has no chain.
   *
   * @throws {@link CaNotFoundError} also without access to it
   */
  async chain(administrator: Administrator, subject: string): Promise<readonly ChainCertificate[]> {
    const authority = await getAccessible(administrator, Resource.administrator, { subject }, this.deps);
    if (authority.kind !== 'CVC') return requireX509(authority).chain;
    return authority.chain.map(({ der, holder, authority: issuer }) => ({
      der,
      subject: subjectOfHolder(holder),
      issuer: subjectOfHolder(issuer),
    }));
  }

  /**
   * Returns the newest CRL of a CA. Returns undefined if there is no CRL, no such CA, or no access to the CA, so that a caller cannot tell these
   * cases apart.
   */
  async latestCrl(
    administrator: Administrator,
    subject: string,
    { kind, partition }: { readonly kind: CrlKind; readonly partition: number },
  ): Promise<CrlRecord | undefined> {
    const { access, authorities, crls } = this.deps;
    const authority = await authorities.findBySubject(subject);
    if (authority === undefined) return undefined;
    if (!(await access.isAuthorized(administrator, Resource.ca(authority.id)))) return undefined;
    return crls.findLatest({ caId: authority.id, partition }, kind);
  }
}
