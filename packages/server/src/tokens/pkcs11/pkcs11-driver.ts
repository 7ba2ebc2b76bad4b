import { realpath } from 'node:fs/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import {
  type CryptoToken,
  type CryptoTokenDriver,
  type InitializedToken,
  parsePkcs11Settings,
  PKCS11_TYPES,
  type Pkcs11Settings,
  type RequireOwnSlot,
  type TokenDescription,
  UnusableActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import type { KeyPairSource } from '../software/index.ts';
import { LibraryNotAllowedError, Pkcs11OperationError } from './errors.ts';
import { checkedSettings, keyPolicy } from './key-policy.ts';
import { describeDevice, deviceName, isNamedBy, Pkcs11Device } from './pkcs11-device.ts';
import { Pkcs11Library, type Pkcs11LibraryDeps } from './pkcs11-library.ts';
import { Pkcs11Token } from './pkcs11-token.ts';
import type { SlotDescription } from './protocol.ts';
import { RefusedCodes } from './refused-codes.ts';

export interface Pkcs11TokenDriverDeps extends Omit<Pkcs11LibraryDeps, 'library' | 'showOutput'> {
  /** The files that may be loaded. A token's settings cannot name another: the administrators who write them do not run the host. */
  readonly libraries: readonly string[];
  readonly keyPairs: KeyPairSource;
  readonly random: Random;
  readonly clock: Clock;
}

/** Tokens in devices, behind PKCS#11 libraries that run in processes of their own. */
export class Pkcs11TokenDriver implements CryptoTokenDriver {
  readonly types = PKCS11_TYPES;
  readonly locksItself = true;
  readonly #deps: Pkcs11TokenDriverDeps;
  readonly #libraries = new Map<string, Pkcs11Library>();
  readonly #refusedCodes: RefusedCodes;

  constructor(deps: Pkcs11TokenDriverDeps) {
    this.#deps = deps;
    this.#refusedCodes = new RefusedCodes(deps.clock, deps.random);
  }

  async lock({ properties }: TokenDescription): Promise<string> {
    const { library: file, slot } = checkedSettings(properties);
    const library = this.#library(file);
    try {
      return await library.use((process) => deviceName(process, library, slot), { repeatable: true });
    } catch (error) {
      if (!(error instanceof Pkcs11OperationError) || error.code !== 'crypto_token.unknown_slot') throw error;
      // Opening it says what is wrong.
      return `${file} ${slot.by} ${slot.value}`;
    }
  }

  async sharing(
    { properties }: TokenDescription,
    others: readonly TokenDescription[],
  ): Promise<readonly TokenDescription[]> {
    const { library: file, slot } = checkedSettings(properties);
    const library = this.#library(file);
    return sharing(file, others, () =>
      library.use((process) => describeDevice(process, library, slot), { repeatable: true }),
    );
  }

  async initialize(token: TokenDescription, code: string, requireOwnSlot?: RequireOwnSlot): Promise<InitializedToken> {
    return { protection: null, token: await this.open(token, null, code, requireOwnSlot) };
  }

  async open(
    description: TokenDescription,
    _protection: Uint8Array | null,
    code: string,
    requireOwnSlot?: RequireOwnSlot,
  ): Promise<CryptoToken> {
    const { id, properties } = description;
    const settings = checkedSettings(properties);
    const policy = keyPolicy(settings);
    const device = await this.#openDevice(id, settings, code, requireOwnSlot);
    const { random, keyPairs } = this.#deps;
    return new Pkcs11Token({ tokenId: id, device, keyPairs, properties, policy, random });
  }

  /** Changes the PIN of the device itself, for everybody who uses it. */
  async changeCode(
    { id, properties }: TokenDescription,
    _protection: Uint8Array | null,
    code: string,
    newCode: string,
    requireOwnSlot?: RequireOwnSlot,
  ): Promise<null> {
    // Opening it looks for slots that are new, and checks the code.
    const device = await this.#openDevice(id, checkedSettings(properties), code, requireOwnSlot);
    try {
      await device.changeCode(newCode);
    } catch (error) {
      if (!(error instanceof Pkcs11OperationError) || !error.returned(...UNUSABLE_PIN)) throw error;
      throw new UnusableActivationCodeError('the device does not take it');
    } finally {
      device.close();
    }
    return null;
  }

  /** Ends the processes of all libraries. */
  close(): void {
    for (const library of this.#libraries.values()) library.close();
  }

  async #openDevice(
    tokenId: number,
    { library, slot }: Pkcs11Settings,
    code: string,
    requireOwnSlot: RequireOwnSlot | undefined,
  ): Promise<Pkcs11Device> {
    const device = new Pkcs11Device({
      tokenId,
      library: this.#library(library),
      slot,
      code,
      refusedCodes: this.#refusedCodes,
      requireOwnSlot: async (describe) => requireOwnSlot?.((others) => sharing(library, others, describe)),
    });
    try {
      await device.open();
      return device;
    } catch (error) {
      device.close();
      throw error;
    }
  }

  #library(file: string): Pkcs11Library {
    const { libraries, ...deps } = this.#deps;
    if (!libraries.includes(file)) throw new LibraryNotAllowedError(file);
    const known = this.#libraries.get(file);
    if (known !== undefined) return known;
    const library = new Pkcs11Library({ ...deps, library: file });
    this.#libraries.set(file, library);
    return library;
  }
}

/** Lists those of `others` whose settings name a slot of the library, which is described only when there are any. */
async function sharing(
  library: string,
  others: readonly TokenDescription[],
  describe: () => Promise<SlotDescription>,
): Promise<readonly TokenDescription[]> {
  const neighbours = [];
  for (const token of others) {
    const other = PKCS11_TYPES.includes(token.type) ? usableSettings(token.properties) : undefined;
    if (other !== undefined && (await isSameFile(other.library, library))) neighbours.push({ token, slot: other.slot });
  }
  if (neighbours.length === 0) return [];
  const own = await describe();
  return neighbours.filter((other) => isNamedBy(own, other.slot)).map(({ token }) => token);
}

function usableSettings(properties: TokenDescription['properties']): Pkcs11Settings | undefined {
  let usable = true;
  const settings = parsePkcs11Settings(properties, () => {
    usable = false;
  });
  return usable ? settings : undefined;
}

/** An operator may allow one library under two names. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((file) => realpath(file).catch(() => file)));
  return first === second;
}

/** CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_TOO_WEAK: of a new PIN, since the old one has opened the device. */
const UNUSABLE_PIN = [0xa1, 0xa2, 0x1b8];
