import { WithDeps } from '../../kernel/with-deps.ts';
import type { Configuration } from '../configuration/index.ts';
import { isHardwareToken } from './crypto-token-type.ts';

export interface HardwareTokensDeps {
  readonly configuration: Pick<Configuration, 'epoch' | 'getById'>;
}

/** Knowledge of which crypto tokens keep their keys in a device, under the present epoch. */
export class HardwareTokens extends WithDeps<HardwareTokensDeps> {
  #epoch = -1;
  #known = new Map<number, boolean>();

  /**
   * Tells whether a crypto token keeps its keys in a device: at once where it is known, since every signature of a CA asks.
   *
   * @throws {@link DocumentNotFoundError}
   */
  has(cryptoTokenId: number): boolean | Promise<boolean> {
    const { configuration } = this.deps;
    if (this.#epoch !== configuration.epoch) {
      this.#epoch = configuration.epoch;
      this.#known = new Map();
    }
    return this.#known.get(cryptoTokenId) ?? this.#load(cryptoTokenId, this.#known);
  }

  /** Puts the answer where it was asked for: the epoch may have moved meanwhile. */
  async #load(cryptoTokenId: number, known: Map<number, boolean>): Promise<boolean> {
    const isHardware = await isHardwareToken(this.deps.configuration, cryptoTokenId);
    known.set(cryptoTokenId, isHardware);
    return isHardware;
  }
}
