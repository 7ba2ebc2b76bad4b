/** Read access to SSH CAs: their public keys and KRLs. */
import type { SshPublicKey } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import { type Authorities, getNamed } from '../authorities/index.ts';
import { CaNotActiveError, type SshAuthority, requireSsh } from '../kinds/index.ts';
import type { EncodedKrl, Krls } from './krl.ts';

export interface ReadSshAuthoritiesDeps extends Pick<UseCaseDeps, 'access' | 'clock'> {
  readonly authorities: Authorities;
  readonly krls: Krls;
}

export class ReadSshAuthorities extends WithDeps<ReadSshAuthoritiesDeps> {
  /**
   * Returns the present key of a CA.
   *
   * @throws {@link CaNotFoundError}, {@link WrongCaKindError}
   * @throws {@link CaNotActiveError} if it has none yet
   */
  async publicKey(administrator: Administrator, caName: string): Promise<SshPublicKey> {
    const { name, status, publicKeys } = await this.#get(administrator, caName);
    const [key] = publicKeys;
    if (key === undefined) throw new CaNotActiveError(name, status);
    return key;
  }

  /**
   * Returns the present KRL of a CA. Nothing is stored, since it can be made again at any time.
   *
   * @throws {@link CaNotFoundError}, {@link WrongCaKindError}
   */
  async krl(administrator: Administrator, caName: string): Promise<EncodedKrl> {
    return this.krlOf(await this.#get(administrator, caName));
  }

  /** Returns the same as {@link krl}, for a caller that already has the CA. KRLs are public, so no authorization is needed. */
  krlOf({ id, name, status, publicKeys }: SshAuthority): Promise<EncodedKrl> {
    const { krls, clock } = this.deps;
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
    return requireSsh(await getNamed(administrator, caName, this.deps));
  }
}

/** A day, since the clock of a host may be behind. */
const EXPIRED_KEPT_SECONDS = 86_400;
