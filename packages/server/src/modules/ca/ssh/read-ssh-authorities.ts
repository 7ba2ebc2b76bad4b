/** Reads of SSH CAs: their public keys and their key revocation lists. */
import type { SshPublicKey } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { AccessControl, Administrator } from '../../access/index.ts';
import { type Authorities, CaNotActiveError, type SshAuthority, getNamed, requireSsh } from '../authorities/index.ts';
import type { EncodedKrl, Krls } from './krl.ts';

export interface ReadSshAuthoritiesDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly krls: Krls;
  readonly clock: Clock;
}

export class ReadSshAuthorities {
  readonly #deps: ReadSshAuthoritiesDeps;

  constructor(deps: ReadSshAuthoritiesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the key that a CA signs with.
   *
   * @throws {@link CaNotFoundError}, {@link WrongCaKindError}
   * @throws {@link CaNotActiveError} when it has none yet
   */
  async publicKey(administrator: Administrator, caName: string): Promise<SshPublicKey> {
    const { name, status, publicKeys } = await this.#get(administrator, caName);
    const [key] = publicKeys;
    if (key === undefined) throw new CaNotActiveError(name, status);
    return key;
  }

  /**
   * Returns the list of what a CA has revoked, as of now. Nothing is stored: it can be made anew at any time.
   *
   * @throws {@link CaNotFoundError}, {@link WrongCaKindError}
   */
  async krl(administrator: Administrator, caName: string): Promise<EncodedKrl> {
    return this.krlOf(await this.#get(administrator, caName));
  }

  /** Returns the same as {@link krl}, for a caller that has the CA already. A list is public by its nature, so nobody is authenticated. */
  krlOf({ id, name, status, publicKeys }: SshAuthority): Promise<EncodedKrl> {
    const { krls, clock } = this.#deps;
    const now = nowSeconds(clock);
    const caKeys = publicKeys.map(({ blob }) => blob);
    return krls.encode(id, {
      caKeys,
      revokedKeys: status === 'REVOKED' ? caKeys : [],
      version: now,
      generatedAt: now,
      comment: name,
      expiredBefore: now - EXPIRED_KEPT_SECONDS,
    });
  }

  async #get(administrator: Administrator, caName: string): Promise<SshAuthority> {
    return requireSsh(await getNamed(administrator, caName, this.#deps));
  }
}

/** A day: the clock of a host may be behind. */
const EXPIRED_KEPT_SECONDS = 86_400;
