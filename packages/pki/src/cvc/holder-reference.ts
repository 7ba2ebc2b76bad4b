/**
 * Holder of a public key: country code, holder mnemonic and sequence number in one string of up to 16 characters
 * (BSI TR-03110 part 3 A.6.1). The reference of the authority in a certificate is the holder reference of the key that signed it.
 */
import { excerpt } from '../excerpt.ts';
import { CvcError } from './errors.ts';

/** One reference. Immutable; two are the same when their text is. */
export class HolderReference {
  /** ISO 3166-1 ALPHA-2, upper case. */
  readonly country: string;
  /** 1 to 9 characters of ISO 8859-1. */
  readonly mnemonic: string;
  /** Five digits or upper-case letters. */
  readonly sequence: string;

  /** @throws {@link CvcError} `cvc.bad_reference`, which names the part */
  constructor(country: string, mnemonic: string, sequence: string) {
    requirePart('country code', country, COUNTRY, 'two upper-case letters');
    requirePart('holder mnemonic', mnemonic, MNEMONIC, '1 to 9 characters of ISO 8859-1');
    requirePart('sequence number', sequence, SEQUENCE, 'five digits or upper-case letters');
    this.country = country;
    this.mnemonic = mnemonic;
    this.sequence = sequence;
  }

  /** Reads `DECVCAEID00001`: two characters of country, five of sequence number, and between them the mnemonic. */
  static parse(text: string): HolderReference {
    if (text.length < 8 || text.length > MAX_LENGTH) {
      throw bad(`'${excerpt(text)}' has ${text.length} characters; a reference has 8 to ${MAX_LENGTH}`);
    }
    return new HolderReference(text.slice(0, 2), text.slice(2, -5), text.slice(-5));
  }

  /** Reads the content octets of a reference, ISO 8859-1 (D.2.1.4). */
  static decode(octets: Uint8Array): HolderReference {
    if (octets.length > MAX_LENGTH) throw bad(`a reference has ${octets.length} octets; it has at most ${MAX_LENGTH}`);
    return HolderReference.parse(String.fromCharCode(...octets));
  }

  /** The content octets. */
  encode(): Uint8Array {
    return Uint8Array.from(this.text, (character) => character.charCodeAt(0));
  }

  /** `DECVCAEID00001` */
  get text(): string {
    return `${this.country}${this.mnemonic}${this.sequence}`;
  }

  equals(other: HolderReference): boolean {
    return this.text === other.text;
  }

  /** Returns whether both name the same holder, under whichever sequence number. */
  sameHolder(other: HolderReference): boolean {
    return this.country === other.country && this.mnemonic === other.mnemonic;
  }

  /**
   * The reference of the holder's next key.
   *
   * A sequence of digits counts in digits, one with letters in digits and letters. Letters that begin it as the country code of the
   * certifying authority stay as they are, and what follows them counts.
   *
   * @throws {@link CvcError} `cvc.sequence_exhausted`
   */
  next(): HolderReference {
    const prefix = /^[A-Z]{2}/.exec(this.sequence)?.[0] ?? '';
    const counter = this.sequence.slice(prefix.length);
    const radix = /^\d+$/.test(counter) ? 10 : 36;
    const next = (parseInt(counter, radix) + 1).toString(radix).toUpperCase().padStart(counter.length, '0');
    if (next.length > counter.length) {
      throw new CvcError('cvc.sequence_exhausted', `no sequence number follows ${this.sequence}; one has to be chosen`);
    }
    return new HolderReference(this.country, this.mnemonic, `${prefix}${next}`);
  }
}

function requirePart(name: string, value: string, pattern: RegExp, expected: string): void {
  if (!pattern.test(value)) throw bad(`the ${name} '${excerpt(value)}' of a reference is not ${expected}`);
}

function bad(message: string): CvcError {
  return new CvcError('cvc.bad_reference', message);
}

const COUNTRY = /^[A-Z]{2}$/;
/** Codes 00 to 1F and 7F to 9F are nobody's (D.2.1.4). */
const MNEMONIC = /^[\x20-\x7e\xa0-\xff]{1,9}$/;
const SEQUENCE = /^[0-9A-Z]{5}$/;
const MAX_LENGTH = 16;
