import assert from 'node:assert/strict';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findBundle, makeBundle } from '../../bin/launch/bundle.js';
import { describeInputs, mayHaveChangedSince } from '../../bin/launch/inputs.js';
import { findErrorCodes } from '../../scripts/error-codes.ts';
import { SmallProgram } from './small-program.ts';

describe('a start', () => {
  let program: SmallProgram;
  beforeEach(() => {
    program = new SmallProgram();
  });
  afterEach(() => program.remove());

  it('makes a bundle, which later starts use', async () => {
    const first = await program.start();
    assert.ok(first.bundle);
    const { bundle, greeting, dependency, standardError } = await program.start();
    assert.deepEqual(
      { bundle, greeting, dependency, standardError },
      {
        bundle: first.bundle,
        greeting: 'good day',
        dependency: 'of a',
        standardError: '',
      },
    );
  });

  it('has traces that point at the sources, in threads as well', async () => {
    const file = program.path('packages/server/src/thrown-at.ts').replaceAll('\\', '/');
    for (const said of [await program.start(), await program.start()]) {
      assert.ok(said.bundle);
      for (const line of [said.thrownAt, said.thrownInThreadAt]) {
        assert.ok(line.replaceAll('\\', '/').includes(`${file}:5:`), line);
      }
    }
  });

  it('gives a thread only what it uses of the modules that it reads', async () => {
    const { bundle } = await program.start();
    const code = path.join(program.bundles, bundle!, 'code');
    assert.match(readFileSync(path.join(code, 'main.js'), 'utf8'), /good day/);
    const ofThread = readFileSync(path.join(code, 'traced-thread-entry.js'), 'utf8');
    assert.match(ofThread, /no matter/);
    assert.doesNotMatch(ofThread, /good day|import ?["']\.|from ?["']\./);
  });

  it('runs the sources as they stand', async () => {
    const { bundle } = await program.start();
    program.replace('packages/server/src/greeting.ts', 'good day', 'good bye');
    const changed = await program.start();
    assert.equal(changed.greeting, 'good bye');
    assert.ok(changed.bundle !== undefined && changed.bundle !== bundle);
    program.replace('node_modules/dependency/a.js', 'of a', 'of A');
    assert.equal((await program.start()).dependency, 'of A');
    program.replace('node_modules/dependency/package.json', 'a.js', 'b.js');
    assert.equal((await program.start()).dependency, 'of b');
  });

  it('sees a change that leaves size and time as they were', async () => {
    await program.start();
    const file = program.path('packages/server/src/greeting.ts');
    const { atime, mtime } = statSync(file);
    utimesSync(file, atime, mtime);
    await program.start();
    program.replace('packages/server/src/greeting.ts', 'good day', 'good bye');
    utimesSync(file, atime, mtime);
    assert.equal((await program.start()).greeting, 'good bye');
  });

  it('uses the bundle of an installation that was copied', async () => {
    const { bundle } = await program.start();
    const copied = program.copy();
    try {
      rmSync(copied.path('node_modules/@esbuild'));
      for (const said of [await copied.start(), await copied.start()]) assert.equal(said.bundle, bundle);
      copied.replace('packages/server/src/greeting.ts', 'good day', 'good bye');
      const changed = await copied.start();
      assert.deepEqual([changed.bundle, changed.greeting], [undefined, 'good bye']);
    } finally {
      copied.remove();
    }
  });

  it('makes another bundle in place of one that is damaged', async () => {
    let { bundle } = await program.start();
    const code = () => path.join(program.bundles, bundle!, 'code');
    const damages = [
      () => truncateSync(path.join(code(), 'main.js'), 100),
      () => writeFileSync(path.join(code(), 'main.js'), readFileSync(path.join(code(), 'main.js')).fill(0)),
      () => rmSync(code(), { recursive: true }),
      () => truncateSync(path.join(program.bundles, 'manifest.json'), 100),
      () => writeFileSync(path.join(program.bundles, 'manifest.json'), '{}'),
    ];
    for (const damage of damages) {
      damage();
      const said = await program.start();
      assert.ok(said.bundle !== undefined && said.bundle !== bundle);
      assert.deepEqual([said.greeting, said.standardError], ['good day', '']);
      assert.equal((await program.start()).bundle, said.bundle);
      ({ bundle } = said);
    }
  });

  it('makes another bundle when the launcher is another', async () => {
    const { bundle } = await program.start();
    program.replace('bin/launch/bundle.js', '--legal-comments=none', '--legal-comments=eof');
    assert.notEqual((await program.start()).bundle, bundle);
  });

  it('runs no file that others could have written', { skip: process.getuid === undefined }, async () => {
    const { bundle } = await program.start();
    chmodSync(path.join(program.bundles, bundle!, 'code/main.js'), 0o666);
    const said = await program.start();
    assert.ok(said.bundle !== undefined && said.bundle !== bundle);
    for (const directory of [program.bundles, program.path('node_modules/.cache')]) {
      chmodSync(directory, 0o777);
      const { bundle: none, greeting } = await program.start();
      assert.deepEqual([none, greeting], [undefined, 'good day']);
      chmodSync(directory, 0o755);
    }
  });

  it('runs from the sources where nothing can be written', async () => {
    program.write('node_modules/.cache', 'no directory');
    program.write('cache', 'no directory either');
    const { bundle, greeting, standardError } = await program.start();
    assert.deepEqual([bundle, greeting, standardError], [undefined, 'good day', '']);
  });

  it('runs from the sources, and says so, when they cannot be bundled', async () => {
    const source = 'packages/server/src/greeting.ts';
    program.replace(source, ';', `; export const never = async () => import('./missing.ts');`);
    const { bundle, greeting, standardError } = await program.start();
    assert.deepEqual([bundle, greeting], [undefined, 'good day']);
    assert.match(standardError, /^sealwright: runs from its sources, since they cannot be bundled: .*missing\.ts/);
    assert.deepEqual(readdirSync(program.bundles), []);
  });

  it('runs from the sources, and says so, when a dynamic import would lose the names of a package', async () => {
    const source = 'packages/server/src/greeting.ts';
    program.replace(source, ';', `; export const { dependency } = await import('dependency');`);
    const { bundle, greeting, standardError } = await program.start();
    assert.deepEqual([bundle, greeting], [undefined, 'good day']);
    assert.match(standardError, /greeting\.ts imports node_modules\/dependency\/a\.js dynamically, which is CommonJS/);
  });

  it('is not disturbed by others at the same time', async () => {
    const together = await Promise.all([program.start(), program.start(), program.start()]);
    const bundles = together.map(({ bundle }) => bundle);
    assert.ok(!bundles.includes(undefined));
    assert.deepEqual([...new Set(together.map(({ greeting }) => greeting))], ['good day']);
    assert.ok(bundles.includes((await program.start()).bundle));
  });
});

describe('a bundle', () => {
  it('is not kept when a source may have changed while it was made', () => {
    const program = new SmallProgram();
    try {
      const inputs = () => describeInputs(program.root, ['packages/server/src/greeting.ts']);
      const begun = Date.now();
      program.replace('packages/server/src/greeting.ts', 'good day', 'good bye');
      assert.equal(mayHaveChangedSince(begun, inputs()), true);
      assert.equal(mayHaveChangedSince(begun + 60_000, inputs()), false);
    } finally {
      program.remove();
    }
  });

  it('calls each error by its name', async () => {
    const root = path.join(import.meta.dirname, '../..');
    const names = new Set(findErrorCodes(root).map(({ className }) => className));
    assert.ok(names.size > 100);
    for (const packageName of ['server', 'cli']) {
      const code = path.join((findBundle(root, packageName) ?? (await makeBundle(root, packageName)))!, 'code');
      const files = readdirSync(code).filter((file) => file.endsWith('.js'));
      const all = files.map((file) => readFileSync(path.join(code, file), 'utf8')).join('\n');
      const classes = [...all.matchAll(/class (\w+) extends/g)].map(([, name]) => name!);
      // esbuild gives a class that names itself in its body another name; `new this()` in a static method does not.
      const renamed = classes.filter((name) => !names.has(name) && names.has(name.replaceAll(/^_|\d+$/g, '')));
      assert.deepEqual(renamed, []);
    }
  });
});
