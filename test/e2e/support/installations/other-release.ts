/** Programs of other releases, in trees of their own. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeBundle } from '../../../../bin/launch/bundle.js';
import { MIGRATIONS } from '../../../../packages/server/src/storage/migrations/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Links the packages of others that are installed here, and its own, into the tree of a release. @returns its program */
export function linkPackages(tree: string): string {
  const modules = path.join(tree, 'node_modules');
  mkdirSync(path.join(modules, '@sealwright'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@sealwright' && name !== '.cache')
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of readdirSync(path.join(tree, 'packages')))
    symlinkSync(path.join(tree, 'packages', name), path.join(modules, '@sealwright', name));
  return path.join(tree, 'bin/sealwright.js');
}

/**
 * Writes the release after this one: the same program with one migration more, which does what a migration may. It adds columns to the tables that every act writes, one that may be
 * empty and one with a default, and a table.
 *
 * @returns its program
 */
export async function writeNextRelease(tree: string): Promise<string> {
  for (const name of ['bin', 'package.json', 'packages'])
    cpSync(path.join(ROOT, name), path.join(tree, name), { recursive: true });
  const migrations = path.join(tree, 'packages/server/src/storage/migrations');
  const number = MIGRATIONS.at(-1)!.number + 1;
  writeFileSync(path.join(migrations, 'next-release.ts'), nextMigration(number));
  const list = path.join(migrations, 'all-migrations.ts');
  const text = readFileSync(list, 'utf8');
  const extended = text
    .replace(/^import /m, "import { nextRelease } from './next-release.ts';\nimport ")
    .replace(/\];\s*$/, '  nextRelease,\n];\n');
  writeFileSync(list, extended);
  const program = linkPackages(tree);
  await makeBundle(tree, 'server');
  return program;
}

function nextMigration(number: number): string {
  return `import type { Migration } from './migration.ts';

export const nextRelease: Migration = {
  number: ${number},
  name: 'next-release',
  statements: ({ integer, rowTable }) => [
    \`ALTER TABLE certificate ADD COLUMN next_release \${integer}\`,
    \`ALTER TABLE end_entity ADD COLUMN next_release \${integer} NOT NULL DEFAULT 7\`,
    \`ALTER TABLE audit_record ADD COLUMN next_release \${integer}\`,
    \`CREATE TABLE next_release (id \${integer} PRIMARY KEY)\${rowTable}\`,
  ],
};
`;
}
