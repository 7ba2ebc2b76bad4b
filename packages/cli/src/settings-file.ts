/** Settings of documents as files: YAML, of which JSON is a part. */
import { isScalar, type ParsedNode, parseDocument, stringify } from 'yaml';
import type { CliContext } from './context.ts';
import { FileError } from './errors.ts';
import { readInputFile } from './input-file.ts';
import { escaped } from './output.ts';
import type { Settings } from './rest/administration-rest.ts';

/**
 * Reads settings.
 *
 * @param file - `-` for standard input
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable` when it is no YAML, or no object
 */
export async function readSettingsFile(context: CliContext, file: string): Promise<Settings> {
  const content = file === '-' ? await context.readInput() : await readInputFile(file, 'the settings of a document');
  const name = file === '-' ? 'standard input' : file;
  const document = parseDocument(new TextDecoder().decode(content), { uniqueKeys: isSameKey, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new FileError('cli.file_unusable', `${name} is no YAML: ${error.message.split('\n')[0]!}`, { cause: error });
  }
  let settings: unknown;
  try {
    settings = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new FileError('cli.file_unusable', `${name} cannot be used: ${(cause as Error).message}`, { cause });
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings as Settings;
  throw new FileError('cli.file_unusable', `${name} holds no settings: members with their values are expected`);
}

/** Settings as such a file, for a terminal too: what could rewrite it is escaped, for which all texts are quoted. */
export function formatSettings(settings: Settings): string {
  const usual = stringify(settings, { lineWidth: 0 });
  if (escaped(usual) === usual) return usual;
  return escaped(stringify(settings, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' }));
}

/** Whether two keys of a mapping become the same member: `1` and `"1"` do. */
function isSameKey(a: ParsedNode, b: ParsedNode): boolean {
  return a === b || (isScalar(a) && isScalar(b) && String(a.value) === String(b.value));
}

/** An alias of an alias of an alias would be a large document in a small file. */
const MAX_ALIASES = 100;
