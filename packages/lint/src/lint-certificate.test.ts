import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authority, leaf } from '../test/tbs-certificate.ts';
import { lintCertificate, lintToBeSignedCertificate } from './lint-certificate.ts';

describe('lintToBeSignedCertificate', () => {
  it('finds nothing in what every rule allows', () => {
    assert.deepEqual(lintToBeSignedCertificate(leaf()), []);
    assert.deepEqual(lintToBeSignedCertificate(authority()), []);
  });

  it('tells of octets that it cannot read, wherever they end', () => {
    const octets = leaf();
    for (let length = 0; length < octets.length; length++) {
      const [finding, ...more] = lintToBeSignedCertificate(octets.subarray(0, length));
      assert.equal(finding?.rule, 'rfc5280/readable', `${length} octets`);
      assert.deepEqual(more, []);
    }
  });

  it('takes any single octet that changes without a crash', () => {
    const octets = Buffer.from(leaf());
    for (let at = 0; at < octets.length; at++) {
      for (const octet of [0, 0x1f, 0x80, 0xff]) {
        const changed = Buffer.from(octets);
        changed[at] = octet;
        assert.ok(Array.isArray(lintToBeSignedCertificate(changed, { requirements: ['TLS'] })));
      }
    }
  });
});

describe('lintCertificate', () => {
  it('wants the signature', () => {
    assert.equal(lintCertificate(leaf())[0]?.rule, 'rfc5280/readable');
  });
});
