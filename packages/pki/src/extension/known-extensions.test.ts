import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { PkiError } from '../errors.ts';
import { oid } from '../der/index.ts';
import { KNOWN_EXTENSIONS, knownExtension } from './known-extensions.ts';

const ALL = new Set(Object.values(KNOWN_EXTENSIONS).flat());

describe('KNOWN_EXTENSIONS', () => {
  it('has every identifier and every name once', () => {
    assert.equal(new Set([...ALL].map((type) => type.oid)).size, ALL.size);
    assert.equal(new Set([...ALL].map((type) => type.name)).size, ALL.size);
  });

  it('lists every constant that a file of this directory exports', () => {
    const declared = readdirSync(import.meta.dirname)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/^export const \w+: ExtensionType</gm),
      ]);
    assert.ok(declared.length > 30);
    assert.equal(declared.length, ALL.size);
  });

  it('finds each by its identifier, and nothing else', () => {
    for (const type of ALL) assert.equal(knownExtension(type.oid), type);
    assert.equal(knownExtension(oid('1.2.3.4')), undefined);
  });

  it('refuses hostile bytes with errors of this package alone', () => {
    const hostile = [
      '',
      '30',
      '3080',
      '30800000',
      '3084ffffffff',
      '1f',
      '30'.repeat(40),
      '3003020100',
      'a0'.repeat(64),
      '30820400' + '3000'.repeat(512),
      '04820400' + 'ff'.repeat(1024),
    ].map((hex) => Uint8Array.fromHex(hex));
    for (const type of ALL)
      for (const bytes of hostile) {
        try {
          type.decode(bytes);
        } catch (error) {
          assert.ok(error instanceof PkiError, `${type.name}: ${String(error)}`);
        }
      }
  });
});
