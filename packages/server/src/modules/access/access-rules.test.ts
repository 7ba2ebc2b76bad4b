import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allows, anyAllows, type AccessRules } from './access-rules.ts';

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
