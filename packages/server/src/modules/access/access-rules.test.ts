import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import type { AccessRules } from '../../kernel/access-rules.ts';
import { allows, anyAllows, firstNotHeld } from './access-rules.ts';

const rules = (entries: Record<string, 'allow' | 'deny'>): AccessRules => new Map(Object.entries(entries));

it('refuses what no rule covers', () => {
  assert.equal(allows(rules({}), '/ca/1/'), false);
  assert.equal(allows(rules({ '/ca/1/': 'allow' }), '/ca/2/'), false);
  assert.equal(allows(rules({ '/ca/1/': 'allow' }), '/ca/'), false);
});

it('lets the root rule cover everything', () => {
  assert.equal(allows(rules({ '/': 'allow' }), '/ca/1/'), true);
  assert.equal(allows(rules({ '/': 'allow' }), '/'), true);
});

it('lets the longest rule decide', () => {
  const role = rules({ '/': 'allow', '/ca/': 'deny', '/ca/7/': 'allow' });
  assert.equal(allows(role, '/ca/7/'), true);
  assert.equal(allows(role, '/ca/8/'), false);
  assert.equal(allows(role, '/ra_functionality/create_end_entity/'), true);
});

it('covers whole path members only', () => {
  assert.equal(allows(rules({ '/ca/1/': 'allow' }), '/ca/10/'), false);
});

it('takes a resource with and without its last slash', () => {
  assert.equal(allows(rules({ '/ca/1/': 'allow' }), '/ca/1'), true);
});

it('drops a denial that another role grants', () => {
  const roles = [{ rules: rules({ '/': 'allow', '/ca/5/': 'deny' }) }, { rules: rules({ '/ca/5/': 'allow' }) }];
  assert.equal(anyAllows(roles, '/ca/5/'), true);
  assert.equal(anyAllows(roles.slice(0, 1), '/ca/5/'), false);
});

it('finds what is granted and not held, in any rules', () => {
  const segments = ['ca', '7', 'x'];
  const below = (paths: readonly string[]) => paths.flatMap((path) => segments.map((segment) => `${path}${segment}/`));
  const levels = [['/'], below(['/']), below(below(['/'])), below(below(below(['/'])))];
  const everywhere = levels.flat();
  // One level less than is looked at, so that what lies below the deepest rule is seen too.
  const anyRules = fc
    .array(
      fc.tuple(fc.constantFrom(...levels.slice(0, 3).flat()), fc.constantFrom('allow' as const, 'deny' as const)),
      {
        maxLength: 6,
      },
    )
    .map((entries): AccessRules => new Map(entries));
  fc.assert(
    fc.property(anyRules, fc.array(anyRules, { maxLength: 3 }), (granted, held) => {
      const roles = held.map((each) => ({ rules: each }));
      const exceeds = everywhere.some((path) => allows(granted, path) && !anyAllows(roles, path));
      const found = firstNotHeld(granted, roles);
      assert.equal(found !== undefined, exceeds);
      if (found !== undefined) assert.ok(allows(granted, found) && !anyAllows(roles, found));
    }),
    { numRuns: 500 },
  );
});
