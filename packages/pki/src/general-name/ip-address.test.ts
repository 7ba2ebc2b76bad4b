import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { formatIpAddress, parseIpAddress, parseIpNetwork } from './ip-address.ts';

it('reads back every address it writes, as Node also reads it', () => {
  const octets = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 16, maxLength: 16 }).map((bytes) => Uint8Array.from(bytes)),
  );
  fc.assert(
    fc.property(octets, (bytes) => {
      const text = formatIpAddress(bytes);
      assert.equal(isIP(text), bytes.length === 4 ? 4 : 6);
      assert.deepEqual(parseIpAddress(text), bytes);
    }),
  );
});

it('reads every network back', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      (a, m) => {
        const bytes = Uint8Array.from([...a.map((octet, i) => octet & m[i]!), ...m]);
        assert.deepEqual(parseIpNetwork(formatIpAddress(bytes)), bytes);
      },
    ),
  );
});

describe('writes IPv6 as RFC 5952 asks', () => {
  for (const [text, expected] of [
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:0:2:3:0:0:4', '1::2:3:0:0:4'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::ffff:10.0.0.1', '::ffff:a00:1'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
  ] as const) {
    it(text, () => assert.equal(formatIpAddress(parseIpAddress(text)!), expected));
  }
});

describe('refuses', () => {
  for (const text of [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4 ',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '1::2::3',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '1.2.3.4::',
    '::1.2.3',
    `${'0:'.repeat(100)}0`,
  ]) {
    it(`'${text.slice(0, 20)}'`, () => assert.equal(parseIpAddress(text), undefined));
  }

  it('a length that is not an address', () => assert.throws(() => formatIpAddress(new Uint8Array(5)), RangeError));
});

describe('reads networks', () => {
  for (const [text, expected] of [
    ['10.1.2.3/8', '0a000000ff000000'],
    ['10.0.0.0/255.0.0.0', '0a000000ff000000'],
    ['10.0.0.1/0', '0000000000000000'],
    ['10.0.0.1/32', '0a000001ffffffff'],
    ['10.0.0.1/9', '0a000000ff800000'],
    ['2001:db8::/32', `20010db8${'00'.repeat(12)}ffffffff${'00'.repeat(12)}`],
  ] as const) {
    it(text, () => assert.equal(parseIpNetwork(text)?.toHex(), expected));
  }

  for (const text of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/::', '/8', '::/129', '10.0.0.0/-1']) {
    it(`and refuses '${text}'`, () => assert.equal(parseIpNetwork(text), undefined));
  }
});
