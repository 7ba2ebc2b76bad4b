import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { batchesOf, textOfBatch } from './test-batches.ts';

function directory(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'batches-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

describe('batches of test files', () => {
  it('keep the order, and end before they are too large', (t) => {
    const root = directory(t, { a: 'x'.repeat(40), b: 'x'.repeat(60), c: 'x', d: 'x'.repeat(200), e: 'x' });
    assert.deepEqual(batchesOf(root, ['a', 'b', 'c', 'd', 'e'], 100), [['a', 'b'], ['c'], ['d'], ['e']]);
  });

  it('leave files alone whose hooks would run around the tests of others', (t) => {
    const root = directory(t, {
      a: "it('a');\n",
      b: "beforeEach(() => {});\nit('b');\n",
      c: "describe('c', () => {\n  afterEach(() => {});\n});\n",
      d: 'afterEach(() => {});\n',
    });
    assert.deepEqual(batchesOf(root, ['a', 'b', 'c', 'd'], 1000), [['a', 'c'], ['b'], ['d']]);
  });

  it('run all tests of their files, and threads from the bundle', (t) => {
    const root = directory(t, {
      'node_modules/bundle/package.json': '{"type":"module","imports":{"#thread":"./thread.js"}}',
      'package.json': '{"type":"module","imports":{"#thread":"./a.js","#other":"./b.js"}}',
      'scripts/bundled-threads.ts': `export { startThreadsFrom } from ${JSON.stringify(path.resolve('scripts/bundled-threads.ts'))};`,
      'a.js': "import { it } from 'node:test'; it('a', () => console.log(import.meta.resolve('#thread')));",
      'b.js': "import { it } from 'node:test'; it('b', () => console.log(import.meta.resolve('#other')));",
    });
    writeFileSync(
      path.join(root, 'batch.mjs'),
      textOfBatch(root, ['a.js', 'b.js'], path.join(root, 'node_modules/bundle')),
    );
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout, status } = spawnSync(process.execPath, [path.join(root, 'batch.mjs')], { encoding: 'utf8', env });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /node_modules\/bundle\/thread\.js\n/);
    assert.match(stdout, /\/b\.js\n/);
  });
});
