/** Which TypeScript files need which others when they run, told by their text. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The files that each file needs, all as paths relative to the root of the repository.
 *
 * Imports of types alone do not count. A name that a file only passes on, as an `index.ts` does, is needed from the file that declares it, so that
 * a test is not held to need all that stands beside it.
 */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads all TypeScript files below `directories`. */
export function readImportGraph(root: string, directories: readonly string[]): ImportGraph {
  const files = new Map<string, SourceFile>();
  const packages = readPackages(root);
  for (const directory of directories) {
    for (const found of globSync(`${directory}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] })) {
      const file = found.replaceAll('\\', '/');
      files.set(file, readSourceFile(readFileSync(path.join(root, file), 'utf8'), file, packages));
    }
  }
  return new Map([...files].map(([file, source]) => [file, neededBy(source, files)]));
}

/** The files from which a chain of imports leads to one of `targets`, which are among them. */
export function dependents(graph: ImportGraph, targets: Iterable<string>): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [file, needed] of graph) {
    for (const each of needed) importers.set(each, [...(importers.get(each) ?? []), file]);
  }
  const found = new Set(targets);
  // What is added meanwhile is visited as well.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

interface SourceFile {
  readonly imports: readonly Import[];
  /** The names that it passes on: `export { name as exported } from 'file'`. */
  readonly passed: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** `export * from 'file'`. */
  readonly passedWhole: readonly string[];
}

interface Import {
  readonly from: string;
  /** Undefined: everything. */
  readonly names: readonly string[] | undefined;
}

/** The files for which specifiers stand that are not paths: `#name` by the directory of the package, `@sealwright/name` everywhere. */
interface Packages {
  readonly exports: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, string>;
}

function readPackages(root: string): Packages {
  const exports = new Map<string, string>();
  const imports = new Map<string, string>();
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    const directory = path.posix.dirname(manifest.replaceAll('\\', '/'));
    const content = JSON.parse(readFileSync(path.join(root, manifest), 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string>>;
      readonly imports?: Readonly<Record<string, string>>;
    };
    for (const [name, target] of Object.entries(content.exports ?? {}))
      exports.set(path.posix.join(content.name, name), path.posix.join(directory, target));
    for (const [name, target] of Object.entries(content.imports ?? {}))
      imports.set(`${directory} ${name}`, path.posix.join(directory, target));
  }
  return { exports, imports };
}

function readSourceFile(text: string, file: string, packages: Packages): SourceFile {
  const imports: Import[] = [];
  const passed = new Map<string, { from: string; name: string }>();
  const passedWhole: string[] = [];
  const resolve = (specifier: string) => resolveSpecifier(specifier, file, packages);
  for (const [, keyword, clause, specifier] of text.matchAll(STATEMENT)) {
    const from = resolve(specifier!);
    if (from === undefined || /^type\s/.test(clause!)) continue;
    const names = namesOf(clause!);
    if (keyword === 'import') {
      if (names?.length !== 0) imports.push({ from, names: names?.map(({ name }) => name) });
    } else if (names === undefined) passedWhole.push(from);
    else for (const { name, as } of names) passed.set(as, { from, name });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC, LOCATED]) {
    for (const [, specifier] of text.matchAll(pattern)) {
      const from = resolve(specifier!);
      if (from !== undefined) imports.push({ from, names: undefined });
    }
  }
  return { imports, passed, passedWhole };
}

/** The names of `{ a, type B, c as d }` that are values; undefined for `* as all` and `*`. */
function namesOf(clause: string): readonly { readonly name: string; readonly as: string }[] | undefined {
  if (clause.includes('*')) return undefined;
  const [before, inBraces = ''] = clause.split('{');
  const byDefault = before!.replace(',', '').trim() === '' ? [] : [{ name: 'default', as: 'default' }];
  const named = inBraces
    .replace(/\}.*$/s, '')
    .split(',')
    .flatMap((each) => {
      const [name, as = name] = each.trim().split(/\s+as\s+/);
      return name === '' || name!.startsWith('type ') ? [] : [{ name: name!, as: as! }];
    });
  return [...byDefault, ...named];
}

function resolveSpecifier(specifier: string, file: string, { exports, imports }: Packages): string | undefined {
  if (specifier.startsWith('#')) return imports.get(`${file.split('/', 2).join('/')} ${specifier}`);
  if (exports.has(specifier)) return exports.get(specifier);
  if (!specifier.endsWith('.ts')) return undefined;
  return path.posix.join(path.posix.dirname(file), specifier);
}

function neededBy({ imports }: SourceFile, files: ReadonlyMap<string, SourceFile>): ReadonlySet<string> {
  const needed = new Set<string>();
  for (const { from, names } of imports) {
    if (names === undefined) addAll(from, files, needed);
    else for (const name of names) addDeclaration(from, name, files, needed);
  }
  return needed;
}

/** Adds the file that declares a name, and those that pass it on until there. */
function addDeclaration(from: string, name: string, files: ReadonlyMap<string, SourceFile>, needed: Set<string>): void {
  needed.add(from);
  const source = files.get(from);
  const next = source?.passed.get(name);
  if (next !== undefined) addDeclaration(next.from, next.name, files, needed);
  // It may come from any of these, or be declared here.
  else for (const whole of source?.passedWhole ?? []) addDeclaration(whole, name, files, needed);
}

function addAll(from: string, files: ReadonlyMap<string, SourceFile>, needed: Set<string>): void {
  if (needed.has(from)) return;
  needed.add(from);
  const source = files.get(from);
  for (const { from: next } of source?.passed.values() ?? []) addAll(next, files, needed);
  for (const next of source?.passedWhole ?? []) addAll(next, files, needed);
}

/** Formatted sources have each statement at the beginning of a line. */
const STATEMENT = /^(import|export)\s+([^'";]*?)\s*from '([^']+)'/gm;
const SIDE_EFFECT = /^import '([^']+)'/gm;
const DYNAMIC = /\bimport(?:\.meta\.resolve)?\('([^']+)'\)/g;
/** A file that is run in a thread or a process. */
const LOCATED = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;
