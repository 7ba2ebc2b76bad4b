/** Files in the directory of an export that it does not write: other files of documents that it writes, and files of documents that the server does not have. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigdumpRest } from '../rest/configdump-rest.ts';
import { isRecord } from '../text/record.ts';
import { readIfPresent } from './input-file.ts';
import { parseSettingsYaml } from './settings-yaml.ts';
import { type ExportedFile, exportedFiles } from './zip-files.ts';

/** Documents of a directory in files that an export does not write. */
export interface StaleFiles {
  /** Further files of documents that the export writes: beside those they would make the directory say two things of one document. */
  readonly doubled: readonly string[];
  /** Files of documents that the server does not have, whether they were removed there or never were there; empty unless asked for. */
  readonly unknown: readonly string[];
}

/**
 * Finds stale files in the directory of an export. Files of documents that were not chosen are not stale. Neither is anything that is not a document of
 * a dump: other endings, other folders, files without `Object Type` and `Version`.
 *
 * @param rest - asked for all documents of the server; undefined when unknown ones are not wanted
 */
export async function findStaleFiles(
  directory: string,
  written: readonly ExportedFile[],
  rest: Pick<ConfigdumpRest, 'export'> | undefined,
): Promise<StaleFiles> {
  const paths = new Set(written.map(({ folder, name }) => `${folder}/${name}`));
  const found = (await documentsIn(directory)).filter(({ file }) => !paths.has(file));
  const here = new Set(written.map(identityOfFile));
  const doubled = found.filter(({ identity }) => here.has(identity));
  const others = found.filter(({ identity }) => !here.has(identity));
  const filesOf = (documents: typeof found) => documents.map(({ file }) => file);
  if (rest === undefined || others.length === 0) return { doubled: filesOf(doubled), unknown: [] };
  const everything = {
    include: [],
    exclude: [],
    defaults: false,
    extensions: true,
    externalCas: true,
    comments: false,
  };
  const there = new Set(exportedFiles(await rest.export(everything)).map(identityOfFile));
  return { doubled: filesOf(doubled), unknown: filesOf(others.filter(({ identity }) => !there.has(identity))) };
}

async function documentsIn(
  directory: string,
): Promise<readonly { readonly file: string; readonly identity: string }[]> {
  const documents: { file: string; identity: string }[] = [];
  for (const entry of await entriesOf(directory)) {
    if (!entry.isDirectory() || !/^[A-Za-z0-9][\w-]*$/.test(entry.name)) continue;
    for (const inner of await entriesOf(path.join(directory, entry.name))) {
      if (!inner.isFile() || inner.name.startsWith('.') || !/\.(?:ya?ml|json)$/i.test(inner.name)) continue;
      const content = await readIfPresent(path.join(directory, entry.name, inner.name), 'a document');
      const identity = content && identityOf(entry.name, content);
      if (identity !== undefined) documents.push({ file: `${entry.name}/${inner.name}`, identity });
    }
  }
  return documents;
}

async function entriesOf(directory: string) {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function identityOfFile({ folder, content }: ExportedFile): string | undefined {
  return identityOf(folder, content);
}

/** Names the document in a file by what it says of itself; undefined when it is not one. */
function identityOf(folder: string, content: Uint8Array): string | undefined {
  let item: unknown;
  try {
    item = parseSettingsYaml(new TextDecoder('utf-8', { fatal: true }).decode(content), folder);
  } catch {
    return undefined;
  }
  if (!isRecord(item)) return undefined;
  const { 'Object Type': objectType, Version: version, Namespace: namespace = '', Name: name = '' } = item;
  if (typeof objectType !== 'string' || typeof version !== 'number') return undefined;
  return JSON.stringify([folder, objectType, String(namespace), String(name).normalize('NFC')]);
}
