/** The commands of both programs behind one launcher: their help and their refusals are of one kind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HOST_COMMANDS } from '../../packages/cli/src/commands/host.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/sealwright.js', import.meta.url));
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-help-'));
after(() => rmSync(directory, { recursive: true, force: true }));

async function sealwright(...args: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: directory, XDG_CACHE_HOME: path.join(directory, 'cache') };
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out, error };
}

describe('a command on the host', () => {
  for (const { words, summary } of HOST_COMMANDS) {
    it(`shows its help, and is among the commands: ${words.join(' ')}`, async () => {
      const help = await sealwright(...words, '--help');
      assert.deepEqual([help.code, help.error], [0, '']);
      assert.ok(help.out.startsWith(`Usage: sealwright ${words.join(' ')} [options]`), help.out);
      assert.deepEqual(await sealwright('help', ...words), help);
      const group = await sealwright('help', ...words.slice(0, -1));
      assert.match(group.out, new RegExp(`On the server's own host:\\n[^]* {2}${words.at(-1)} +${summary}\n`));
    });
  }

  it('is suggested for one that is misspelt', async () => {
    assert.deepEqual(await sealwright('doctr'), {
      code: 2,
      out: '',
      error: "sealwright: unknown command 'doctr' (did you mean doctor?)\n",
    });
  });

  it('exits with 2 when it is told what it does not know', async () => {
    assert.deepEqual(await sealwright('doctor', '--revok'), {
      code: 2,
      out: '',
      error: "sealwright: unknown option '--revok' (did you mean --revoke?)\n",
    });
  });
});
