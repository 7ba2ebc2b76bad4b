import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.join(import.meta.dirname, '..');

it('docs/glossary.md names what is in the sources', () => {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const names = new Set(text.split('\n').flatMap(namesInCode));
  assert.ok(names.size >= MINIMUM_NAMES, `only ${names.size} names were found`);
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root });
  const words = new Set(sources.flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/\w+/g) ?? []));
  assert.deepEqual(
    [...names].filter((name) => !words.has(name)),
    [],
  );
});

/** The names of types and members in the last column of a row. */
function namesInCode(line: string): readonly string[] {
  const cells = line.split('|');
  if (cells.length < 5) return [];
  return [...(cells.at(-2) ?? '').matchAll(/`([A-Za-z_]+)`/g)].map(([, name = '']) => name);
}

/** Well below what there is. */
const MINIMUM_NAMES = 50;
