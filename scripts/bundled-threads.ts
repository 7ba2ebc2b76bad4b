/** Threads of servers in tests, started from the bundle of the program: reading its sources takes each of them longer than its work. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Has this process start threads and processes of the program from a bundle.
 *
 * @param bundle - its directory, made of the sources as they stand
 */
export function startThreadsFrom(bundle: string): void {
  const { imports } = JSON.parse(readFileSync(path.join(bundle, 'package.json'), 'utf8')) as {
    readonly imports: Readonly<Record<string, string>>;
  };
  const urls = new Map(
    Object.entries(imports).map(([name, file]) => [name, pathToFileURL(path.join(bundle, file)).href]),
  );
  registerHooks({ resolve: (specifier, context, next) => next(urls.get(specifier) ?? specifier, context) });
}
