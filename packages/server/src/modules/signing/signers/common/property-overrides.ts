/** Properties that clients may replace for a request, by metadata of the same name: ALLOW_PROPERTY_OVERRIDE. */
import { Secret } from '../../../configuration/index.ts';
import { IllegalRequestError, type SigningRequest, type WorkerProperties } from '../../worker-contract/index.ts';

/** The names of properties. */
export interface Overridable {
  readonly plain: readonly string[];
  readonly secret: readonly string[];
  /** Properties that clients may ask for elsewhere, and are never given here. */
  readonly never: readonly string[];
}

export class PropertyOverrides {
  readonly #properties: WorkerProperties;
  readonly #overridable: Overridable;
  readonly #allowed: ReadonlySet<string>;

  /** @param overridable - metadata of other names means nothing */
  constructor(properties: WorkerProperties, overridable: Overridable) {
    this.#properties = properties;
    this.#overridable = overridable;
    const { plain, secret } = overridable;
    const named = properties.list(ALLOWED)?.map((name) => name.toUpperCase()) ?? [];
    this.#allowed = new Set(named.filter((name) => plain.includes(name) || secret.includes(name)));
    for (const name of named) {
      if (!this.#allowed.has(name)) properties.report(ALLOWED, `names ${name}, which no client can replace`);
    }
  }

  /** Tells whether clients may replace a property, given in upper case. */
  allows(name: string): boolean {
    return this.#allowed.has(name);
  }

  /**
   * The properties for a request; undefined when it replaces none. What is wrong with them is reported as an error of the request.
   *
   * @throws {@link IllegalRequestError}
   */
  propertiesOf({ metadata }: SigningRequest): WorkerProperties | undefined {
    const { plain, secret, never } = this.#overridable;
    const replaced = [...plain, ...secret, ...never].filter((name) => metadata.has(name));
    if (replaced.length === 0) return undefined;
    const refused = replaced.find((name) => !this.#allowed.has(name));
    if (refused !== undefined) throw new IllegalRequestError(`Overriding ${refused} not permitted`);
    const values = replaced.map((name) => [name, this.#valueOf(name, metadata.get(name)!)] as const);
    return this.#properties.with(Object.fromEntries(values), (property, problem) => {
      throw new IllegalRequestError(`The property ${property} ${problem}`);
    });
  }

  #valueOf(name: string, text: string): string | Secret {
    return this.#overridable.secret.includes(name) ? new Secret(text === '', () => text) : text;
  }
}

const ALLOWED = 'ALLOW_PROPERTY_OVERRIDE';
