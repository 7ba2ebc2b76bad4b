/** Checks the directions of imports over all sources: `node scripts/check-boundaries.ts`. */
import { globSync } from 'node:fs';
import process from 'node:process';
import { cruiseSources } from './cruise-sources.ts';

const { violations, filesSeen } = await cruiseSources(process.cwd());
const filesThere = globSync('packages/*/src/**/*.ts').length;
for (const violation of violations) console.error(violation);
// A parser that cannot read the sources sees no file and reports no violation.
if (filesSeen < filesThere) {
  console.error(`only ${filesSeen} of ${filesThere} source files were read`);
  process.exit(1);
}
console.log(`${filesSeen} files, ${violations.length} forbidden imports`);
process.exit(violations.length === 0 ? 0 : 1);
