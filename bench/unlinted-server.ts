/** The server from its sources, but neither lints X.509 certificates nor compares them with their profiles. For `enroll-lint.ts` alone. */
import { replaceLint } from './replaced-lint.ts';

replaceLint('no-certificate-lint.ts');
await import('../packages/server/src/main.ts');
