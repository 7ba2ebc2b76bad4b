/** Settings of documents as files in YAML, which includes JSON. */
import { stringify } from 'yaml';
import type { CliContext } from '../context.ts';
import { unusable } from './file-errors.ts';
import { readInputFile } from './input-file.ts';
import { escaped } from '../terminal/output.ts';
import type { Settings } from '../rest/administration-rest.ts';
import { isRecord } from '../text/record.ts';
import { parseSettingsYaml } from './settings-yaml.ts';

/**
 * Reads settings.
 *
 * @param file - `-` for standard input
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable` if it is not YAML, contains values that would be read differently from how they are written, or is not an object
 */
export async function readSettingsFile(context: CliContext, file: string): Promise<Settings> {
  const content = file === '-' ? await context.readInput() : await readInputFile(file, 'the settings of a document');
  const name = file === '-' ? 'standard input' : file;
  const settings = parseSettingsYaml(new TextDecoder().decode(content), name);
  if (isRecord(settings)) return settings;
  throw unusable(`${name} holds no settings: members with their values are expected`);
}

/** Formats settings as YAML. Escapes control characters that a terminal would obey, and then quotes all texts. */
export function formatSettings(settings: Settings): string {
  const usual = stringify(settings, { lineWidth: 0 });
  if (escaped(usual) === usual) return usual;
  return escaped(stringify(settings, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' }));
}
