/** A directory with a whole configuration: a folder for each type, a file of YAML or JSON for each document. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileError, UsageError } from '../errors.ts';
import type { Dump } from '../rest/configdump-rest.ts';
import { isRecord } from '../text/record.ts';
import { unusable } from './file-errors.ts';
import { readInputFile } from './input-file.ts';
import { openSecrets, withSecrets } from './sealed-secrets.ts';
import { parseSettingsYaml } from './settings-yaml.ts';

/** The documents of a directory. */
export interface DumpDirectory {
  readonly dump: Dump;
  /** Files in folders of types that are not documents. Those beside the folders, such as a README, are nobody's business. */
  readonly warnings: readonly string[];
}

/** Secrets that a directory does not hold: an envelope, and the key that opens it. */
export interface SecretsFile {
  readonly secrets?: string;
  readonly key?: string;
}

/**
 * Reads a directory, and puts secrets into it where they are given.
 *
 * @throws {@link FileError}
 */
export async function readDumpDirectory(directory: string, { secrets, key }: SecretsFile = {}): Promise<DumpDirectory> {
  const read = await readDocuments(directory);
  if (secrets === undefined && key === undefined) return read;
  if (secrets === undefined || key === undefined)
    throw new UsageError('--secrets and --secrets-key are given together');
  const completed = withSecrets(read.dump, await openSecrets(secrets, key));
  return { dump: completed.dump, warnings: [...read.warnings, ...completed.warnings] };
}

async function readDocuments(directory: string): Promise<DumpDirectory> {
  const dump: Record<string, Record<string, unknown>> = {};
  const warnings: string[] = [];
  for (const folder of await visibleIn(directory)) {
    const within = path.join(directory, folder);
    if (!(await stat(within)).isDirectory()) continue;
    const items: Record<string, unknown> = {};
    for (const file of await visibleIn(within)) {
      const name = path.join(within, file);
      const key = /^(?<key>.+)\.(?:ya?ml|json)$/i.exec(file)?.groups?.['key'];
      if (key === undefined) warnings.push(`${name} is not a document: it ends neither in .yaml nor in .json`);
      else if (Object.hasOwn(items, key)) throw unusable(`${name} is there with another ending as well`);
      else items[key] = await itemOf(name);
    }
    dump[folder] = items;
  }
  if (Object.keys(dump).length === 0)
    throw unusable(
      `${directory} holds no configuration: a folder for each type is expected, such as certificate-profiles`,
    );
  return { dump, warnings };
}

async function itemOf(file: string): Promise<object> {
  const text = new TextDecoder().decode(await readInputFile(file, 'a document'));
  const item = parseSettingsYaml(text, file);
  if (isRecord(item)) return item;
  throw unusable(`${file} holds no document: keys with their values are expected`);
}

async function visibleIn(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter((name) => !name.startsWith('.')).toSorted();
  } catch (cause) {
    throw new FileError('cli.file_unreadable', `cannot read the directory ${directory}`, { cause });
  }
}
