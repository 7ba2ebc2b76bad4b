/** The server from its sources, but neither lints X.509 certificates nor compares them with their profiles. For `enroll-lint.ts` alone. */
import { registerHooks } from 'node:module';

const LINT = '/modules/ca/x509/x509-lint.ts';

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url.endsWith(LINT)
      ? { ...resolved, url: new URL('no-certificate-lint.ts', import.meta.url).href }
      : resolved;
  },
});
await import('../packages/server/src/main.ts');
