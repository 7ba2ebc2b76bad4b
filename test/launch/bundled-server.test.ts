/** The program as an operator starts it: what the bundle of its sources makes of their imports. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findBundle } from '../../bin/launch/bundle.js';
import { ServerProcess } from '../e2e/support/server-process.ts';

describe('a bundled server', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'bundled-server-'));
  let server: ServerProcess;
  before(async () => {
    writeFileSync(path.join(home, 'sealwright.yaml'), 'requested-with-header: off\n');
    server = await ServerProcess.start({ home });
    assert.ok(findBundle(path.join(import.meta.dirname, '../..'), 'server') !== undefined);
  });
  after(async () => {
    await server.stop();
    rmSync(home, { recursive: true });
  });

  it('obeys the settings in its home directory', async () => {
    const { status, text } = await server.send('/signserver/rest/v1/workers', {
      headers: { accept: 'application/json' },
    });
    assert.equal(status, 200, text);
  });

  it('describes its signing interface as YAML', async () => {
    const { status, text } = await server.send('/signserver/openapi');
    assert.equal(status, 200, text);
    assert.match(text, /^openapi: 3\.1\.0\ninfo:\n {2}title: /);
  });
});
