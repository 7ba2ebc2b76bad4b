import path from 'node:path';
import { dependents, type ImportGraph } from './import-graph.ts';

/** One test of a whole server, for all those that a change reaches only through an installation. */
export const SMOKE_TEST = 'test/e2e/first-certificate.test.ts';

/** The tests of an unchanged tree that look at files and not at what they import. */
const OF_FILES = /^scripts\/[^/]*-documented\.test\.ts$/;
/** The whole of the modules, as servers and some tests open it. */
const INSTALLATION = 'packages/server/src/wiring/installation.ts';

/**
 * The test files that a change can have made fail, as far as imports tell: those that are changed, those that reach something changed
 * without a whole installation, and the smoke test for the others.
 *
 * A changed file that is not among the sources, such as a fixture, counts as a change of all files in the directory that has its directory.
 */
export function nearTests(graph: ImportGraph, changed: readonly string[]): readonly string[] {
  const changedSources = changed.flatMap((file) => (graph.has(file) ? [file] : sourcesBeside(graph, file)));
  const ofAll = dependents(graph, [INSTALLATION]);
  const reached = [...dependents(graph, changedSources)].filter((file) => !ofAll.has(file));
  const tests = [...reached, ...changed, ...[...graph.keys()].filter((file) => OF_FILES.test(file)), SMOKE_TEST];
  return [...new Set(tests)].filter((file) => file.endsWith('.test.ts') && graph.has(file)).toSorted();
}

function sourcesBeside(graph: ImportGraph, file: string): readonly string[] {
  const directory = path.posix.dirname(path.posix.dirname(file));
  // What stands further up belongs to everything, and so to nothing in particular.
  if (directory.split('/').length < 3) return [];
  return [...graph.keys()].filter((source) => source.startsWith(`${directory}/`));
}
