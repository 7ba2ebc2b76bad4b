/**
 * A publishable package as it is published: JavaScript and declarations, since Node refuses TypeScript under `node_modules`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import process from 'node:process';

/** The members of a `package.json` that are looked at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  /** The sources of the entry points, such as `{ ".": "./src/index.ts" }`. */
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package as it is published. */
export interface BuiltPackage {
  readonly manifest: Manifest;
  /** Holds what the tarball holds. */
  readonly directory: string;
  readonly tarball: string;
}

export function readManifest(packageDirectory: string): Manifest {
  return JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Emits the package into `target`, an empty directory, with its tarball.
 *
 * Only what an entry point reaches is emitted, so that no test is published.
 *
 * @param dependencies - the packages of this repository that it imports: their sources would be emitted too, their declarations are not
 */
export function buildPackage(
  root: string,
  packageDirectory: string,
  target: string,
  dependencies: readonly BuiltPackage[],
): BuiltPackage {
  const manifest = readManifest(packageDirectory);
  const sources = Object.values(manifest.exports);
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      rootDir: join(packageDirectory, 'src'),
      outDir: join(target, 'dist'),
      typeRoots: [join(root, 'node_modules/@types')],
      paths: Object.fromEntries(dependencies.flatMap(declarationsOf)),
    },
    include: [],
    files: sources.map((source) => join(packageDirectory, source)),
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'tsconfig.json'), JSON.stringify(config));
  typescript(root, '-p', join(target, 'tsconfig.json'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(manifest), undefined, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const readme = join(packageDirectory, 'README.md');
  if (existsSync(readme)) copyFileSync(readme, join(target, 'README.md'));
  const [packed] = JSON.parse(npm(target, 'pack', '--json')) as [{ readonly filename: string }];
  return { manifest, directory: target, tarball: join(target, packed.filename) };
}

/** Runs the compiler of this repository. */
export function typescript(root: string, ...args: readonly string[]): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Runs npm and returns what it printed. */
export function npm(directory: string, ...args: readonly string[]): string {
  // Under `npm run` this names npm's own program, which needs no shell to be found on any system.
  const { npm_execpath: program } = process.env;
  const command = program === undefined ? ['npm'] : [process.execPath, program];
  const [file, ...first] = command as [string, ...string[]];
  return execFileSync(file, [...first, ...args], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Where the compiler finds the types of each entry point. */
function declarationsOf({ manifest, directory }: BuiltPackage): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(manifest.exports).map(([entry, source]) => {
    const emitted = source.replace('./src/', './dist/').replace(/\.ts$/, '.d.ts');
    return [posix.join(manifest.name, entry), [join(directory, emitted)]];
  });
}

/** The manifest with its entry points where they are emitted. */
function publishedManifest(manifest: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([name, source]) => {
    const emitted = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    return [name, { types: `${emitted}.d.ts`, default: `${emitted}.js` }];
  });
  return { ...manifest, exports: Object.fromEntries(exports), files: ['dist'] };
}
