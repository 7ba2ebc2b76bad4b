/** Client-side hashing: a request holds a hash that the client has made of its document. */
import { AlgorithmError, type HashAlgorithm, hashAlgorithmByName } from '@sealwright/pki';
import { IllegalRequestError, type SigningRequest, type WorkerProperties } from '../../worker-contract/index.ts';

export class ClientSideHashing {
  /** True when a request holds a hash unless it says otherwise. */
  readonly usual: boolean;
  readonly #mayChoose: boolean;
  readonly #accepted: ReadonlySet<HashAlgorithm>;

  private constructor(usual: boolean, mayChoose: boolean, accepted: ReadonlySet<HashAlgorithm>) {
    this.usual = usual;
    this.#mayChoose = mayChoose;
    this.#accepted = accepted;
  }

  /** For workers that take documents only. */
  static readonly none = new ClientSideHashing(false, false, new Set());

  static read(properties: WorkerProperties): ClientSideHashing {
    const usual = properties.boolean('CLIENTSIDEHASHING', false);
    const mayChoose = properties.boolean('ALLOW_CLIENTSIDEHASHING_OVERRIDE', false);
    const accepted = readAccepted(properties);
    if ((usual || mayChoose) && accepted === undefined) {
      properties.report(ACCEPTED, 'is missing, and has to name the hashes that clients may make');
    }
    return new ClientSideHashing(usual, mayChoose, accepted ?? new Set());
  }

  /** True when any request may hold a hash. */
  get possible(): boolean {
    return this.usual || this.#mayChoose;
  }

  /**
   * The hash that the request's data was made with; undefined when the data is the document itself.
   *
   * @throws {@link IllegalRequestError}
   */
  hashOf({ metadata }: SigningRequest): HashAlgorithm | undefined {
    const asked = metadata.get('USING_CLIENTSUPPLIED_HASH')?.trim().toLowerCase() ?? '';
    const supplied = asked === '' ? this.usual : asked === 'true';
    if (supplied !== this.usual && !this.#mayChoose) {
      throw new IllegalRequestError(`${supplied ? 'Client' : 'Server'}-side hashing requested but not allowed`);
    }
    return supplied ? this.#named(metadata.get('CLIENTSIDE_HASHDIGESTALGORITHM')?.trim() ?? '') : undefined;
  }

  #named(name: string): HashAlgorithm {
    if (name === '') throw new IllegalRequestError('Client-side hashing request must specify hash algorithm used');
    const hash = hashCalled(name);
    if (hash === undefined) throw new IllegalRequestError('Client specified an unknown digest algorithm');
    if (!this.#accepted.has(hash)) {
      throw new IllegalRequestError('Client specified a non-accepted digest hash algorithm');
    }
    return hash;
  }
}

/** The hash of that name, with or without hyphens; undefined when there is none. */
export function hashCalled(name: string): HashAlgorithm | undefined {
  try {
    return hashAlgorithmByName(name);
  } catch (error) {
    if (error instanceof AlgorithmError) return undefined;
    throw error;
  }
}

function readAccepted(properties: WorkerProperties): ReadonlySet<HashAlgorithm> | undefined {
  const names = properties.list(ACCEPTED);
  return names && new Set(names.flatMap((name) => hashCalled(name) ?? reportUnknown(properties, name)));
}

function reportUnknown(properties: WorkerProperties, name: string): readonly [] {
  properties.report(ACCEPTED, `names '${name}', which is not a known hash`);
  return [];
}

const ACCEPTED = 'ACCEPTED_HASH_DIGEST_ALGORITHMS';
