import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import type { Sealer } from '../../modules/configuration/index.ts';
import { SealBrokenError } from './errors.ts';
import { BOX_OVERHEAD, closeBox, openBox } from './sealed-box.ts';

/**
 * Seals secrets under the installation's master key.
 *
 * What it makes is an octet of format version (1), eight that identify the key, and a box of `sealed-box.ts` that the context, the
 * version and the key's identifier are authenticated with. Keys that are no longer sealed with can still open.
 */
export class MasterKeySealer implements Sealer {
  readonly #random: Random;
  readonly #current: SealingKey;
  readonly #keys: ReadonlyMap<string, SealingKey>;

  /**
   * @param masterKey - 32 octets. The sealer keeps its own copy: the caller may overwrite it.
   * @param earlier - master keys of before, to open what they sealed
   */
  constructor(masterKey: Uint8Array, random: Random, earlier: readonly Uint8Array[] = []) {
    this.#random = random;
    this.#current = sealingKey(masterKey);
    const all = [...earlier.map(sealingKey), this.#current];
    this.#keys = new Map(all.map((key) => [key.id.toHex(), key]));
  }

  seal(plain: Uint8Array, context: string): Uint8Array {
    const { id, key } = this.#current;
    const box = closeBox(key, plain, aboutOf(id, context), this.#random);
    const sealed = new Uint8Array(HEADER_OCTETS + box.length);
    sealed[0] = FORMAT_VERSION;
    sealed.set(id, 1);
    sealed.set(box, HEADER_OCTETS);
    return sealed;
  }

  /** @throws {@link SealBrokenError} */
  open(sealed: Uint8Array, context: string): Uint8Array {
    if (sealed.length < HEADER_OCTETS + BOX_OVERHEAD || sealed[0] !== FORMAT_VERSION) {
      throw new SealBrokenError('malformed', context);
    }
    const known = this.#keys.get(sealed.subarray(1, HEADER_OCTETS).toHex());
    if (known === undefined) throw new SealBrokenError('unknown_key', context);
    const plain = openBox(known.key, sealed.subarray(HEADER_OCTETS), aboutOf(known.id, context));
    if (plain === undefined) throw new SealBrokenError('broken', context);
    return plain;
  }
}

interface SealingKey {
  readonly id: Uint8Array;
  readonly key: KeyObject;
}

/** The identifier is a MAC, which says nothing of the key; the key that encrypts is another MAC, so that the two uses stay apart. */
function sealingKey(masterKey: Uint8Array): SealingKey {
  if (masterKey.length !== KEY_OCTETS) throw new RangeError(`a master key has ${KEY_OCTETS} octets`);
  const derived = derive(masterKey, 'sealwright sealing key');
  const key = createSecretKey(derived);
  derived.fill(0);
  return { id: derive(masterKey, 'sealwright sealing key id').subarray(0, ID_OCTETS), key };
}

function derive(masterKey: Uint8Array, purpose: string): Uint8Array {
  return createHmac('sha256', masterKey).update(purpose).digest();
}

function aboutOf(id: Uint8Array, context: string): Uint8Array {
  const text = new TextEncoder().encode(context);
  const about = new Uint8Array(HEADER_OCTETS + text.length);
  about[0] = FORMAT_VERSION;
  about.set(id, 1);
  about.set(text, HEADER_OCTETS);
  return about;
}

const FORMAT_VERSION = 1;
const ID_OCTETS = 8;
const HEADER_OCTETS = 1 + ID_OCTETS;
const KEY_OCTETS = 32;
