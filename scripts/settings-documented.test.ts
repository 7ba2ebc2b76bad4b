import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { SETTINGS } from '../packages/server/src/server-config/index.ts';

it('docs/reference/server-options.md has a row for every setting, with its names', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/reference/server-options.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(--[\w-]+ \S+)` \| `(SEALWRIGHT_\w+)` \|/gm)].map(([, ...names]) =>
    names.join(),
  );
  const settings = Object.entries(SETTINGS).map(
    ([name, help]) => `--${name} ${help.split(' ', 1)[0]!},SEALWRIGHT_${name.toUpperCase().replaceAll('-', '_')}`,
  );
  assert.deepEqual(rows.toSorted(), settings.toSorted());
});
