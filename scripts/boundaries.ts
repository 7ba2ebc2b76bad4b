/** The directions of `docs/architecture.md` as rules: what may import what. */
import type { IForbiddenRuleType } from 'dependency-cruiser';

/** A module imports only modules left of it. */
export const MODULES = [
  'configuration',
  'audit',
  'access',
  'approvals',
  'administration',
  'crypto-tokens',
  'profiles',
  'ca',
  'ra',
  'services',
  'installation',
  'va',
  'signing',
  'configdump',
];
const server = '^packages/server/src';

/** Every rule has a case in `check-boundaries.test.ts` that breaks it. */
export const rules: IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    severity: 'error' as const,
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'unresolvable', severity: 'error' as const, from: {}, to: { couldNotResolve: true } },
  {
    name: 'pki-imports-nothing',
    severity: 'error' as const,
    from: { path: '^packages/pki/src', pathNot: '\\.test\\.ts$' },
    to: { pathNot: '^packages/pki/src|^(node:)?crypto$' },
  },
  {
    name: 'kernel-knows-nothing',
    severity: 'error' as const,
    from: { path: `${server}/kernel`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/(?!kernel/)` },
  },
  {
    name: 'modules-know-no-driver',
    severity: 'error' as const,
    from: { path: `${server}/modules/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `${server}/(storage|tokens|http|protocol|compose|main)|(^|node_modules/)(kysely|pg|fastify)(/|$)|^(node:)?sqlite$`,
    },
  },
  {
    name: 'adapters-know-not-each-other',
    severity: 'error' as const,
    from: { path: `${server}/(storage|tokens|http|protocol)/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/(storage|tokens|http|protocol)/`, pathNot: `${server}/$1/` },
  },
  {
    name: 'nothing-imports-compose',
    severity: 'error' as const,
    from: { path: server, pathNot: `\\.test\\.ts$|${server}/(main|compose|commands/)` },
    to: { path: `${server}/(main|compose)` },
  },
  {
    name: 'modules-through-index',
    severity: 'error' as const,
    from: { path: `${server}/(?!modules/)`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/modules/[^/]+/(?!index\\.ts$)` },
  },
  {
    name: 'module-through-index',
    severity: 'error' as const,
    from: { path: `${server}/modules/([^/]+)/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/modules/[^/]+/(?!index\\.ts$)`, pathNot: `${server}/modules/$1/` },
  },
  // One rule per module: it may import those left of it in the list only.
  ...MODULES.slice(0, -1).map((module, position) => ({
    name: `module-order-${module}`,
    severity: 'error' as const,
    from: { path: `${server}/modules/${module}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/modules/(${MODULES.slice(position + 1).join('|')})/` },
  })),
  {
    name: 'cli-speaks-rest',
    severity: 'error' as const,
    from: { path: '^packages/cli/src', pathNot: '\\.test\\.ts$' },
    to: { path: '^packages/server/' },
  },
  {
    name: 'only-main-reads-process',
    severity: 'error' as const,
    from: { path: `${server}/(kernel|modules)/`, pathNot: '\\.test\\.ts$' },
    to: { path: '^(node:)?process$' },
  },
];
