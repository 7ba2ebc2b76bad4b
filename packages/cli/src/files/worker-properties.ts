/** Properties of workers on the command line. */
import { UsageError } from '../errors.ts';
import { readInputFile } from './input-file.ts';
import type { CliContext } from '../context.ts';

/**
 * Reads `NAME=VALUE`, and `NAME=@FILE` for a value that is long or not for everybody to see (`@-` is standard input). Names are kept in
 * upper case.
 *
 * @throws {@link UsageError}, {FileError}
 */
export async function readProperties(
  given: readonly string[],
  context: CliContext,
): Promise<Readonly<Record<string, string>>> {
  const properties: Record<string, string> = {};
  for (const text of given) {
    const equals = text.indexOf('=');
    if (equals < 1) throw new UsageError(`'${text}' has to be NAME=VALUE`);
    const name = propertyName(text.slice(0, equals));
    if (name === 'NAME' || name === 'TYPE')
      throw new UsageError(`${name} is not a property; use 'config rename' to rename a worker`);
    properties[name] = await readValue(text.slice(equals + 1), name, context);
  }
  return properties;
}

/** The name as it is kept. */
export function propertyName(text: string): string {
  return text.toUpperCase();
}

async function readValue(text: string, name: string, context: CliContext): Promise<string> {
  if (!text.startsWith('@')) return text;
  const file = text.slice(1);
  const content = file === '-' ? await context.readInput() : await readInputFile(file, `the property ${name}`);
  return Buffer.from(content)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
