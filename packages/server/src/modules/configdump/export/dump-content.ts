/** The forms of an export: JSON as one object, and a directory of YAML files. The same configuration gives the same octets. */
import { Document, isMap, isScalar, type YAMLMap } from 'yaml';
import type { DumpObject } from '../codec/index.ts';
import { fileNames } from '../items/index.ts';
import type { ExportedType } from './export-configuration.ts';
import { LAYOUT, PlainYamlWriter, READING } from './plain-yaml.ts';

/** A file of an export. */
export interface DumpFile {
  /** `certification-authorities/Root_CA.yaml` */
  readonly path: string;
  readonly content: string;
}

/** Writes an export as JSON: `{ directory: { name: item } }`, in pieces of one item each. */
export function* dumpJson(types: readonly ExportedType[]): Generator<string> {
  yield '{';
  for (const [at, { type, items }] of types.entries()) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(type.directory)}:{`;
    for (const [index, { key, content }] of items.entries())
      yield `${index > 0 ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(content)}`;
    yield '}';
  }
  yield '}';
}

/** Options of files. */
export interface FileOptions {
  /** Explains each key in a comment. */
  readonly comments?: boolean;
}

/** Writes an export as files, one for each item, in a directory for each type. */
export function* dumpFiles(
  types: readonly ExportedType[],
  { comments = false }: FileOptions = {},
): Generator<DumpFile> {
  const writer = new PlainYamlWriter();
  for (const { type, items } of types) {
    const files = fileNames(items.map(({ key }) => key));
    for (const [index, { codec, content }] of items.entries()) {
      const text = comments ? withComments(content, codec.descriptions()) : writer.write(content);
      yield { path: `${type.directory}/${files[index]!}`, content: text };
    }
  }
}

/** @param descriptions - of keys, as `DocumentCodec.descriptions` has them */
function withComments(item: DumpObject, descriptions: ReadonlyMap<string, string>): string {
  const document = new Document(item, READING);
  if (isMap(document.contents)) addComments(document.contents, '', descriptions);
  return document.toString(LAYOUT);
}

function addComments(map: YAMLMap, group: string, descriptions: ReadonlyMap<string, string>): void {
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const label = group + String(key.value);
    const description = descriptions.get(label);
    if (description !== undefined) key.commentBefore = inLines(description);
    else if (group === '' && isMap(value)) addComments(value, `${label} / `, descriptions);
  }
}

/** Breaks a description into lines of a comment. */
function inLines(description: string): string {
  const lines = [''];
  for (const word of description.split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= COMMENT_WIDTH) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

const COMMENT_WIDTH = 100;
