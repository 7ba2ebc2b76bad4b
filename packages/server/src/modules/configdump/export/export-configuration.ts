import { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import type { DocumentAccess } from '../../administration/index.ts';
import type { AnyDocument, Configuration } from '../../configuration/index.ts';
import type { DocumentCodec, DumpObject } from '../codec/index.ts';
import { type ChosenItems, chosenItems, type DumpType, type DumpTypes, itemKeys } from '../items/index.ts';
import type { DumpFacts } from './dump-facts.ts';

/** Options of an export. */
export interface ExportOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Writes settings that have their defaults too. */
  readonly defaults?: boolean;
  readonly externalCas?: boolean;
  readonly forPeers?: boolean;
  /** Leaves out what cannot be exported, and warns of it. */
  readonly ignoreErrors?: boolean;
  /** Exports types that the specification does not list. */
  readonly extensions?: boolean;
}

/** The items of one type, in the order of their names. */
export interface ExportedType {
  readonly type: DumpType;
  readonly items: readonly ExportedItem[];
}

export interface ExportedItem {
  /** Its name, made distinct where two have the same. */
  readonly key: string;
  readonly codec: DocumentCodec;
  readonly content: DumpObject;
}

/** An export: the items, or why there are none. Types without items are left out. */
export type Export =
  | { readonly outcome: 'exported'; readonly types: readonly ExportedType[]; readonly warnings: readonly string[] }
  | { readonly outcome: 'failed'; readonly errors: readonly string[]; readonly warnings: readonly string[] };

export interface ExportConfigurationDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly documentAccess: DocumentAccess;
  readonly facts: DumpFacts;
  readonly types: DumpTypes;
}

/**
 * Export of the configuration, as its administrators may see it.
 *
 * Nobody learns of an item that they may not see: one that is asked for by its name is not there, and of a type in which the caller may not see
 * everything an export says so, whether anything is hidden or not.
 */
export class ExportConfiguration extends WithDeps<ExportConfigurationDeps> {
  /** Exports all that is chosen. @throws ItemPatternError */
  async all(administrator: Administrator, options: ExportOptions): Promise<Export> {
    const { types } = this.deps;
    await this.#authorize(administrator);
    const { include = [], exclude = [], extensions = false } = options;
    const chosen = chosenItems({ include, exclude }, types);
    return this.#export(
      administrator,
      types.all.filter(({ extension }) => extensions || !extension),
      chosen,
      options,
    );
  }

  /** Exports the items of one type; undefined when there is no such type, or nothing of it. */
  async type(administrator: Administrator, name: string, options: ExportOptions): Promise<Export | undefined> {
    await this.#authorize(administrator);
    const type = this.deps.types.find(name);
    if (type === undefined) return undefined;
    const result = await this.#export(administrator, [type], EVERYTHING, options);
    return result.outcome === 'exported' && result.types.length === 0 ? undefined : result;
  }

  /** Exports one item; undefined when there is none, or none that the caller may see. */
  async item(
    administrator: Administrator,
    typeName: string,
    name: string,
    options: ExportOptions,
  ): Promise<Export | undefined> {
    await this.#authorize(administrator);
    const type = this.deps.types.find(typeName);
    if (type === undefined) return undefined;
    const read = new ItemsRead();
    for (const codec of type.codecs) {
      const { names } = codec.type;
      // Of a type of which there is one, any name of a file will do that has no other meaning.
      const wanted = names.kind === 'singleton' && type.codecs.length === 1 ? names.name : name;
      for (const document of await this.#documents(codec)) {
        if (document.name === wanted && (await this.#sees(administrator, document)))
          await this.#read(codec, type, document, { ...options, externalCas: true }, read);
      }
    }
    const result = read.result([type], options);
    return result.outcome === 'exported' && result.types.length === 0 ? undefined : result;
  }

  async #authorize(administrator: Administrator): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.system.editConfiguration);
  }

  async #export(
    administrator: Administrator,
    types: readonly DumpType[],
    chosen: ChosenItems,
    options: ExportOptions,
  ): Promise<Export> {
    const read = new ItemsRead();
    for (const type of types) {
      for (const codec of type.codecs) {
        let hidden = !(await this.#sees(administrator, { ...NO_DOCUMENT, type: codec.type.token }));
        for (const document of await this.#documents(codec)) {
          // Whatever is chosen: who chooses by name is not to learn which names there are.
          if (!(await this.#sees(administrator, document))) hidden = true;
          else if (chosen.has(type, document.name)) await this.#read(codec, type, document, options, read);
        }
        if (hidden && chosen.mayHave(type))
          read.errors.push(`${type.directory}: items that you may not see are left out`);
      }
    }
    return read.result(types, options);
  }

  /** The documents of a type that are not part of the program. */
  async #documents({ type }: DocumentCodec): Promise<readonly AnyDocument[]> {
    const { configuration } = this.deps;
    if (type.names.kind === 'singleton') return [await configuration.get(type, type.names.name)];
    return (await configuration.list(type)).filter(({ builtIn }) => !builtIn);
  }

  #sees(administrator: Administrator, document: Parameters<DocumentAccess['sees']>[1]): Promise<boolean> {
    return this.deps.documentAccess.sees(administrator, document);
  }

  async #read(
    codec: DocumentCodec,
    type: DumpType,
    document: AnyDocument,
    { defaults = false, externalCas = false, forPeers = false }: ExportOptions,
    read: ItemsRead,
  ): Promise<void> {
    const { configuration, facts } = this.deps;
    const { name, namespace, publicId } = document;
    try {
      const damage = damageOf(document);
      if (damage !== undefined) {
        read.errors.push(`${type.directory}/${name}: ${damage}`);
        return;
      }
      const settings = await configuration.present(document);
      const exported = await facts.exported(document, settings, { externalCas, forPeers });
      if (exported === undefined) return;
      const content = codec.toDump({ name, namespace, publicId, ...exported }, { defaults });
      read.add(type, { name, namespace, codec, content });
    } catch (error) {
      // Whatever fails of one item is said of that item: a token whose device is away, for instance.
      if (!(error instanceof AppError)) throw error;
      read.errors.push(`${type.directory}/${name}: ${error.message}`);
    }
    await read.pace.step();
  }
}

interface ReadItem {
  readonly name: string;
  readonly namespace: string;
  readonly codec: DocumentCodec;
  readonly content: DumpObject;
}

/** Items that were read so far, by type, and what could not be. */
class ItemsRead {
  readonly #items = new Map<DumpType, ReadItem[]>();
  readonly errors: string[] = [];
  readonly pace = new Pace();

  add(type: DumpType, item: ReadItem): void {
    const items = this.#items.get(type);
    if (items === undefined) this.#items.set(type, [item]);
    else items.push(item);
  }

  result(types: readonly DumpType[], { ignoreErrors = false }: ExportOptions): Export {
    if (this.errors.length > 0 && !ignoreErrors) return { outcome: 'failed', errors: this.errors, warnings: [] };
    const exported = types.flatMap((type) => {
      const items = this.#items.get(type);
      return items === undefined ? [] : [{ type, items: inOrder(items) }];
    });
    return { outcome: 'exported', types: exported, warnings: this.errors };
  }
}

/** Items in the order of their names, whatever the database sorts by. */
function inOrder(items: readonly ReadItem[]): readonly ExportedItem[] {
  const sorted = items.toSorted((a, b) => compare(a.name, b.name) || compare(a.namespace, b.namespace));
  const keys = itemKeys(sorted.map(({ name }) => name));
  return sorted.map(({ codec, content }, index) => ({ key: keys[index]!, codec, content }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns why a document cannot be exported: what is stored of it cannot be read. */
function damageOf({ usability }: AnyDocument): string | undefined {
  if (usability.usable) return undefined;
  return usability.problems.find(({ field, kind }) => kind === 'setting' && field === '')?.message;
}

/** A document that nobody has a rule of: who sees it sees all of its type. */
const NO_DOCUMENT = {
  id: Number.MAX_SAFE_INTEGER,
  nameKey: '\u001f',
  namespace: '',
  name: '\u001f',
  publicId: 0,
  version: 0,
};

const EVERYTHING: ChosenItems = { has: () => true, mayHave: () => true };
