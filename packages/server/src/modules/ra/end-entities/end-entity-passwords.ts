/** The passwords of end entities as they are stored: a verifier, and the password itself, sealed, where a batch of keystores needs it. */
import type { Random } from '../../../kernel/random.ts';
import type { Sealer } from '../../configuration/index.ts';
import type { EndEntity } from './end-entity.ts';
import { makePasswordVerifier } from './password-verifier.ts';

export interface EndEntityPasswordsDeps {
  readonly random: Random;
  readonly sealer: Sealer;
}

/** The members of an end entity that hold its password. */
export type KeptPassword = Pick<EndEntity, 'passwordVerifier' | 'sealedPassword'>;

/** The members of an end entity without a password. */
export const NO_PASSWORD: KeptPassword = { passwordVerifier: undefined, sealedPassword: undefined };

export class EndEntityPasswords {
  readonly #deps: EndEntityPasswordsDeps;

  constructor(deps: EndEntityPasswordsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes what is kept of a password, which takes about 35 ms of a pool thread.
   *
   * @param endEntityId - whose it is: what was sealed for one end entity cannot be opened as another's
   * @param password - the empty text is no password
   * @param inClear - true where the profile allows that the password itself is kept, and somebody has asked for it
   */
  async keep(endEntityId: number, password: string, { inClear }: { readonly inClear: boolean }): Promise<KeptPassword> {
    const { random, sealer } = this.#deps;
    if (password === '') return NO_PASSWORD;
    return {
      passwordVerifier: await makePasswordVerifier(password, random),
      sealedPassword: inClear
        ? sealer.seal(new TextEncoder().encode(password), contextOf({ id: endEntityId }))
        : undefined,
    };
  }

  /** Returns the password itself; undefined where only a verifier is kept. Keep it no longer than it is needed. */
  reveal(endEntity: Pick<EndEntity, 'id' | 'sealedPassword'>): string | undefined {
    const { sealedPassword } = endEntity;
    return sealedPassword && new TextDecoder().decode(this.#deps.sealer.open(sealedPassword, contextOf(endEntity)));
  }
}

function contextOf({ id }: Pick<EndEntity, 'id'>): string {
  return `end-entity/${id}/password`;
}
