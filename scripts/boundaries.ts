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
    name: 'documents-import-pki',
    severity: 'error' as const,
    from: { path: '^packages/documents/src', pathNot: '\\.test\\.ts$' },
    to: { pathNot: '^packages/(documents|pki)/src|^(node:)?(crypto|zlib)$|(^|/)node_modules/' },
  },
  {
    name: 'formats-know-not-each-other',
    severity: 'error' as const,
    from: { path: '^packages/documents/src/([^/]+)/' },
    to: { path: '^packages/documents/src/[^/]+/', pathNot: '^packages/documents/src/$1/' },
  },
  {
    // A start loads no format: a signer brings its own along when a worker first needs it.
    name: 'documents-for-signers',
    severity: 'error' as const,
    from: { path: `${server}/(?!modules/signing/signers/)`, pathNot: '\\.test\\.ts$' },
    to: { path: '^packages/documents/' },
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
      path: `${server}/(storage|tokens|http|outbound|protocol|signers|compose|main)|(^|node_modules/)(kysely|pg|fastify)(/|$)|^(node:)?sqlite$`,
    },
  },
  {
    name: 'adapters-know-not-each-other',
    severity: 'error' as const,
    from: { path: `${server}/(storage|tokens|http|outbound|protocol|signers)/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/(storage|tokens|http|outbound|protocol|signers)/`, pathNot: `${server}/$1/` },
  },
  {
    // Adapters do not know what joins them.
    name: 'outbound-knows-modules',
    severity: 'error' as const,
    from: { path: `${server}/outbound/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${server}/(wiring|commands)/` },
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
