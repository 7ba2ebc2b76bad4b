import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { connectionsFor, openFilesLimit } from './open-files.ts';
import { atEnd } from '../../test/at-end.ts';

it('leaves descriptors for what is not a connection', () => {
  assert.equal(connectionsFor(Number.POSITIVE_INFINITY), 10_000);
  assert.equal(connectionsFor(1_048_576), 10_000);
  assert.equal(connectionsFor(4096), 548);
  assert.equal(connectionsFor(1024), 109);
  assert.equal(connectionsFor(100), 16);
});

it('reads the limit where the system tells it', (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'limits-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'limits');
  assert.equal(openFilesLimit(file), Number.POSITIVE_INFINITY);
  writeFileSync(file, 'Max processes             95923                95923                processes\n');
  assert.equal(openFilesLimit(file), Number.POSITIVE_INFINITY);
  writeFileSync(file, 'Max open files            unlimited            unlimited            files\n');
  assert.equal(openFilesLimit(file), Number.POSITIVE_INFINITY);
  writeFileSync(file, 'Max open files            4096                 20000                files\n');
  assert.equal(openFilesLimit(file), 4096);
});
