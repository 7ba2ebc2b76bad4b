import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestMetadata } from './request-metadata.ts';

const MIB = 1024 * 1024;
const TOO_LARGE = { code: 'upload.metadata_too_large', kind: 'too-large' };
const properties = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=v`).join('\n');

describe('the metadata of a request', () => {
  it('may hold an image in lines, and a thousand entries', () => {
    const image = 'a'.repeat(76);
    const lines = Array.from({ length: 14_000 }, () => `${image}\\`).join('\n');
    assert.equal(requestMetadata([['REQUEST_METADATA', `IMAGE=${lines}`]]).get('IMAGE')?.length, 14_000 * 76);
    assert.equal(requestMetadata([['REQUEST_METADATA', properties(1000)]]).size, 1000);
  });

  it('has no more entries, lines or characters than workers read', () => {
    for (const fields of [
      [['REQUEST_METADATA', properties(1001)]],
      [['REQUEST_METADATA', '\n'.repeat(60_001)]],
      [['REQUEST_METADATA', '\r\n'.repeat(30_001)]],
      [['REQUEST_METADATA', `a=${'b'.repeat(2 * MIB)}`]],
      [['REQUEST_METADATA.a', 'b'.repeat(2 * MIB)]],
      // Together.
      Array.from({ length: 60 }, () => ['REQUEST_METADATA', '\n'.repeat(1001)] as const),
      Array.from({ length: 60 }, () => ['REQUEST_METADATA', `a=${'b'.repeat(MIB / 20)}`] as const),
      ['a', 'b'].map((key) => ['REQUEST_METADATA', properties(501).replaceAll('k', key)] as const),
      Array.from({ length: 1001 }, (_, index) => [`REQUEST_METADATA.${index}`, ''] as const),
    ] as const)
      assert.throws(() => requestMetadata(fields), TOO_LARGE);
  });

  it('has numbers of JSON as they are written', () => {
    const json = '{"a": 1.50, "b": 12345678901234567890, "c": true, "d": null}';
    assert.deepEqual(
      [...requestMetadata([['metadata', json]], { metadataField: true })],
      [
        ['a', '1.50'],
        ['b', '12345678901234567890'],
        ['c', 'true'],
        ['d', ''],
      ],
    );
  });
});
