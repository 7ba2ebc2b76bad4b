import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CliError } from '../errors.ts';
import { type CsvRecord, formatCsvRecord, MOST_IN_RECORD, readCsvRecords } from './csv-records.ts';

/** Reads text in pieces of so many octets. */
async function read(text: string | Uint8Array, size = 7): Promise<readonly CsvRecord[]> {
  const octets = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const pieces = async function* () {
    for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
  };
  return Array.fromAsync(readCsvRecords('x.csv', pieces()));
}

async function fields(text: string | Uint8Array, size?: number) {
  return (await read(text, size)).map((record) => record.fields);
}

async function problem(text: string | Uint8Array): Promise<string> {
  const error = await read(text).then(
    () => assert.fail('nothing was refused'),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof CliError);
  assert.equal(error.code, 'cli.file_unusable');
  return error.message;
}

describe('comma-separated values (RFC 4180)', () => {
  it('are records of fields, with or without a last line end', async () => {
    assert.deepEqual(await fields('a,b\r\nc,\r\n'), [
      ['a', 'b'],
      ['c', ''],
    ]);
    assert.deepEqual(await fields('a,b\nc,'), [
      ['a', 'b'],
      ['c', ''],
    ]);
    assert.deepEqual(await fields(''), []);
  });

  it('hold commas, quotes and line ends in quotes', async () => {
    assert.deepEqual(await fields('"CN=a,O=b","say ""no""","two\r\nlines",""\n'), [
      ['CN=a,O=b', 'say "no"', 'two\r\nlines', ''],
    ]);
  });

  it('are the same in pieces of any size', async () => {
    const text = '\u{feff}name,"q""q"\r\n"a,\r\nb",\u{e9}\u{1f511}\r\n';
    for (let size = 1; size < 40; size++)
      assert.deepEqual(
        await fields(text, size),
        [
          ['name', 'q"q'],
          ['a,\r\nb', '\u{e9}\u{1f511}'],
        ],
        `${size}`,
      );
  });

  it('have the numbers of the lines on which they begin, without the empty ones', async () => {
    const records = await read('a\n\n"b\nb"\r\n\r\nc');
    assert.deepEqual(
      records.map(({ line }) => line),
      [1, 3, 6],
    );
    assert.deepEqual(await fields('""\n,\n'), [[''], ['', '']]);
  });

  it('are written so that they are read again', async () => {
    const record = ['plain', 'a,b', 'a"b', 'two\r\nlines', ' space ', ''];
    assert.deepEqual(await fields(formatCsvRecord(record)), [record]);
  });

  for (const [name, text, message] of [
    ['a quote within a plain field', 'a\nb"c\n', /line 2: a quote stands within a field/],
    ['text behind a closing quote', 'a\n\n"b"c\n', /line 3: text stands behind the quote/],
    ['a quote that does not end', 'a\n"b\nc\n', /begins in the record of line 2 does not end/],
    ['a carriage return alone', 'a\rb\n', /line 1: a carriage return stands alone/],
    ['a carriage return at the end', 'a\r', /a carriage return stands alone/],
    ['a record without end', `a\n"${'x'.repeat(MOST_IN_RECORD + 1)}`, /the record of line 2 is longer than/],
    ['more fields than anybody has', `${','.repeat(1000)}\n`, /more than 1000 fields/],
  ] as const)
    it(`are refused with their line: ${name}`, async () => assert.match(await problem(text), message));

  it('are refused when they are not UTF-8, without their content', async () => {
    const text = await problem(Buffer.from('name,password\ns\u{e9}cret,x\n', 'latin1'));
    assert.match(text, /x\.csv, line [12]: .* not UTF-8/);
    assert.doesNotMatch(text, /cret/);
    assert.match(await problem(Buffer.from([0x61, 0xc3])), /not UTF-8/);
  });
});
