import assert from 'node:assert/strict';
import { it } from 'node:test';
import { boundedWarnings, MAX_LENGTH, MAX_WARNINGS, withLintWarnings } from './lint-warnings.ts';

it('counts the warnings that do not fit into an audit record', () => {
  const warnings = Array.from({ length: MAX_WARNINGS + 3 }, (_, at) => `x509: ${at}`);
  assert.deepEqual(boundedWarnings(warnings), [...warnings.slice(0, MAX_WARNINGS), '3 more']);
  assert.deepEqual(boundedWarnings(warnings.slice(0, MAX_WARNINGS)), warnings.slice(0, MAX_WARNINGS));
});

it('shortens a warning without cutting a character in two', () => {
  const [shown] = boundedWarnings([`${'a'.repeat(MAX_LENGTH - 2)}\u{1F600}${'b'.repeat(10)}`]);
  assert.equal(shown!.length, MAX_LENGTH);
  assert.ok(shown!.isWellFormed());
  assert.ok(shown!.endsWith('…'));
});

it('leaves details without warnings as they are', () => {
  const details = { subject: 'CN=a' };
  assert.equal(withLintWarnings(details, boundedWarnings([])), details);
});
