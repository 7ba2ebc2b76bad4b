import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import { atEnd } from '../../test/at-end.ts';

/** Statements that make `output`, and lines with a number and a text of changing length, some of them longer than a piece. */
function program(statements: string, shared = false): string {
  const module = path.join(import.meta.dirname, 'log-output.ts');
  return `const { LogOutput } = await import(${JSON.stringify(module)});
    const output = new LogOutput({ shared: ${shared}, clock: { nowMs: () => 0 } });
    const line = (number) => number + ' ' + 'é😀x'.repeat(number % 500 === 0 ? 4000 : number % 40) + '\\n';
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    ${statements}`;
}

/** Returns a line as the program writes it. */
function line(number: number): string {
  return `${number} ${'é😀x'.repeat(number % 500 === 0 ? 4000 : number % 40)}\n`;
}

/** Runs a command of the shell in which `$N "$P"` runs the program. */
async function shell(command: string, statements: string) {
  const child = startShell(command, statements);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, errors };
}

function startShell(command: string, statements: string) {
  const environment = { ...process.env, N: `${process.execPath} --input-type=module --eval`, P: statements };
  return spawn('sh', ['-c', command], { stdio: 'pipe', env: environment });
}

function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'log-output-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  return directory;
}

const MANY = 10_000;
const WRITE_MANY = `for (let number = 0; number < ${MANY}; number++) {
  output.write(line(number));
  if (number % 100 === 0) await turn();
}`;

function assertAll(written: string): void {
  const lines = written.split('\n');
  const wrong = lines.findIndex((one, number) => `${one}\n` !== line(number));
  assert.deepEqual([wrong, lines.length, lines.at(-1)], [MANY, MANY + 1, '']);
}

describe('the output of the log', () => {
  for (const shared of [false, true]) {
    const who = shared ? 'one of several processes' : 'the only process';
    it(`has all lines of ${who} in their order: in a pipe, a socket and a file`, async (t) => {
      const statements = program(WRITE_MANY, shared);
      const file = path.join(newDirectory(t), 'log');
      assertAll((await shell('$N "$P" | cat', statements)).out);
      assertAll((await shell('$N "$P" | (sleep 0.3; cat)', statements)).out);
      // The runtime gives children a socket, not a pipe.
      assertAll((await shell('exec $N "$P"', statements)).out);
      await shell(`$N "$P" > '${file}'`, statements);
      assertAll(readFileSync(file, 'utf8'));
    });
  }

  it('shows each line within a moment, also when no other follows', async (t) => {
    const child = startShell(
      '$N "$P" | cat',
      program(`process.stdin.setEncoding('utf8').on('data', (text) => output.write(text));`),
    );
    atEnd(t, () => child.stdin.end());
    for (const text of ['first\n', 'second\n']) {
      // Longer than a line is kept, so that none goes with what the process does at its start.
      await sleep(300);
      child.stdin.write(text);
      const [shown] = (await once(child.stdout, 'data')) as [Buffer];
      assert.equal(shown.toString(), text);
    }
  });

  it('holds nothing up for a reader that does not read, and says how many lines were lost', async (t) => {
    const pipe = path.join(newDirectory(t), 'log');
    execFileSync('mkfifo', [pipe]);
    const statements = program(`for (let octets = 0, written = 0; octets < 40 * 2 ** 20; octets += 1001) {
        output.write('x'.repeat(1000) + '\\n');
        if (++written % 100 === 0) await turn();
      }
      process.stderr.write('all are written');
      process.stdin.resume();`);
    // The shell holds the pipe open and does not read.
    const child = startShell(`exec 3<>'${pipe}'; $N "$P" > '${pipe}'`, statements);
    atEnd(t, () => child.stdin.end());
    await once(child.stderr, 'data');
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    reader.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (text.includes('were lost')) child.stdin.end();
    });
    await once(reader, 'close');
    const lines = out.trim().split('\n');
    const isOne = (one: string) => one === 'x'.repeat(1000);
    const whole = lines.filter(isOne).length;
    assert.ok(whole > 15_000, `${whole}`);
    assert.deepEqual(
      lines.filter((one) => !isOne(one)).map((one) => JSON.parse(one) as unknown),
      [
        {
          level: 40,
          time: '1970-01-01T00:00:00.000Z',
          lines: Math.ceil((40 * 2 ** 20) / 1001) - whole,
          msg: 'lines of the log were lost',
        },
      ],
    );
  });

  it('keeps lines of several processes apart, up to 4096 octets', async () => {
    const statements = program(
      `for (let number = 0; number < 3000; number++) {
        output.write(process.pid + ' ' + 'x'.repeat(number) + ' end\\n');
        if (number % 10 === 0) await turn();
      }`,
      true,
    );
    const { out } = await shell('($N "$P" & $N "$P" & $N "$P" & wait) | cat', statements);
    const lines = out.trim().split('\n');
    assert.equal(lines.length, 9000);
    for (const one of lines) assert.match(one, /^\d+ x* end$/);
  });

  it('goes on without a reader', async () => {
    const { errors } = await shell(
      '$N "$P" | true',
      program(`${WRITE_MANY} setTimeout(() => { output.write('last\\n'); process.stderr.write('alive'); }, 300);`),
    );
    assert.equal(errors, 'alive');
  });

  it('goes on when the disk is full', async () => {
    const { errors } = await shell(
      '$N "$P" > /dev/full',
      program(`${WRITE_MANY} setTimeout(() => process.stderr.write('alive'), 300);`),
    );
    assert.equal(errors, 'alive');
  });

  it('keeps up with a reader that stood still for a while', async () => {
    const statements = program(`let written = 0;
      const writing = setInterval(() => {
        for (let count = 0; count < 25; count++) output.write(line(1 + (written++ % 39)));
        if (written >= 30_000) { clearInterval(writing); process.exit(); }
      }, 2);`);
    const { out } = await shell('$N "$P" | (sleep 1; cat)', statements);
    const lines = out.split('\n');
    const wrong = lines.findIndex((one, at) => `${one}\n` !== line(1 + (at % 39)));
    assert.deepEqual([wrong, lines.length, out.includes('were lost')], [30_000, 30_001, false]);
  });

  it('is written once when the process ends, as long as it is read', async (t) => {
    const statements = program(
      `for (let number = 0; number < 2000; number++) output.write(line(number)); process.exit(0);`,
    );
    const file = path.join(newDirectory(t), 'log');
    await shell(`$N "$P" > '${file}'`, statements);
    const written = [
      (await shell('$N "$P" | (sleep 0.4; cat)', statements)).out,
      (await shell('exec $N "$P"', statements)).out,
      readFileSync(file, 'utf8'),
    ];
    const expected = Array.from({ length: 2000 }, (_, number) => line(number)).join('');
    for (const [at, out] of written.entries()) {
      assert.equal(out.length, expected.length, `${at}`);
      assert.ok(at === 2 || out === expected, `${at}`);
    }
  });

  it('does not hold up the end of the process for longer', async () => {
    const { errors } = await shell(
      '(date +%s >&2; $N "$P"; date +%s >&2) | sleep 8',
      program(`for (let number = 0; number < 2000; number++) output.write(line(number)); process.exit(0);`),
    );
    const [started, ended] = errors.trim().split('\n').map(Number);
    assert.ok(ended! - started! <= 6, errors);
  });
});
