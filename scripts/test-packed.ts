/**
 * Packs each publishable package, installs it in an empty project, and uses it there from JavaScript and from TypeScript:
 * `npm run test:packed`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPackage, npm, readManifest, typescript } from './packed/build-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publishable = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((directory) => readManifest(directory).private !== true);
if (publishable.length === 0) throw new RangeError('no package is publishable');
for (const directory of publishable) await testPacked(directory);

async function testPacked(packageDirectory: string): Promise<void> {
  const manifest = readManifest(packageDirectory);
  const work = mkdtempSync(join(tmpdir(), 'sealwright-packed-'));
  try {
    const tarball = buildPackage(root, packageDirectory, join(work, 'package'));
    const project = join(work, 'project');
    install(project, tarball);
    requireNoSources(join(project, 'node_modules', manifest.name));
    await requireSameExports(packageDirectory, project);
    useIt(packageDirectory, project);
    console.log(`${manifest.name}@${manifest.version}: packed, installed and used`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** An empty project with nothing but the package. */
function install(project: string, tarball: string): void {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  npm(project, 'install', '--no-audit', '--no-fund', '--ignore-scripts', tarball);
}

function requireNoSources(installed: string): void {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const wrong = files.filter((file) => /\.test\.|fixtures|(?<!\.d)\.ts$/.test(file));
  assert.deepEqual(wrong, [], 'sources, tests or fixtures are published');
  assert.ok(files.includes('LICENSE'));
}

/** What the sources export and what the installed package exports. */
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
