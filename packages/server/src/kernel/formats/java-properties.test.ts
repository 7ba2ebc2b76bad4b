import assert from 'node:assert/strict';
import process from 'node:process';
import { it } from 'node:test';
import { formatJavaProperties, parseJavaProperties } from './java-properties.ts';

it('reads what java.util.Properties reads', () => {
  for (const [text, expected] of [
    ['a=1\nb:2\nc 3\nd', { a: '1', b: '2', c: '3', d: '' }],
    ['  a  =  1  \n# comment\n! comment\n\n b=x=y', { a: '1  ', b: 'x=y' }],
    ['a=1, \\\n   2\r\nb=3', { a: '1, 2', b: '3' }],
    ['a=1\\\\\nb=2', { a: '1\\', b: '2' }],
    ['a\\ b\\=c\\:=\\t\\n\\q\\u00e4', { 'a b=c:': '\t\nqä' }],
    ['a=1\na=2', { a: '2' }],
    ['a=\\', { a: '' }],
    ['=x', { '': 'x' }],
    ['__proto__=x', JSON.parse('{"__proto__":"x"}') as object],
    ['', {}],
  ] as const) {
    assert.deepEqual(Object.fromEntries(parseJavaProperties(text)!), expected, text);
  }
});

it('reads no escape that ends before its end', () => {
  for (const text of ['a=\\u12', 'a=\\u', 'a=\\uzzzz', '\\u1=x'])
    assert.equal(parseJavaProperties(text), undefined, text);
});

it('reads a megabyte of backslashes as quickly as of anything else', () => {
  const before = process.threadCpuUsage();
  parseJavaProperties(`${'\\'.repeat(2 ** 20)}x=1`);
  assert.ok(process.threadCpuUsage(before).user < 5_000_000);
});

it('writes what it reads', () => {
  const properties = new Map([
    ['a b=:#!\\', ' x = y '],
    ['', ''],
    ['Grüße', 'line\nbreak\t\u{1f600}'],
  ]);
  const text = formatJavaProperties(properties);
  assert.match(text, /^[\x20-\x7e\n]*$/);
  assert.deepEqual(parseJavaProperties(text), properties);
});
