/** Extensions that certificates of a CA and profile have in common. */
import { Element, hashOf, type Header } from '../ber/element.ts';
import { OneExtension } from '../certificate/one-extension.ts';
import { Reads } from './reads.ts';

/** A bounded memo of extensions, each read once from a copy of its octets. */
export class SharedExtensions {
  readonly #known = new Map<number, OneExtension>();
  #numbers = 0;

  /**
   * Reads an extension, or returns what was read of the same octets before.
   *
   * @param reads - notes when the value of one is read that is not common
   * @throws {MalformedError}
   */
  read(header: Header, reads: Reads): OneExtension {
    const hash = hashOf(header);
    const found = this.#known.get(hash);
    if (found?.element.equals(header) === true) return found;
    const element = Element.at(header.source, header.start, header.end);
    const extension = new OneExtension(element, reads);
    // Of two with the same hash the first is kept.
    const isKept = extension.isCommon && found === undefined && element.wholeLength <= MAX_OCTETS;
    return isKept ? this.#keep(hash, element) : extension;
  }

  #keep(hash: number, element: Element): OneExtension {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MAX_KNOWN) this.#known.delete(oldest);
    const copy = Element.only(Uint8Array.from(element.raw));
    const kept = new OneExtension(copy, new Reads(), ++this.#numbers);
    this.#known.set(hash, kept);
    return kept;
  }
}

const MAX_KNOWN = 1024;
const MAX_OCTETS = 512;
