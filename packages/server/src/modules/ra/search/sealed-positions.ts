/** Ends of pages in the hands of callers, who go on there whenever and at whichever process they like. */
import type { Sealer } from '../../configuration/index.ts';
import { PageEndError } from '../errors/index.ts';
import type { CertificatePosition } from './certificate-query.ts';
import type { CallersSearch } from './page-cursors.ts';

/**
 * Positions as texts. They are encrypted, since the ids of rows would tell how many certificates others have made; and each is good for the search of the
 * caller that it was made for, and for no other.
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

  /** @throws {@link PageEndError} for a text that was not made for this search */
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
