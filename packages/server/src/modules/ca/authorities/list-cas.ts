/** The CAs of an installation with their present status. */
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { CaStatus } from '../records/index.ts';
import { type CertificateAuthority, presentStatus } from '../kinds/index.ts';
import type { CrlEnd, CrlEnds } from './crl-ends.ts';
import type { ReadAuthorities } from './read-authorities.ts';

/** Expiry of a CA's delegated OCSP responders, over all of its keys that have a certificate in force. */
export interface ResponderEnd {
  /** Earliest end of validity of their certificates, seconds since 1970; undefined if there is none. */
  readonly notAfter: number | undefined;
  /** Number of keys without a responder that may sign. */
  readonly missing: number;
  /** True if one expires soon, or has expired, and should have been renewed by now. */
  readonly endsSoon: boolean;
}

/** A CA with its status at a moment. */
export interface ListedCa {
  readonly authority: CertificateAuthority;
  readonly status: CaStatus;
  /** State of the crypto token with its keys in this process; undefined for a CA without keys here. */
  readonly tokenState: 'active' | 'offline' | undefined;
  /** Expiry of its CRLs; undefined for a CA whose CRLs nobody needs. */
  readonly crls: CrlEnd | undefined;
  /** Expiry of its OCSP responders; undefined for a CA that needs none. */
  readonly ocspResponder: ResponderEnd | undefined;
}

export interface ListCasDeps {
  readonly readAuthorities: Pick<ReadAuthorities, 'list'>;
  readonly crlEnds: Pick<CrlEnds, 'of'>;
  readonly responderEnds: { of(authority: CertificateAuthority): Promise<ResponderEnd | undefined> };
  readonly tokens: Pick<CryptoTokens, 'state'>;
  readonly clock: Clock;
}

export class ListCas extends WithDeps<ListCasDeps> {
  /** Lists the CAs that the administrator has access to, including those without keys here, sorted by name. */
  async list(administrator: Administrator): Promise<readonly ListedCa[]> {
    const { clock, crlEnds, readAuthorities, responderEnds } = this.deps;
    const authorities = await readAuthorities.list(administrator, { includeExternal: true });
    const now = nowSeconds(clock);
    return Promise.all(
      authorities.map(async (authority) => ({
        authority,
        status: presentStatus(authority, now),
        tokenState: await this.#tokenStateOf(authority),
        crls: await crlEnds.of(authority),
        ocspResponder: await responderEnds.of(authority),
      })),
    );
  }

  async #tokenStateOf({ keyAlias, settings }: CertificateAuthority): Promise<ListedCa['tokenState']> {
    const tokenId = 'cryptoTokenId' in settings ? settings.cryptoTokenId : undefined;
    return keyAlias === '' || tokenId === undefined ? undefined : this.deps.tokens.state(tokenId);
  }
}
