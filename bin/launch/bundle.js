// A program of this repository in few files: esbuild makes them of its sources, and they run as long as the sources stay as they are.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { comparedWithNow, describeInputs, mayHaveChangedSince } from './inputs.js';
import { isProtected } from './protection.js';

/**
 * Contents of a bundle, and what it was made of.
 *
 * @typedef {object} Manifest
 * @property {string} build - the directory of its files, beside the manifest
 * @property {Readonly<Record<string, string>>} outputs - SHA-256 of each file of code
 * @property {import('./inputs.js').Inputs} inputs
 */

/**
 * The files that esbuild has read, relative to the root, as it describes them.
 *
 * @typedef {Record<string, { imports: { path: string, kind: string }[], format?: 'cjs' | 'esm' }>} ReadSources
 */

/**
 * The files that esbuild has written.
 *
 * @typedef {Record<string, { entryPoint?: string, exports: string[] }>} Outputs
 */

/**
 * Finds the bundle of a package, if there is one of the sources as they stand.
 *
 * One that is broken, or that somebody else could have written, does not count.
 *
 * @param {string} root - of the repository
 * @param {string} packageName - of a directory in `packages`
 * @returns {string | undefined} the directory of its files
 */
export function findBundle(root, packageName) {
  const home = homeOf(root, packageName);
  try {
    if (!isProtected(root, path.join(home, MANIFEST))) return undefined;
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(path.join(home, MANIFEST), 'utf8'));
    const build = path.join(home, manifest.build);
    const inputs = comparedWithNow(root, manifest.inputs);
    if (inputs === undefined || !isWhole(root, build, manifest.outputs)) return undefined;
    if (inputs !== manifest.inputs) attempt(() => publish(home, { ...manifest, inputs }));
    return build;
  } catch {
    return undefined;
  }
}

/**
 * Makes the bundle of a package: what its manifest names in `exports` and `imports` becomes a file of that name.
 *
 * Several may be made at the same time: each maker can go on with its own, and the one that is ready last is found from then on.
 *
 * @param {string} root - of the repository
 * @param {string} packageName - of a directory in `packages`
 * @returns {Promise<string | undefined>} the directory of its files; undefined where esbuild is not installed or nothing can be written
 * @throws {Error} when it cannot be made all the same
 */
export async function makeBundle(root, packageName) {
  const esbuild = installedEsbuild(root);
  if (esbuild === undefined) return undefined;
  const home = homeOf(root, packageName);
  const build = path.join(home, randomBytes(8).toString('hex'));
  // What others can write to would not be used: the umask must not allow it.
  const umask = process.umask(0o022);
  try {
    if (!attempt(() => mkdirSync(build, { recursive: true })) || !isProtected(root, build)) return undefined;
    const begun = Date.now();
    const inputs = describeInputs(root, await writeFiles(esbuild, root, packageName, build));
    // What was changed meanwhile may have been read before it was. Then the next start makes another one.
    if (!mayHaveChangedSince(begun, inputs)) {
      publish(home, { build: path.basename(build), outputs: digestsOf(build), inputs });
    }
    return build;
  } catch (error) {
    attempt(() => rmSync(build, { recursive: true }));
    throw error;
  } finally {
    process.umask(umask);
  }
}

/**
 * @param {string} esbuild
 * @param {string} root
 * @param {string} packageName
 * @param {string} build
 * @returns {Promise<string[]>} the files that were read, relative to the root
 */
async function writeFiles(esbuild, root, packageName, build) {
  const entries = entriesOf(root, packageName);
  const parts = Object.entries(Object.groupBy(entries, ({ name }) => partOf(name, entries)));
  // All of them have ended when one has failed: none still writes into a directory that is being removed.
  const results = await Promise.allSettled(
    parts.map(async ([part, entriesOfPart]) => bundlePart(esbuild, root, build, part, entriesOfPart ?? [])),
  );
  const bundled = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  /** @type {Outputs} */
  const outputs = Object.assign({}, ...bundled.map((each) => each.outputs));
  const exporting = Object.values(outputs).flatMap((output) => (output.exports.length > 0 ? [output.entryPoint] : []));
  for (const { name, source } of entries) {
    const code = `./${CODE}/${name}.js`;
    // The maps of code that is read before they are asked for are not found. Nothing that exports is what a thread begins with.
    const content = exporting.includes(source)
      ? `export * from '${code}';\n`
      : `import { setSourceMapsSupport } from 'node:module';\nsetSourceMapsSupport(true, { nodeModules: true });\nawait import('${code}');\n`;
    writeFileSync(path.join(build, `${name}.js`), content);
  }
  // Of the bundle as of the package: `#name` means the same in both.
  const imports = Object.fromEntries(entries.map(({ name }) => [`#${name}`, `./${name}.js`]));
  writeFileSync(path.join(build, 'package.json'), JSON.stringify({ type: 'module', imports }));
  return [...new Set(bundled.flatMap(({ inputs }) => Object.keys(inputs)))];
}

/**
 * Names the part that an entry is bundled in. Each thread has its own part, together with entries whose names begin as its own
 * does, since esbuild gives an entry all that any other entry of its run uses of the modules that both read: five times as much for some threads, which have it in memory.
 *
 * @param {string} name
 * @param {readonly { name: string }[]} entries
 */
function partOf(name, entries) {
  const threads = entries.flatMap((entry) => THREAD_ENTRY.exec(entry.name)?.[1] ?? []);
  return threads.find((thread) => name.startsWith(`${thread}-`)) ?? 'programs';
}

/**
 * @param {string} esbuild
 * @param {string} root
 * @param {string} build
 * @param {string} part - its name
 * @param {readonly { name: string, source: string }[]} entries
 * @returns {Promise<{ inputs: ReadSources, outputs: Outputs }>} as esbuild describes them
 */
async function bundlePart(esbuild, root, build, part, entries) {
  const metafile = path.join(build, `${part}.metafile.json`);
  const args = [
    ...OPTIONS,
    `--outdir=${path.join(build, CODE)}`,
    `--metafile=${metafile}`,
    ...entries.map(({ name, source }) => `${name}=${source}`),
  ];
  const child = spawn(esbuild, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const [standardError, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (status !== 0) throw new SyntaxError(standardError.trim());
  /** @type {{ inputs: ReadSources, outputs: Outputs }} */
  const described = JSON.parse(readFileSync(metafile, 'utf8'));
  requireNamesOfImports(described.inputs);
  return described;
}

/**
 * Refuses a dynamic import of CommonJS: esbuild gives it a default export alone, where Node gives it names as well.
 *
 * @param {ReadSources} inputs
 */
function requireNamesOfImports(inputs) {
  for (const [source, { imports }] of Object.entries(inputs)) {
    for (const { kind, path: imported } of imports) {
      if (kind !== 'dynamic-import' || inputs[imported]?.format !== 'cjs') continue;
      throw new SyntaxError(
        `${source} imports ${imported} dynamically, which is CommonJS: import a module that imports it`,
      );
    }
  }
}

/**
 * @param {string} root
 * @param {string} packageName
 * @returns {{ name: string, source: string }[]} sources are relative to the root
 */
function entriesOf(root, packageName) {
  const directory = `packages/${packageName}`;
  /** @type {{ exports: Record<string, string>, imports?: Record<string, string> }} */
  const { exports, imports } = JSON.parse(readFileSync(path.join(root, directory, 'package.json'), 'utf8'));
  // What is not code, such as the starters of the command line, is read where it is.
  const code = Object.entries({ ...exports, ...imports }).filter(([, source]) => source.endsWith('.ts'));
  return code.map(([name, source]) => ({
    name: name.replace(/^(?:\.\/|#)/, ''),
    source: path.posix.join(directory, source),
  }));
}

/**
 * @param {string} home
 * @param {Manifest} manifest
 */
function publish(home, manifest) {
  const unfinished = path.join(home, `${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(unfinished, JSON.stringify(manifest), { mode: 0o644 });
  renameSync(unfinished, path.join(home, MANIFEST));
  removeOld(home, manifest.build);
}

/**
 * Running servers may yet start a thread or a process of the bundle that they began with, so some are kept.
 *
 * @param {string} home
 * @param {string} current
 */
function removeOld(home, current) {
  const others = readdirSync(home)
    .filter((name) => name !== MANIFEST && name !== current)
    .flatMap((name) => lastChange(path.join(home, name)))
    .toSorted((a, b) => b.changed - a.changed);
  for (const { file, changed } of others.slice(KEPT)) {
    if (changed < Date.now() - UNFINISHED_MS) rmSync(file, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {{ file: string, changed: number }[]} none when another start has just renamed or removed it
 */
function lastChange(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? [] : [{ file, changed: found.mtimeMs }];
}

/**
 * @param {string} root
 * @param {string} build
 * @param {Manifest['outputs']} outputs
 */
function isWhole(root, build, outputs) {
  const files = Object.keys(outputs).map((file) => path.join(build, file));
  if (!isProtected(root, ...files)) return false;
  return Object.entries(outputs).every(([file, digest]) => digestOf(path.join(build, file)) === digest);
}

/** @param {string} build */
function digestsOf(build) {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => CODE_FILE.test(file));
  return Object.fromEntries(files.map((file) => [file, digestOf(path.join(build, file))]));
}

/** @param {string} file */
function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('base64url');
}

/**
 * @param {string} root
 * @param {string} packageName
 */
function homeOf(root, packageName) {
  return path.join(root, 'node_modules/.cache/sealwright', packageName);
}

/** @param {string} root */
function installedEsbuild(root) {
  const directory = `@esbuild/${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'esbuild.exe' : 'bin/esbuild';
  try {
    return createRequire(path.join(root, 'package.json')).resolve(`${directory}/${file}`);
  } catch {
    return undefined;
  }
}

/** @param {() => void} act - may fail */
function attempt(act) {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

const OPTIONS = [
  '--bundle',
  '--splitting',
  '--format=esm',
  '--platform=node',
  '--target=node26',
  // As Node itself reads the sources: no settings of a compiler.
  '--tsconfig-raw={"compilerOptions":{"verbatimModuleSyntax":true}}',
  '--sourcemap',
  '--sources-content=false',
  // The text of all code stays in memory, in each thread, and half of it would be comments.
  '--minify-whitespace',
  '--legal-comments=none',
  '--log-level=error',
  '--external:pg-native',
  // It looks for files beside its own, and for native parts that need not be there.
  '--external:ssh2',
  // For the packages among the dependencies that are not ECMAScript modules.
  `--banner:js=import{createRequire as requireOfBundle}from'node:module';const require=requireOfBundle(import.meta.url);`,
];
const MANIFEST = 'manifest.json';
const CODE = 'code';
const THREAD_ENTRY = /^(.+)-thread-entry$/;
const CODE_FILE = /\.js$|^package\.json$/;
const KEPT = 3;
/** After this long nobody is still making one. */
const UNFINISHED_MS = 600_000;
