/** Page ends given to callers, who may continue from them at any time and in any process. */
import type { Sealer } from '../../configuration/index.ts';
import { PageEndError } from '../errors/index.ts';
import type { CertificatePosition } from './certificate-query.ts';
import type { CallersSearch } from './page-cursors.ts';

/**
 * Positions as text. They are encrypted, since row ids would reveal how many certificates others have made, and each is bound to the caller and the
 * search for which it was made.
 */
export class SealedPositions {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  seal(search: CallersSearch, { key, id }: CertificatePosition): string {
    const plain = new TextEncoder().encode(JSON.stringify([key, id]));
    return this.#sealer.seal(plain, contextOf(search)).toBase64({ alphabet: 'base64url', omitPadding: true });
  }

  /** Opens a position. @throws {@link PageEndError} for a text that was not made for this search */
  open(search: CallersSearch, text: string): CertificatePosition {
    try {
      const plain = this.#sealer.open(Uint8Array.fromBase64(text, { alphabet: 'base64url' }), contextOf(search));
      const [key, id] = JSON.parse(new TextDecoder().decode(plain)) as [CertificatePosition['key'], number];
      return { key, id };
    } catch (cause) {
      throw new PageEndError({ cause });
    }
  }
}

function contextOf({ caller, key }: CallersSearch): string {
  return `end of a page of ${caller} ${key}`;
}
