/** The items of a dump in a ZIP archive: a directory for each type, a file for each item. */
import { Pace } from '../../../kernel/pace.ts';
import { UnreadableDumpError } from './errors.ts';
import type { ImportRemark, RawItem } from './import-options.ts';
import { MAX_ITEMS } from './json-items.ts';
import { yamlReader } from './yaml-content.ts';
import { zipEntries } from './zip-entries.ts';

/** The items of an archive, and the files that are none. */
export interface ZipItems {
  readonly items: readonly RawItem[];
  readonly warnings: readonly ImportRemark[];
}

/** Reads an archive. All files may be in one folder. @throws {@link UnreadableDumpError} */
export async function zipItems(archive: Uint8Array): Promise<ZipItems> {
  const read = await yamlReader();
  const pace = new Pace();
  const items: RawItem[] = [];
  const warnings: ImportRemark[] = [];
  for await (const { path, content } of zipEntries(archive, LIMITS)) {
    await pace.step();
    const [file = '', directory, ...above] = path.split('/').toReversed();
    const ending = /\.(?:ya?ml|json)$/i.exec(file);
    if (directory === undefined || above.length > 1 || ending === null) {
      warnings.push({ where: path, message: 'is no item of the dump and was left out' });
      continue;
    }
    items.push({
      directory,
      key: file.slice(0, -ending[0].length),
      where: `${directory}/${file}`,
      content: read(decoded(content, path), path),
    });
  }
  return { items, warnings };
}

function decoded(content: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableDumpError(`The file '${path}' in the ZIP file is not UTF-8.`);
  }
}

const LIMITS = { maxEntries: MAX_ITEMS, maxFileOctets: 4 * 1024 * 1024, maxTotalOctets: 64 * 1024 * 1024 };
