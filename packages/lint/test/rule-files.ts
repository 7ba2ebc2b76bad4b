/** The rules that the files of a folder have. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';

/** Returns the names of all rules that files below `src/rules/FOLDER/` export, alone or in lists. */
export async function rulesInFiles(folder: string): Promise<readonly string[]> {
  const directory = new URL(`../src/rules/${folder}/`, import.meta.url);
  const files = readdirSync(directory).filter((file) => file !== 'index.ts' && !file.endsWith('.test.ts'));
  const names = await Promise.all(files.map((file) => rulesInFile(new URL(file, directory))));
  return names.flat();
}

async function rulesInFile(file: URL): Promise<readonly string[]> {
  const exported: Record<string, unknown> = await import(file.href);
  const names = Object.values(exported)
    .flat()
    .filter((value) => isRule(value))
    .map(({ name }) => name);
  assert.ok(names.length > 0, `${file.pathname} has no rule`);
  return names;
}

function isRule(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'clause' in value;
}
