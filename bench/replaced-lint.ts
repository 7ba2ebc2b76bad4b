/** Has another file take the place of the lint of certificates in a server that runs from its sources. */
import { registerHooks } from 'node:module';

const LINT = '/modules/ca/x509/x509-lint.ts';

/** @param file - its name in this folder */
export function replaceLint(file: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      return resolved.url.endsWith(LINT) ? { ...resolved, url: new URL(file, import.meta.url).href } : resolved;
    },
  });
}
