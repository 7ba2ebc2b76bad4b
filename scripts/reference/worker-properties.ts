/**
 * The properties that each kind of worker reads, found by having it read.
 *
 * A kind reads some properties only when others have certain values. So it reads again and again: with each property set to each value
 * that matters, and once more where that has shown a property that was not seen before.
 */
import { WorkerProperties } from '../../packages/server/src/modules/signing/worker-contract/index.ts';
import { alternatives, code } from './markdown.ts';

/** One property as a kind reads it. */
export interface ReadProperty {
  readonly name: string;
  /** The values that it takes. */
  readonly type: string;
  /** Empty when there is none. */
  readonly usual: string;
}

/**
 * Finds the properties that `read` looks at, by their names.
 *
 * @param first - properties to begin with, where no value that is tried here leads to further ones
 */
export function propertiesRead(
  read: (properties: WorkerProperties) => void,
  first: readonly Readonly<Record<string, string>>[] = [],
): ReadonlyMap<string, ReadProperty> {
  const found = new Map<string, ReadProperty>();
  const open = [...first, {}];
  for (let given = open.pop(); given !== undefined; given = open.pop()) {
    const recorder = new Recorder(given);
    read(recorder);
    const isNew = [...recorder.properties.keys()].some((name) => !found.has(name));
    for (const [name, property] of recorder.properties) {
      const before = found.get(name);
      if (before === undefined || before.type === TEXT) found.set(name, property);
    }
    if (!isNew) continue;
    for (const [name, values] of recorder.values)
      if (given[name] === undefined) for (const value of values) open.push({ ...given, [name]: value });
  }
  return found;
}

/** Properties that write down what is asked of them. */
class Recorder extends WorkerProperties {
  readonly properties = new Map<string, ReadProperty>();
  /** Values that may have other properties read, by name. */
  readonly values = new Map<string, readonly string[]>();
  #nested = false;

  constructor(given: Readonly<Record<string, string>>) {
    super(given, () => undefined);
  }

  override text(name: string): string | undefined {
    return this.#noted(name, TEXT, '', SOME_TEXTS, () => super.text(name));
  }

  override requiredText(name: string): string {
    return this.#noted(name, 'text, required', '', SOME_TEXTS, () => super.requiredText(name));
  }

  override secret(name: string): ReturnType<WorkerProperties['secret']> {
    return this.#noted(name, 'secret', '', [], () => super.secret(name));
  }

  override boolean(name: string, otherwise: boolean): boolean {
    const usual = code(otherwise ? 'TRUE' : 'FALSE');
    return this.#noted(name, '`TRUE` or `FALSE`', usual, ['TRUE', 'FALSE'], () => super.boolean(name, otherwise));
  }

  override integer<D extends number | undefined>(
    name: string,
    bounds: { readonly minimum: number; readonly maximum: number; readonly otherwise: D },
  ): number | D {
    const { minimum, maximum, otherwise } = bounds;
    const usual = otherwise === undefined ? '' : otherwise === Infinity ? 'all' : code(String(otherwise));
    const type = `whole number, ${minimum} to ${maximum.toLocaleString('en')}`;
    return this.#noted(name, type, usual, [String(minimum), String(maximum)], () => super.integer(name, bounds));
  }

  override choice<const W extends string, D extends W | undefined>(
    name: string,
    words: readonly W[],
    otherwise: D,
  ): W | D {
    const type = alternatives(words.map((word) => code(word)));
    return this.#noted(name, type, otherwise === undefined ? '' : code(otherwise), words, () =>
      super.choice(name, words, otherwise),
    );
  }

  override list(name: string, separator: ',' | ';' = ','): readonly string[] | undefined {
    return this.#noted(name, `list with ${code(separator)} between`, '', SOME_TEXTS, () => super.list(name, separator));
  }

  override oid<D extends ReturnType<WorkerProperties['oid']>>(name: string, otherwise: D) {
    const usual = otherwise === undefined ? '' : code(otherwise);
    return this.#noted(name, 'object identifier', usual, [SOME_OID], () => super.oid(name, otherwise));
  }

  override has(name: string): boolean {
    return this.#noted(name, TEXT, '', SOME_TEXTS, () => super.has(name));
  }

  override isGiven(name: string): boolean {
    return this.#noted(name, TEXT, '', ['', ...SOME_TEXTS], () => super.isGiven(name));
  }

  /** Writes the outermost question down: one about an integer asks for a text within. */
  #noted<T>(name: string, type: string, usual: string, values: readonly string[], ask: () => T): T {
    if (this.#nested) return ask();
    const before = this.properties.get(name);
    if (before === undefined || before.type === TEXT) this.properties.set(name, { name, type, usual });
    this.values.set(name, [...(this.values.get(name) ?? []), ...values]);
    this.#nested = true;
    try {
      return ask();
    } finally {
      this.#nested = false;
    }
  }
}

const TEXT = 'text';
const SOME_OID = '1.2.3.4';
const SOME_TEXTS = ['1', 'a:b'];
