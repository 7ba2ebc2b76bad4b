/** The items of a dump in a ZIP archive: a directory for each type, a file for each item. */
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { ImportRemark, RawItem } from './import-options.ts';
import { MAX_ITEMS } from './json-items.ts';
import type { YamlFile, YamlThread } from './yaml-thread.ts';
import { zipEntries } from './zip-entries.ts';

/** The items of an archive, and the files that are not items. */
export interface ZipItems {
  readonly items: readonly RawItem[];
  readonly warnings: readonly ImportRemark[];
}

/** The reading of archives. The content of their files is read in a thread. */
export class ZipItemReader {
  readonly #yaml: Pick<YamlThread, 'read'>;

  constructor(yaml: Pick<YamlThread, 'read'>) {
    this.#yaml = yaml;
  }

  /** Reads an archive. All files may be in one folder. @throws {@link UnreadableDumpError} */
  async read(archive: Uint8Array): Promise<ZipItems> {
    const pace = new Pace();
    const items: RawItem[] = [];
    const warnings: ImportRemark[] = [];
    let batch: FoundItem[] = [];
    let octets = 0;
    const readBatch = async () => {
      const found = batch;
      [batch, octets] = [[], 0];
      const contents = found.length === 0 ? [] : await this.#yaml.read(found.map(({ file }) => file));
      for (const [at, { item }] of found.entries()) {
        await pace.step();
        items.push({ ...item, content: JSON.parse(contents[at]!) as unknown });
      }
    };
    for await (const { path, content } of zipEntries(archive, LIMITS)) {
      await pace.step();
      const item = itemAt(path);
      if (item === undefined) {
        warnings.push({ where: path, message: 'is not an item of the dump and was left out' });
        continue;
      }
      if (batch.length === BATCH_FILES || octets + content.length > BATCH_OCTETS) await readBatch();
      batch.push({ item, file: { path, content } });
      octets += content.length;
    }
    await readBatch();
    return { items, warnings };
  }
}

interface FoundItem {
  readonly item: Omit<RawItem, 'content'>;
  readonly file: YamlFile;
}

/** Returns the item that a file stands for by its path; undefined when it is not one. */
function itemAt(path: string): Omit<RawItem, 'content'> | undefined {
  const [file = '', directory, ...above] = path.split('/').toReversed();
  const ending = /\.(?:ya?ml|json)$/i.exec(file);
  if (directory === undefined || above.length > 1 || ending === null) return undefined;
  return { directory, key: file.slice(0, -ending[0].length), where: `${directory}/${file}` };
}

const LIMITS = { maxEntries: MAX_ITEMS, maxFileOctets: 4 * 1024 * 1024, maxTotalOctets: 64 * 1024 * 1024 };
/** Files that go to the thread at once: enough that crossing costs little, and few enough that imports beside it get their turn. */
const BATCH_FILES = 64;
const BATCH_OCTETS = 128 * 1024;
