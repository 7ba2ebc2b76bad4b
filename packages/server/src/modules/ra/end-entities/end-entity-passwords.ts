/** Stored passwords of end entities: a verifier, and the sealed password itself where batch generation of keystores needs it. */
import type { Random } from '../../../kernel/random.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Sealer } from '../../configuration/index.ts';
import type { EndEntity } from './end-entity.ts';
import { makePasswordVerifier } from './password-verifier.ts';

export interface EndEntityPasswordsDeps {
  readonly random: Random;
  readonly sealer: Sealer;
}

/** Members of an end entity that store its password. */
export type KeptPassword = Pick<EndEntity, 'passwordVerifier' | 'sealedPassword'>;

/** Members of an end entity without a password. */
export const NO_PASSWORD: KeptPassword = { passwordVerifier: undefined, sealedPassword: undefined };

export class EndEntityPasswords extends WithDeps<EndEntityPasswordsDeps> {
  /**
   * Makes the stored form of a password, which takes about 35 ms of a pool thread.
   *
   * @param endEntityId - its end entity, to which the sealed password is bound
   * @param password - empty for no password
   * @param inClear - true if the password itself is requested to be stored, which the profile allows
   */
  async keep(endEntityId: number, password: string, { inClear }: { readonly inClear: boolean }): Promise<KeptPassword> {
    const { random, sealer } = this.deps;
    if (password === '') return NO_PASSWORD;
    return {
      passwordVerifier: await makePasswordVerifier(password, random),
      sealedPassword: inClear
        ? sealer.seal(new TextEncoder().encode(password), contextOf({ id: endEntityId }))
        : undefined,
    };
  }

  /** Returns the password itself; undefined if only a verifier is stored. Callers must not keep it longer than necessary. */
  reveal(endEntity: Pick<EndEntity, 'id' | 'sealedPassword'>): string | undefined {
    const { sealedPassword } = endEntity;
    return sealedPassword && new TextDecoder().decode(this.deps.sealer.open(sealedPassword, contextOf(endEntity)));
  }
}

function contextOf({ id }: Pick<EndEntity, 'id'>): string {
  return `end-entity/${id}/password`;
}
