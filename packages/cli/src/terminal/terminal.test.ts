import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { askQuestion, askSecret, readToEnd } from './terminal.ts';

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  let shown = '';
  return {
    input: input as never,
    keys: input,
    output: { write: (text: string) => ((shown += text), true) },
    shown: () => shown,
  };
}

it('asks for a secret and shows nothing of it', async () => {
  const { input, keys, output, shown } = terminal(true);
  const asked = askSecret('Code: ', input, output);
  keys.write('hun\u007fnter2\r');
  assert.equal(await asked, 'hunter2');
  assert.equal(shown(), 'Code: \n');
});

it('gives up when the person does', async () => {
  for (const end of ['\u0003', '\u0004']) {
    const { input, keys, output } = terminal(true);
    const asked = askSecret('Code: ', input, output);
    keys.write(end);
    assert.equal(await asked, undefined);
  }
});

it('asks nobody where nobody is', async () => {
  const { input, output, shown } = terminal(false);
  assert.equal(await askSecret('Code: ', input, output), undefined);
  assert.equal(shown(), '');
});

it('reads a pipe to its end, and no more than a megabyte', async () => {
  const pipe = new PassThrough();
  pipe.write('one ');
  pipe.end('two');
  assert.equal(Buffer.from(await readToEnd(pipe)).toString(), 'one two');
  const large = new PassThrough();
  large.end(Buffer.alloc(1024 * 1024 + 1));
  await assert.rejects(readToEnd(large), { code: 'cli.file_unusable' });
});

it('asks a question and shows what is typed', async () => {
  const { input, keys } = terminal(true);
  const output = new PassThrough();
  const asked = askQuestion('Go on? ', input, output);
  keys.write('yes\r');
  assert.equal(await asked, 'yes');
  output.end();
  const shown = (await output.toArray()).join('');
  assert.match(shown, /Go on\? /);
  assert.match(shown, /yes/);
});

it('asks no question where nobody is', async () => {
  const { input } = terminal(false);
  assert.equal(await askQuestion('Go on? ', input, new PassThrough()), undefined);
});
