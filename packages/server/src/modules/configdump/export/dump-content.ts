/** The forms of an export: JSON as one object, and a directory of YAML files. The same configuration gives the same octets. */
import { Document } from 'yaml';
import type { DumpObject } from '../codec/index.ts';
import { fileNames } from '../items/index.ts';
import type { ExportedType } from './export-configuration.ts';

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

/** Writes an export as files, one for each item, in a directory for each type. */
export function* dumpFiles(types: readonly ExportedType[]): Generator<DumpFile> {
  for (const { type, items } of types) {
    const files = fileNames(items.map(({ key }) => key));
    for (const [index, { content }] of items.entries())
      yield { path: `${type.directory}/${files[index]!}`, content: dumpYaml(content) };
  }
}

/** Writes an item as YAML that parsers of version 1.1 and 1.2 read alike: what looks like a number or a boolean is quoted. */
export function dumpYaml(item: DumpObject): string {
  const document = new Document(item, { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false });
  return document.toString({ lineWidth: 0, indentSeq: false, singleQuote: true });
}
