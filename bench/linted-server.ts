/** The server from its sources, which notes the processor time of the lint of certificates. For `enroll-lint.ts` alone. */
import { replaceLint } from './replaced-lint.ts';

replaceLint('timed-lint.ts');
await import('../packages/server/src/main.ts');
