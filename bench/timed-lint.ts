/** Takes the place of the lint of certificates in `linted-server.ts`: the same, with the processor time that its thread takes meanwhile. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Lint } from '../packages/server/src/modules/ca/issuance/index.ts';

// With a query it is another file to the hook that puts this one in its place.
const real = '../packages/server/src/modules/ca/x509/x509-lint.ts?timed';
const { x509Lint: lint } = (await import(real)) as { readonly x509Lint: Lint };
const skipped = Number(process.env['BENCH_LINT_AFTER']);
let calls = 0;
let microseconds = 0;

export const x509Lint: Lint = {
  name: lint.name,
  check(toBeSigned) {
    const before = process.threadCpuUsage();
    try {
      return lint.check(toBeSigned);
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      if (++calls > skipped) microseconds += user + system;
    }
  },
};

process.on('exit', () => {
  writeFileSync(process.env['BENCH_LINT']!, String(microseconds / (calls - skipped)));
});
