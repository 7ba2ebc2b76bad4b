import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import {
  type AnyDocumentType,
  type DumpPlace,
  fillDefaults,
  isJsonObject,
  type SchemaNode,
  SECRET,
  withoutClearSecrets,
} from '../../configuration/index.ts';
import type {
  ChangedSettings,
  DumpedDocument,
  DumpObject,
  DumpRemark,
  DumpTable,
  DumpValue,
  FixedKey,
  ReadItem,
} from './dump-table.ts';
import { foldedLabel } from './labels.ts';
import { fixedByPlace, groupsOf, type KeyOfSetting, type Layout, layOut, placeOf } from './layout.ts';
import {
  bounded,
  countUnknown,
  givenTwice,
  joined,
  shownValue,
  takeSetting,
  type ValueReader,
  warnUnknown,
} from './read-values.ts';
import { type ValueWriter, writeSetting } from './write-values.ts';

/** Options of {@link DocumentCodec.toDump}. */
export interface WriteOptions {
  /** Writes values that are defaults too. */
  readonly defaults?: boolean;
  /** Writes what the name of its key calls a secret, too: the item is encrypted at once. */
  readonly secrets?: boolean;
}

/**
 * The translation of one type of document to items of the dump and back. Both directions read one schema and one table, so what export
 * writes import understands.
 */
export class DocumentCodec {
  readonly type: AnyDocumentType;
  readonly place: DumpPlace;
  readonly #table: DumpTable;
  readonly #groups: ReadonlyMap<string, string>;
  readonly #fixed: ReadonlyMap<string, FixedKey>;
  readonly #facts: ReadonlyMap<string, string>;
  readonly #layouts = new Map<string, Layout>();

  constructor(type: AnyDocumentType, place: DumpPlace, table: DumpTable) {
    this.type = type;
    this.place = place;
    this.#table = table;
    this.#groups = groupsOf(table);
    this.#fixed = fixedByPlace(table);
    this.#facts = new Map((table.facts ?? []).map((label) => [foldedLabel(label), label]));
  }

  /** Returns the item of a document: header first, then keys in a fixed order. The same document gives the same item. */
  toDump(document: DumpedDocument, { defaults = false, secrets = false }: WriteOptions = {}): DumpObject {
    const { settings } = document;
    const writer: ValueWriter = {
      layout: (schema, path) => this.#layout(schema, path),
      leavesOut: (key, value, beside) => !defaults && this.#leavesOut(key, value, beside),
    };
    const body = new Map<string, DumpValue>();
    if (this.#isNamespaced) body.set('Namespace', document.namespace);
    for (const key of this.#layout(this.type.schema, '').keys) {
      const value = Object.hasOwn(settings, key.name) ? settings[key.name] : undefined;
      if (value === undefined || key.name === this.#table.rest || writer.leavesOut(key, value, settings)) continue;
      put(body, key.rule.within, key.label, writeSetting(writer, key, value));
    }
    for (const [label, value] of Object.entries(this.#rest(settings)))
      if (!this.#isKnown(label)) body.set(label, value);
    for (const { label, within, value, ifDefaults } of this.#fixed.values()) {
      if (ifDefaults === true && !defaults) continue;
      const fixed = typeof value === 'function' ? value(settings) : value;
      if (fixed !== undefined) put(body, within, label, fixed);
    }
    for (const label of this.#facts.values()) {
      const fact = document.facts?.[label];
      if (fact !== undefined) body.set(label, fact);
    }
    const ordered = this.#inOrder(body);
    // Where only the names of keys tell secrets, documents of before they were refused may hold some.
    const isShown = secrets || this.#table.rest === undefined;
    const shown = isShown ? ordered : (withoutClearSecrets(ordered) as DumpObject);
    return { ...this.#header(document), ...shown };
  }

  /**
   * Keeps the stored form of settings that mean the same in an item: a key purpose may be stored by its label or by its name, and an item has
   * the one word for both.
   */
  keepForms(given: JsonObject, stored: JsonObject): JsonObject {
    const kept: Record<string, JsonValue> = {};
    for (const { name, rule, schema } of this.#layout(this.type.schema, '').keys) {
      const { style } = rule;
      // A secret is kept, or sealed anew, and compared by nobody.
      if (schema[SECRET] !== undefined) continue;
      const [before, after] = [stored[name], given[name]];
      if (style === undefined || before === undefined || after === undefined) continue;
      const shown = style.toDump?.(before) ?? before;
      const meant = style.fromDump?.(shown) ?? shown;
      if (JSON.stringify(meant) === JSON.stringify(after)) kept[name] = before;
    }
    return Object.keys(kept).length === 0 ? given : { ...given, ...kept };
  }

  /** Changes settings that need a secret which nobody has given; undefined when they can be stored without it. */
  withoutSecrets(settings: JsonObject): ChangedSettings | undefined {
    return this.#table.withoutSecrets?.(settings);
  }

  /** Returns what the schema says of each key: by its label, and by the labels of its group and its own in a group. */
  descriptions(): ReadonlyMap<string, string> {
    const { keys } = this.#layout(this.type.schema, '');
    return new Map(
      keys.flatMap(({ label, rule: { within }, schema: { description } }) =>
        description === undefined ? [] : [[within === undefined ? label : joined(within, label), description] as const],
      ),
    );
  }

  /** Reads an item. Never throws: all that is wrong with it is in the result. */
  fromDump(item: unknown): ReadItem {
    const warnings: DumpRemark[] = [];
    const problems: DumpRemark[] = [];
    const reader: ValueReader = {
      layout: (schema, path) => this.#layout(schema, path),
      warnings,
      problems,
      unknown: 0,
    };
    const settings: Record<string, JsonValue> = {};
    const facts: Record<string, DumpValue> = {};
    const fixed: GivenFixedKey[] = [];
    const header = new Map<string, DumpValue>();
    if (!isJsonObject(item)) problems.push({ key: '', message: 'is not a map of keys and values' });
    for (const [label, value] of Object.entries(isJsonObject(item) ? item : {})) {
      const folded = foldedLabel(label);
      const group = this.#groups.get(folded);
      const fact = this.#facts.get(folded);
      if (this.#isHeader(folded)) {
        if (header.has(folded)) problems.push(givenTwice(label, HEADER.get(folded)!));
        else header.set(folded, value);
      } else if (fact !== undefined) {
        if (Object.hasOwn(facts, fact)) problems.push(givenTwice(label, fact));
        else facts[fact] = value;
      } else if (group === undefined) this.#take(reader, settings, fixed, { within: undefined, label, value });
      else if (isJsonObject(value)) {
        for (const [inner, each] of Object.entries(value))
          this.#take(reader, settings, fixed, { within: group, label: inner, value: each });
      } else if (!isEmpty(value)) problems.push({ key: label, message: 'has to be a map of keys and values' });
    }
    this.#fillAbsent(settings);
    this.#table.afterRead?.({ settings, facts }, (key, message) => {
      const isTaken = countUnknown(reader);
      if (isTaken) warnings.push({ key, message });
      return isTaken;
    });
    this.#remarkFixed(fixed, settings, reader);
    return { ...this.#readHeader(header, reader), settings, facts, warnings, problems: bounded(problems) };
  }

  #take(
    reader: ValueReader,
    settings: Record<string, JsonValue>,
    fixed: GivenFixedKey[],
    { within, label, value }: GivenKey,
  ): void {
    const { byLabel } = this.#layout(this.type.schema, '');
    const place = placeOf(within, label);
    const at = within === undefined ? label : joined(within, label);
    const key = byLabel.get(place);
    const known = this.#fixed.get(place);
    if (key !== undefined) takeSetting(reader, settings, key, value, at);
    else if (known !== undefined) fixed.push({ key: known, value, at });
    else if (this.#table.rest === undefined || within !== undefined)
      warnUnknown(reader, label, this.#labels(within), within ?? '');
    else this.#keep(reader, settings, label, value);
  }

  /** Returns the keys that are kept without being understood. */
  #rest(settings: JsonObject): DumpObject {
    const { rest } = this.#table;
    return rest === undefined ? {} : ((settings[rest] ?? {}) as DumpObject);
  }

  /** Keeps a key that is not understood, with a warning. */
  #keep(reader: ValueReader, settings: Record<string, JsonValue>, label: string, value: DumpValue): void {
    const rest = this.#table.rest!;
    if (!countUnknown(reader)) return;
    const { warnings, problems } = reader;
    if (label === '__proto__') problems.push({ key: '', message: `has a key '__proto__', which is not a name` });
    else {
      // One map of the item, which nobody else holds: a copy for each key would take the square of their number.
      const kept = (settings[rest] ??= {}) as Record<string, JsonValue>;
      kept[label] = value;
      warnings.push({
        key: label,
        message: `is not understood and was kept as it is${didYouMean(label, this.#labels(undefined))}`,
      });
    }
  }

  /** Tells whether a label at the top has a meaning. */
  #isKnown(label: string): boolean {
    const folded = foldedLabel(label);
    return (
      this.#isHeader(folded) ||
      this.#facts.has(folded) ||
      this.#groups.has(folded) ||
      this.#fixed.has(folded) ||
      this.#layout(this.type.schema, '').byLabel.has(folded)
    );
  }

  /** The labels at the top, or in a group. */
  #labels(within: string | undefined): readonly string[] {
    return [
      ...this.#layout(this.type.schema, '').keys.filter(({ rule }) => rule.within === within),
      ...[...this.#fixed.values()].filter((key) => key.within === within),
    ].map(({ label }) => label);
  }

  /** Settings whose absence means something else than their default get what it means. */
  #fillAbsent(settings: Record<string, JsonValue>): void {
    for (const { name, rule } of this.#layout(this.type.schema, '').keys) {
      if (rule.absent !== undefined && !Object.hasOwn(settings, name)) settings[name] = rule.absent;
    }
  }

  #remarkFixed(given: readonly GivenFixedKey[], settings: JsonObject, reader: ValueReader): void {
    if (given.length === 0) return;
    const complete = fillDefaults(this.type.schema, settings) as JsonObject;
    for (const { key, value, at } of given) {
      const right = typeof key.value === 'function' ? key.value(complete) : key.value;
      const accepted = [...(right === undefined ? [] : [right]), ...(key.accepts ?? [])];
      if (accepted.some((each) => sameValue(each, value))) continue;
      // Each key of a map is named, since all of them are left out.
      const isMap = isJsonObject(value) && !isEmpty(value);
      for (const [label, each] of isMap ? Object.entries(value) : [[key.label, value] as const]) {
        if (!countUnknown(reader)) return;
        const shown = typeof each === 'object' ? each : (withoutClearSecrets({ [label]: each }) as DumpObject)[label]!;
        const message = `is ${shownValue(shown)}, ${key.otherwise}`;
        reader.warnings.push({ key: isMap ? joined(at, label) : at, message });
      }
    }
  }

  #header({ name, publicId }: DumpedDocument): DumpObject {
    const { objectType, version, named, numbered } = this.place;
    return {
      'Object Type': objectType,
      Version: version,
      ...(numbered === true && { ID: publicId }),
      ...(named === true && { Name: name }),
    };
  }

  #isHeader(folded: string): boolean {
    if (folded === 'objecttype' || folded === 'version' || folded === 'name') return true;
    return (folded === 'id' && this.place.numbered === true) || (folded === 'namespace' && this.#isNamespaced);
  }

  #readHeader(header: ReadonlyMap<string, DumpValue>, { warnings, problems }: ValueReader) {
    const { names } = this.type;
    const text = (key: string) => {
      const value = header.get(key);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    const version = Number(header.get('version') ?? this.place.version);
    if (!(version <= this.place.version)) {
      const message = `is ${JSON.stringify(header.get('version'))}, which is newer than ${this.place.version}; keys that came with it are not understood`;
      warnings.push({ key: 'Version', message });
    }
    const name = names.kind === 'singleton' ? names.name : text('name');
    if (name === '') problems.push({ key: 'Name', message: 'is missing; each item has a name' });
    const namespace = header.get('namespace') ?? '';
    if (typeof namespace === 'object') problems.push({ key: 'Namespace', message: 'has to be a text' });
    return { name, namespace: text('namespace'), publicId: readPublicId(header.get('id'), warnings) };
  }

  get #isNamespaced(): boolean {
    return this.type.names.kind === 'named' && this.type.names.namespaced === true;
  }

  /** Tells whether a key is left out because its value is what its absence means. */
  #leavesOut({ rule, absent, path }: KeyOfSetting, value: JsonValue, beside: JsonObject): boolean {
    const { suppress } = this.#table;
    const isOwn = typeof rule.own === 'function' ? rule.own(beside) : rule.own === true;
    if (rule.always === true) return false;
    if (absent === undefined || JSON.stringify(value) !== absent) return false;
    if (isOwn || suppress === 'defaults') return true;
    return suppress === 'empty' && !path.includes('.') && isEmpty(value);
  }

  #inOrder(body: ReadonlyMap<string, DumpValue>): DumpObject {
    const order = this.#table.order ?? [];
    const labels = [...order.filter((label) => body.has(label)), ...body.keys()];
    return Object.fromEntries([...new Set(labels)].map((label) => [label, body.get(label)!]));
  }

  #layout(schema: SchemaNode, path: string): Layout {
    let layout = this.#layouts.get(path);
    if (layout === undefined) this.#layouts.set(path, (layout = layOut(schema, path, this.#table.members ?? {})));
    return layout;
  }
}

interface GivenKey {
  readonly within: string | undefined;
  readonly label: string;
  readonly value: DumpValue;
}

interface GivenFixedKey {
  readonly key: FixedKey;
  readonly value: DumpValue;
  readonly at: string;
}

/** Reads the number that clients know a document by. */
function readPublicId(given: DumpValue | undefined, warnings: DumpRemark[]): number | undefined {
  if (given === undefined || given === null) return undefined;
  const id = typeof given === 'string' && /^-?\d{1,10}$/.test(given) ? Number(given) : given;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  warnings.push({
    key: 'ID',
    message: `is ${shownValue(given)}, which is not a whole number; the document gets another`,
  });
  return undefined;
}

function put(body: Map<string, DumpValue>, within: string | undefined, label: string, value: DumpValue): void {
  if (within === undefined) body.set(label, value);
  else body.set(within, { ...(body.get(within) as DumpObject | undefined), [label]: value });
}

function isEmpty(value: DumpValue): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Compares values as people write them: `'5'` is 5, and empty is empty. */
function sameValue(a: DumpValue, b: DumpValue): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  return (
    JSON.stringify(typeof a === 'object' ? a : String(a)) === JSON.stringify(typeof b === 'object' ? b : String(b))
  );
}

/** The labels of the header by what they are folded to. */
const HEADER = new Map(
  ['Object Type', 'Version', 'Name', 'ID', 'Namespace'].map((label) => [foldedLabel(label), label]),
);
