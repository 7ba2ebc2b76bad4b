import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { MODULES, rules } from './boundaries.ts';
import { cruiseSources } from './cruise-sources.ts';

const server = 'packages/server/src';

/** For each rule an importing file and what it imports; module-order rules are made below. */
const BREACHES: Record<string, { readonly from: string; readonly to: string }> = {
  'no-cycles': { from: `${server}/kernel/a.ts`, to: `${server}/kernel/b.ts` },
  unresolvable: { from: `${server}/http/a.ts`, to: `${server}/http/missing.ts` },
  'pki-imports-nothing': { from: 'packages/pki/src/a.ts', to: `${server}/kernel/b.ts` },
  'documents-import-pki': { from: 'packages/documents/src/pdf/a.ts', to: 'node:fs' },
  'formats-know-not-each-other': { from: 'packages/documents/src/xml/a.ts', to: 'packages/documents/src/pdf/b.ts' },
  'documents-for-signers': { from: `${server}/modules/signing/a.ts`, to: 'packages/documents/src/b.ts' },
  'kernel-knows-nothing': { from: `${server}/kernel/a.ts`, to: `${server}/storage/b.ts` },
  'modules-know-no-driver': { from: `${server}/modules/ca/a.ts`, to: `${server}/storage/b.ts` },
  'adapters-know-not-each-other': { from: `${server}/http/a.ts`, to: `${server}/storage/b.ts` },
  'outbound-knows-modules': { from: `${server}/outbound/a.ts`, to: `${server}/wiring/b.ts` },
  'nothing-imports-compose': { from: `${server}/http/a.ts`, to: `${server}/compose.ts` },
  'modules-through-index': { from: `${server}/http/a.ts`, to: `${server}/modules/ca/b.ts` },
  'module-through-index': { from: `${server}/modules/ra/a.ts`, to: `${server}/modules/ca/b.ts` },
  'cli-speaks-rest': { from: 'packages/cli/src/a.ts', to: `${server}/kernel/b.ts` },
  'only-main-reads-process': { from: `${server}/modules/ca/a.ts`, to: 'node:process' },
};

for (const rule of rules) {
  it(`refuses an import that breaks '${rule.name}'`, async (t) => {
    const { from, to } = breachOf(rule.name ?? '');
    const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
    t.after(() => rmSync(root, { recursive: true }));
    const target = to.startsWith('node:')
      ? to
      : path.posix.relative(path.posix.dirname(from), to).replace(/^(?!\.)/, './');
    write(root, from, `import { thing } from '${target}';\nexport const other = thing;\n`);
    if (rule.name === 'no-cycles') write(root, to, `import { other } from './a.ts';\nexport const thing = other;\n`);
    else if (rule.name !== 'unresolvable' && !to.startsWith('node:')) write(root, to, 'export const thing = 1;\n');
    const { violations } = await cruiseSources(root);
    assert.ok(
      violations.some((line) => line.startsWith(`${rule.name}:`)),
      `found only: ${violations.join('; ')}`,
    );
  });
}

function breachOf(name: string): { readonly from: string; readonly to: string } {
  const module = /^module-order-(.+)$/.exec(name)?.[1];
  const right = module && MODULES[MODULES.indexOf(module) + 1];
  const breach = module
    ? { from: `${server}/modules/${module}/a.ts`, to: `${server}/modules/${right}/index.ts` }
    : BREACHES[name];
  assert.ok(breach, `the rule '${name}' has no case here`);
  return breach;
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
