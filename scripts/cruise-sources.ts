import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { rules } from './boundaries.ts';

/** What the check of the boundaries found. */
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
      exclude: { path: '/(fixtures|dist|bench)/' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    { extensions: ['.ts', '.js', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  );
  const { modules, summary } = output as ICruiseResult;
  return {
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    filesSeen: modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.ts$/.test(source)).length,
  };
}
