import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readImportGraph } from './import-graph.ts';
import { nearTests, SMOKE_TEST } from './near-tests.ts';

const src = 'packages/server/src';

/** The tests near a change of files in a repository of those texts. */
function near(t: TestContext, files: Readonly<Record<string, string>>, ...changed: readonly string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'near-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return nearTests(readImportGraph(root, ['packages', 'test', 'scripts']), changed);
}

describe('the tests near a change', () => {
  it('are those that reach it through imports', (t) => {
    const files = {
      [`${src}/a.ts`]: 'export const a = 1;\n',
      [`${src}/b.ts`]: "import { a } from './a.ts';\n\nexport const b = a;\n",
      [`${src}/b.test.ts`]: "import {\n  b,\n} from './b.ts';\n",
      [`${src}/c.test.ts`]: "import './c.ts';\n",
    };
    assert.deepEqual(near(t, files, `${src}/a.ts`), [`${src}/b.test.ts`]);
    assert.deepEqual(near(t, files, `${src}/c.ts`), []);
  });

  it('are not those that import types of it alone', (t) => {
    const files = {
      [`${src}/a.ts`]: 'export type A = 1;\n',
      [`${src}/b.test.ts`]: "import type { A } from './a.ts';\nimport { type A as B } from './a.ts';\n",
    };
    assert.deepEqual(near(t, files, `${src}/a.ts`), []);
  });

  it('are of an index only those that import the name', (t) => {
    const files = {
      [`${src}/m/a.ts`]: 'export const a = 1;\n',
      [`${src}/m/b.ts`]: 'export const b = 1;\n',
      [`${src}/m/inner.ts`]: "export { b as c } from './b.ts';\n",
      [`${src}/m/index.ts`]: "export { a } from './a.ts';\nexport * from './inner.ts';\n",
      [`${src}/a.test.ts`]: "import { a } from './m/index.ts';\n",
      [`${src}/b.test.ts`]: "import { c as mine } from './m/index.ts';\n",
      [`${src}/all.test.ts`]: "import * as m from './m/index.ts';\n",
    };
    assert.deepEqual(near(t, files, `${src}/m/a.ts`), [`${src}/a.test.ts`, `${src}/all.test.ts`]);
    assert.deepEqual(near(t, files, `${src}/m/b.ts`), [`${src}/all.test.ts`, `${src}/b.test.ts`]);
    assert.equal(near(t, files, `${src}/m/index.ts`).length, 3);
  });

  it('are also those that start it as a thread, or load it by name', (t) => {
    const files = {
      'packages/server/package.json': JSON.stringify({
        name: '@x/server',
        exports: { '.': './src/index.ts' },
        imports: { '#w': './src/worker.ts' },
      }),
      [`${src}/worker.ts`]: '',
      [`${src}/index.ts`]: "export { a } from './worker.ts';\n",
      [`${src}/a.test.ts`]: "const a = new URL('./worker.ts', import.meta.url);\n",
      [`${src}/b.test.ts`]: "const b = import.meta.resolve('#w');\n",
      [`${src}/c.test.ts`]: "const c = await import('./worker.ts');\n",
      'test/d.test.ts': "import { a } from '@x/server';\n",
    };
    const tests = ['a', 'b', 'c'].map((name) => `${src}/${name}.test.ts`);
    assert.deepEqual(near(t, files, `${src}/worker.ts`), [...tests, 'test/d.test.ts']);
  });

  it('are one for all that need a whole installation, unless a test itself has changed', (t) => {
    const files = {
      [`${src}/a.ts`]: 'export const a = 1;\n',
      [`${src}/wiring/installation.ts`]: "import { a } from '../a.ts';\n\nexport const installation = a;\n",
      [`${src}/compose.ts`]:
        "import { installation } from './wiring/installation.ts';\n\nexport const compose = installation;\n",
      [SMOKE_TEST]: "import { compose } from '../../packages/server/src/compose.ts';\n",
      'test/e2e/other.test.ts': "import { compose } from '../../packages/server/src/compose.ts';\n",
      'test/old.test.ts': "import { installation } from '../packages/server/src/wiring/installation.ts';\n",
    };
    assert.deepEqual(near(t, files, `${src}/a.ts`), [SMOKE_TEST]);
    assert.deepEqual(near(t, files, 'test/e2e/other.test.ts'), [SMOKE_TEST, 'test/e2e/other.test.ts']);
  });

  it('are of a fixture those around its directory', (t) => {
    const files = {
      [`${src}/m/a.test.ts`]: '',
      [`${src}/n/b.test.ts`]: '',
    };
    assert.deepEqual(near(t, files, `${src}/m/fixtures/a.pem`), [`${src}/m/a.test.ts`]);
    assert.deepEqual(near(t, files, 'README.md'), []);
  });

  it('are always those that hold files against documents', (t) => {
    assert.deepEqual(near(t, { 'scripts/errors-documented.test.ts': '' }), ['scripts/errors-documented.test.ts']);
  });
});
