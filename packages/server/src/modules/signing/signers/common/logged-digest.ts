/** The properties by which digests of input and output get into the worker log. */
import { type HashAlgorithm, hashAlgorithmByName } from '@sealwright/pki';
import type { Content } from '../../../../kernel/content.ts';
import { digestOf, type WorkerLog, type WorkerProperties } from '../../worker-contract/index.ts';
import { hashCalled } from './client-side-hashing.ts';

export class LoggedDigest {
  readonly #what: 'REQUEST' | 'RESPONSE';
  readonly #name: string;
  readonly #hash: HashAlgorithm | undefined;

  private constructor(what: 'REQUEST' | 'RESPONSE', name: string, hash: HashAlgorithm | undefined) {
    this.#what = what;
    this.#name = name;
    this.#hash = hash;
  }

  /** @param usually - whether to log it when no property says so */
  static read(properties: WorkerProperties, what: 'REQUEST' | 'RESPONSE', usually: boolean): LoggedDigest {
    const wanted = properties.boolean(`DO_LOG${what}_DIGEST`, usually);
    const property = `LOG${what}_DIGESTALGORITHM`;
    const name = properties.text(property) ?? 'SHA256';
    const hash = hashCalled(name);
    if (hash === undefined) properties.report(property, `is '${name}', which is not a known hash`);
    return new LoggedDigest(what, name, wanted ? (hash ?? hashAlgorithmByName('SHA256')) : undefined);
  }

  async log(log: WorkerLog, content: Content): Promise<void> {
    if (this.#hash === undefined) return;
    log.set(`${this.#what}_DIGEST`, (await digestOf(content, this.#hash)).toHex());
    log.set(`${this.#what}_DIGEST_ALGORITHM`, this.#name);
  }
}
