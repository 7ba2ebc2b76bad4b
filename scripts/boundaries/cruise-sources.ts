/** The imports of the sources, held against the rules of `boundaries.ts`. */
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { hasPlace } from './places.ts';
import { rules } from './rules.ts';
import { findKnots } from './find-knots.ts';

/** Findings of the check of the boundaries. */
export interface BoundaryFindings {
  /** One line each: rule, importing file, imported file. */
  readonly violations: readonly string[];
  readonly filesSeen: number;
}

/** Reads every source file under `packages/` of `baseDir` and holds its imports against the rules. */
export async function cruiseSources(baseDir: string): Promise<BoundaryFindings> {
  const { output } = await cruise(
    ['packages'],
    {
      baseDir,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden: rules },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^packages/.*/(fixtures|dist|bench)/' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    { extensions: ['.ts', '.js', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  );
  const { modules, summary } = output as ICruiseResult;
  const sources = modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.ts$/.test(source));
  const graph = new Map(
    sources.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)] as const),
  );
  return {
    violations: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
      ...sources
        .filter(({ source }) => !source.endsWith('.test.ts') && !hasPlace(source))
        .map(({ source }) => `no-place: ${source}`),
      ...findKnots(graph).map((files) => `no-cycles: ${files.join(', ')}`),
    ],
    filesSeen: sources.length,
  };
}
