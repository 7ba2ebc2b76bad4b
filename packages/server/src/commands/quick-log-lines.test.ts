import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino, { type Logger } from 'pino';
import { timesOfLines, writeLinesQuickly } from './quick-log-lines.ts';

it('writes the lines that pino writes', () => {
  const circular: Record<string, unknown> = { name: 'one' };
  circular['self'] = circular;
  const write = (log: Logger) => {
    log.info(
      { requestId: 'a"b\\c\n\u2028é😀', status: 200, milliseconds: 1.234, caller: undefined, remarks: ['one', 2] },
      'request',
    );
    log.warn({}, 'nothing else');
    log.info(
      { worker: { ARCHIVE: 'no', of: { any: [null, true, Number.NaN] } }, inherited: Object.create({ a: 1 }) },
      'it "is"',
    );
    log.info('a text alone, %s', 'with a word');
    log.info({ only: 'fields' });
    log.error({ err: new TypeError('inside', { cause: new RangeError('deeper') }), requestId: '1' }, 'failed');
    log.error(new TypeError('alone'));
    log.info({ huge: 1n, circular, call: () => 1 }, 'no JSON');
    log.info([1, 2], 'a list');
    log.info(new Date(0), 'a date');
    log.info({ a: 1, toJSON: () => 'text' }, 'a text of its own');
    log.info({ a: 1, toJSON: () => ({ b: 2 }) }, 'an object of its own');
    log.info(Object('ab') as object, 'a text as an object');
    log.child({ part: 'x' }).info({ a: 1 }, 'of a child');
    log.debug({ a: 1 }, 'not written');
  };
  const linesOf = (adapt: (log: Logger) => Logger) => {
    const lines: string[] = [];
    const log = pino(
      { level: 'info', base: null, timestamp: () => ',"time":"then"' },
      { write: (line) => void lines.push(line) },
    );
    write(adapt(log));
    return lines.map((line) => line.replaceAll(/\(file:[^)]*\)/g, ''));
  };
  const expected = linesOf((log) => log);
  assert.equal(expected.length, 14);
  for (const line of expected) JSON.parse(line);
  assert.deepEqual(linesOf(writeLinesQuickly), expected);
});

it('writes the time of each line as pino does, and makes its text once for a millisecond', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const made = t.mock.method(Date.prototype, 'toISOString');
  const clock = { ms: 0 };
  const time = timesOfLines({ nowMs: () => clock.ms });
  for (const ms of [0, 1_000, 1_001, 2_001, 1_000, 1_796_097_503_500]) {
    clock.ms = ms;
    t.mock.timers.setTime(ms + 7);
    made.mock.resetCalls();
    const lines = [time(), time(), time()];
    assert.equal(made.mock.callCount(), 1);
    t.mock.timers.setTime(ms);
    const expected = pino.stdTimeFunctions.isoTime();
    assert.deepEqual(lines, [expected, expected, expected]);
  }
});
