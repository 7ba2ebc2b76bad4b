import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { atEnd } from '../../test/at-end.ts';

/** Runs statements with `log` and the log of a server in a process of its own. */
function logging(statements: string) {
  const module = path.join(import.meta.dirname, 'surroundings.ts');
  const program = `const { surroundingsOf } = await import(${JSON.stringify(module)});
    const { log } = surroundingsOf({ logLevel: 'info', workers: 1 }, {});
    ${statements}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['pipe', 'pipe', 'ignore'] });
}

describe('the log of a server', () => {
  it('shows a line within a moment, also when no other follows', async (t) => {
    const child = logging(`log.info('first'); process.stdin.resume();`);
    atEnd(t, () => child.kill());
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    assert.match(line.toString(), /"msg":"first"/);
  });

  it('shows texts of any script as they were given', async () => {
    const child = logging(
      `log.info({ caller: 'CN=Žofie 佐藤 😀' }, 'first'); log.info({ caller: '\\u00e9' }, 'second');`,
    );
    const lines = (await text(child.stdout)).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { caller: string }).caller),
      ['CN=Žofie 佐藤 😀', 'é'],
    );
  });

  it('has all lines when the process ends, also by an error that nobody catches', async () => {
    for (const end of ['process.exit(0)', "throw new Error('end')", '']) {
      const child = logging(`for (let at = 0; at < 100; at++) log.info('line ' + at); ${end}`);
      const lines = (await text(child.stdout)).trim().split('\n');
      assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).size, 100, end);
    }
  });
});
