/**
 * Packs each publishable package, installs it in an empty project, and uses it there from JavaScript and from TypeScript:
 * `npm run test:packed`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuiltPackage, buildPackage, npm, readManifest, typescript } from './packed/build-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publishable = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((directory) => readManifest(directory).private !== true);
if (publishable.length === 0) throw new RangeError('no package is publishable');
const work = mkdtempSync(join(tmpdir(), 'sealwright-packed-'));
try {
  for (const [directory, built] of buildAll(work)) await testPacked(directory, built, join(work, 'projects'));
} finally {
  rmSync(work, { recursive: true });
}

/** Each directory with its package and those that this one needs. */
function buildAll(work: string): ReadonlyMap<string, readonly [BuiltPackage, ...BuiltPackage[]]> {
  const all = new Map<string, readonly [BuiltPackage, ...BuiltPackage[]]>();
  const names = publishable.map((directory) => readManifest(directory).name);
  const needs = (directory: string) =>
    names.filter((name) => Object.keys(readManifest(directory).dependencies ?? {}).includes(name));
  const found = (name: string) => [...all.values()].find(([{ manifest }]) => manifest.name === name);
  while (all.size < publishable.length) {
    const next = publishable.find((directory) => !all.has(directory) && needs(directory).every(found));
    if (next === undefined) throw new RangeError('packages that depend on each other, or on one that is private');
    const dependencies = [...new Set(needs(next).flatMap((name) => found(name)!))];
    all.set(next, [buildPackage(root, next, join(work, basename(next)), dependencies), ...dependencies]);
  }
  return all;
}

async function testPacked(
  packageDirectory: string,
  [built, ...dependencies]: readonly [BuiltPackage, ...BuiltPackage[]],
  projects: string,
): Promise<void> {
  const { manifest } = built;
  const project = join(projects, basename(packageDirectory));
  install(project, [built, ...dependencies]);
  requireNoSources(join(project, 'node_modules', manifest.name));
  await requireSameExports(packageDirectory, project);
  useIt(packageDirectory, project);
  console.log(`${manifest.name}@${manifest.version}: packed, installed and used`);
}

/** An empty project with nothing but the package and what it needs. */
function install(project: string, packages: readonly BuiltPackage[]): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  npm(project, 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages.map(({ tarball }) => tarball));
}

function requireNoSources(installed: string): void {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const wrong = files.filter((file) => /\.test\.|fixtures|(?<!\.d)\.ts$/.test(file));
  assert.deepEqual(wrong, [], 'sources, tests or fixtures are published');
  assert.ok(files.includes('LICENSE'));
}

/** Requires that the sources and the installed package export the same. */
async function requireSameExports(packageDirectory: string, project: string): Promise<void> {
  const { name, exports } = readManifest(packageDirectory);
  for (const [entry, source] of Object.entries(exports)) {
    const wanted = Object.keys((await import(pathToFileURL(join(packageDirectory, source)).href)) as object);
    const specifier = join(name, entry).replaceAll('\\', '/');
    const print = `import * as all from '${specifier}'; console.log(JSON.stringify(Object.keys(all)));`;
    const args = ['--input-type=module', '--eval', print];
    const found = execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(found), wanted.toSorted());
  }
}

/** Runs `consumer.js` of the package's `test/packed`, and checks the types of `consumer-types.mts`. */
function useIt(packageDirectory: string, project: string): void {
  const consumers = join(packageDirectory, 'test/packed');
  cpSync(consumers, project, { recursive: true });
  execFileSync(process.execPath, ['consumer.js'], { cwd: project, stdio: 'inherit' });
  const config = {
    compilerOptions: {
      target: 'esnext',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      // The declarations themselves are checked too.
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [relative(project, join(root, 'node_modules/@types'))],
    },
    files: ['consumer-types.mts'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  typescript(root, '-p', join(project, 'tsconfig.json'));
}
