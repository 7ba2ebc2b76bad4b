import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { generalNameLists, octets } from '../../test/general-name-arbitraries.ts';
import { DistinguishedName } from '../name/index.ts';
import { authorityKeyIdentifier } from './authority-key-identifier.ts';

// openssl req -x509 with authorityKeyIdentifier=keyid:always,issuer:always
const FULL =
  '303e80148189e7aa266dcb30528224720022e590a4890aeda110a40e300c310a300806035504030c0178' +
  '821478eba27674ab90ff8dcd317f58c1d20ac91a3c34';

describe('authorityKeyIdentifier', () => {
  it('writes the key identifier alone', () => {
    assertVector(authorityKeyIdentifier, { keyIdentifier: bytes('0102') }, '300480020102');
  });

  it('writes key identifier, issuer and serial number as OpenSSL does', () => {
    const value = {
      keyIdentifier: bytes('8189e7aa266dcb30528224720022e590a4890aed'),
      authorityCertIssuer: [{ type: 'directoryName', value: DistinguishedName.parse('CN=x') } as const],
      authorityCertSerialNumber: 0x78eba27674ab90ff8dcd317f58c1d20ac91a3c34n,
    };
    assertVector(authorityKeyIdentifier, value, FULL);
  });

  it('reads back what it writes', () => {
    const keyIdentifier = octets();
    const authorityCertIssuer = generalNameLists();
    const authorityCertSerialNumber = fc.bigInt({ min: -(1n << 160n), max: 1n << 160n });
    const plain = { noNullPrototype: true };
    assertRoundTrip(
      authorityKeyIdentifier,
      fc.oneof(
        fc.record({ keyIdentifier }, plain),
        fc.record({ authorityCertIssuer, authorityCertSerialNumber }, plain),
        fc.record({ keyIdentifier, authorityCertIssuer, authorityCertSerialNumber }, plain),
      ),
    );
  });

  it('accepts an empty sequence and refuses to write one', () => {
    assertReads(authorityKeyIdentifier, '3000', {});
    assert.throws(() => authorityKeyIdentifier.encode({}), RangeError);
  });

  it('accepts a serial number without issuer and refuses to write one (RFC 5280 §4.2.1.1)', () => {
    assertReads(authorityKeyIdentifier, '3003820105', { authorityCertSerialNumber: 5n });
    assert.throws(() => authorityKeyIdentifier.encode({ authorityCertSerialNumber: 5n }), RangeError);
    assert.throws(
      () => authorityKeyIdentifier.encode({ authorityCertIssuer: [{ type: 'dNSName', value: 'a' }] }),
      RangeError,
    );
  });

  it('refuses members out of order', () => {
    assertRefuses(authorityKeyIdentifier, '3007820105 80020102', 'der.trailing_bytes');
  });

  it('survives damage', () => {
    assertSurvivesDamage(authorityKeyIdentifier, FULL);
  });
});
