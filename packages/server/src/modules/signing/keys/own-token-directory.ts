/** Workers' own crypto tokens, described for the key host. */
import path from 'node:path';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Configuration } from '../../configuration/index.ts';
import { configuredDevices, type ConfiguredToken, type TokenDirectory } from '../../crypto-tokens/index.ts';
import { type OwnToken, ownTokenOf, type WorkerDocument, workerType } from '../workers/index.ts';

export interface OwnTokenDirectoryDeps {
  readonly configuration: Configuration;
  /** Absolute paths of the PKCS #11 libraries that the operator allows. Workers name one by its file, with or without directory and extension. */
  readonly libraries: readonly string[];
}

export class OwnTokenDirectory extends WithDeps<OwnTokenDirectoryDeps> implements TokenDirectory {
  async find(tokenId: number): Promise<ConfiguredToken | undefined> {
    const worker = await this.#worker(tokenId);
    const token = worker && ownTokenOf(worker);
    if (token === undefined) return undefined;
    const { id, type, code } = token;
    return {
      id,
      type,
      properties: this.#withLibrary(token.properties),
      version: worker!.version,
      autoActivation: code !== undefined,
    };
  }

  async autoActivationCode(tokenId: number): Promise<string | undefined> {
    const worker = await this.#worker(tokenId);
    return worker && ownTokenOf(worker)?.code?.reveal();
  }

  async precedence(tokenId: number): Promise<readonly ConfiguredToken[]> {
    return (await this.find(tokenId)) === undefined ? [] : configuredDevices(this.deps.configuration);
  }

  epoch(): number {
    return this.deps.configuration.epoch;
  }

  #worker(tokenId: number): Promise<WorkerDocument | undefined> {
    return this.deps.configuration.findById(workerType, tokenId);
  }

  #withLibrary(properties: OwnToken['properties']): OwnToken['properties'] {
    const { sharedLibrary: named } = properties;
    if (named === undefined) return properties;
    const found = this.deps.libraries.find((file) =>
      [file, path.basename(file), path.parse(file).name].includes(named),
    );
    // A library that is not allowed is passed on unchanged, and the driver refuses it.
    return { ...properties, sharedLibrary: found ?? path.resolve('/', named) };
  }
}
