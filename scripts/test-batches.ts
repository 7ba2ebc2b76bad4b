/** Groups of test files that share a process: most of the time of a small test file goes into loading what the one before it has loaded too. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Divides test files into batches, in their order. A file whose hooks run around every test, outside any suite, has a batch of its own:
 * in another they would run around the tests of its neighbours.
 *
 * @param files - relative to `root`
 * @param mostOctets - of the texts of a batch, which tell how long it runs well enough; a single file may have more
 */
export function batchesOf(root: string, files: readonly string[], mostOctets: number): readonly (readonly string[])[] {
  const alone: string[][] = [];
  const batches: string[][] = [];
  let octets = Infinity;
  for (const file of files) {
    const size = statSync(path.join(root, file)).size;
    if (HOOK_OF_ALL.test(readFileSync(path.join(root, file), 'utf8'))) alone.push([file]);
    else if (octets + size <= mostOctets) {
      batches.at(-1)!.push(file);
      octets += size;
    } else {
      batches.push([file]);
      octets = size;
    }
  }
  return [...batches, ...alone];
}

/**
 * Returns the text of a module that runs the tests of a batch.
 *
 * @param bundle - the directory of the bundle that threads are started from; undefined: from the sources
 */
export function textOfBatch(root: string, files: readonly string[], bundle: string | undefined): string {
  const url = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);
  const tests = files.map((file) => `import ${url(file)};\n`).join('');
  if (bundle === undefined) return tests;
  return `import { startThreadsFrom } from ${url(BUNDLED_THREADS)};\n${tests}startThreadsFrom(${JSON.stringify(bundle)});\n`;
}

const BUNDLED_THREADS = 'scripts/bundled-threads.ts';
const HOOK_OF_ALL = /^(?:before|after)Each\(/m;
