/** Memory that the texts of forms take: those of one, and those of all that are read and worked on at a time. */
import { FormTooLargeError, NoRoomError } from './errors.ts';

/** The memory for the texts of all forms. A few texts are free: who sends little is served however much others send. */
export class FormTexts {
  readonly #maxOctets: number;
  #held = 0;

  /** @param maxOctets - of all forms at a time, as they are sent: a text takes up to twice as many, and what is made of it as many again */
  constructor(maxOctets = ALL_TEXTS_OCTETS) {
    this.#maxOctets = maxOctets;
  }

  /** For a form that begins. {@link TextsOfForm.release | Release} it when the answer is out. */
  ofForm(): TextsOfForm {
    return new TextsOfForm(this);
  }

  /** @internal Whether there is room, which then is taken. */
  take(octets: number): boolean {
    if (this.#held + octets > this.#maxOctets) return false;
    this.#held += octets;
    return true;
  }

  /** @internal */
  give(octets: number): void {
    this.#held -= octets;
  }
}

/** Share of one form. */
export class TextsOfForm {
  readonly #all: FormTexts;
  #octets = 0;
  #taken = 0;
  #released = false;

  constructor(all: FormTexts) {
    this.#all = all;
  }

  /**
   * Takes room for a piece of a text; none any more once it is released, since nobody keeps what comes then.
   *
   * @throws {@link FormTooLargeError}, {@link NoRoomError}
   */
  hold(octets: number): void {
    if (this.#released) return;
    this.#octets += octets + PIECE_OCTETS;
    if (this.#octets > MAX_TEXTS_OCTETS) throw new FormTooLargeError();
    const more = Math.max(0, this.#octets - FREE_OCTETS - this.#taken);
    if (!this.#all.take(more)) throw new NoRoomError();
    this.#taken += more;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#all.give(this.#taken);
  }
}

/** Limit for one form. An image for a visible signature is the longest text that there is, a small document comes with it. */
const MAX_TEXTS_OCTETS = 2 * 1024 * 1024;
const ALL_TEXTS_OCTETS = 32 * 1024 * 1024;
/** Octets that arrive with the header or right after it. */
const FREE_OCTETS = 16 * 1024;
/** Octets that each piece of a text takes in addition to its characters until the text is complete. */
const PIECE_OCTETS = 64;
