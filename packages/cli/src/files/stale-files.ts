/** Files of an earlier export whose documents are no longer on the server, or have another file now. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigdumpRest } from '../rest/configdump-rest.ts';
import { readIfPresent } from './input-file.ts';
import { parseSettingsYaml } from './settings-yaml.ts';
import { type ExportedFile, exportedFiles } from './zip-files.ts';

/**
 * Lists the files in a directory that an export would leave behind. Those of documents that exist and were not chosen stay; so does everything
 * that is no document of a dump: other endings, other folders, files without `Object Type` and `Version`.
 */
export async function staleFiles(
  directory: string,
  written: readonly ExportedFile[],
  rest: Pick<ConfigdumpRest, 'export'>,
): Promise<readonly string[]> {
  const paths = new Set(written.map(({ folder, name }) => `${folder}/${name}`));
  const found = (await documentsIn(directory)).filter(({ file }) => !paths.has(file));
  if (found.length === 0) return [];
  const here = new Set(written.map(identityOfFile));
  const everything = {
    include: [],
    exclude: [],
    defaults: false,
    extensions: true,
    externalCas: true,
    comments: false,
  };
  const there = new Set(exportedFiles(await rest.export(everything)).map(identityOfFile));
  return found.flatMap(({ file, identity }) => (here.has(identity) || !there.has(identity) ? [file] : []));
}

async function documentsIn(
  directory: string,
): Promise<readonly { readonly file: string; readonly identity: string }[]> {
  const documents: { file: string; identity: string }[] = [];
  for (const entry of await entriesOf(directory)) {
    if (!entry.isDirectory() || !/^[A-Za-z0-9][\w-]*$/.test(entry.name)) continue;
    for (const inner of await entriesOf(path.join(directory, entry.name))) {
      if (!inner.isFile() || inner.name.startsWith('.') || !inner.name.endsWith('.yaml')) continue;
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

/** Names the document in a file by what it says of itself; undefined when it is none. */
function identityOf(folder: string, content: Uint8Array): string | undefined {
  let item: unknown;
  try {
    item = parseSettingsYaml(new TextDecoder('utf-8', { fatal: true }).decode(content), folder);
  } catch {
    return undefined;
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const {
    'Object Type': objectType,
    Version: version,
    Namespace: namespace = '',
    Name: name = '',
  } = item as Readonly<Record<string, unknown>>;
  if (typeof objectType !== 'string' || typeof version !== 'number') return undefined;
  return JSON.stringify([folder, objectType, String(namespace), String(name).normalize('NFC')]);
}
