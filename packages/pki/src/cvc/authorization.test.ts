import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { readDer, writeDer } from '../der/index.ts';
import {
  type HolderAuthorization,
  readAuthorization,
  rightNames,
  rightsNamed,
  rightsOf,
  terminalTypes,
  writeAuthorization,
} from './authorization.ts';

const encode = (authorization: HolderAuthorization): string =>
  writeDer((writer) => writeAuthorization(writer, authorization)).toHex();
const decode = (hex: string): HolderAuthorization => readDer(Uint8Array.fromHex(hex), readAuthorization);

describe('a holder authorization template', () => {
  it('puts the role into the first two bits and the rights into the last ones', () => {
    const rights = rightsNamed('IS', ['READ_DG3', 'READ_DG4']);
    assert.equal(encode({ terminalType: 'IS', role: 'CVCA', rights }), '7f4c0e060904007f0007030102015301c3');
    assert.equal(encode({ terminalType: 'IS', role: 'DV_D', rights: 1n }), '7f4c0e060904007f000703010201530181');
    assert.equal(encode({ terminalType: 'IS', role: 'DV_F', rights: 2n }), '7f4c0e060904007f000703010201530142');
    assert.equal(encode({ terminalType: 'IS', role: 'TERMINAL', rights: 0n }), '7f4c0e060904007f000703010201530100');
  });

  it('has five octets for an authentication terminal', () => {
    const rights = rightsNamed('AT', ['AGE_VERIFICATION', 'READ_DG1', 'READ_DG21', 'WRITE_DG17']);
    const hex = '7f4c12060904007f00070301020253057ee0000101';
    assert.equal(encode({ terminalType: 'AT', role: 'DV_F', rights }), hex.replace('7ee0000101', '6010000101'));
  });

  it('is read back as it was written, reserved bits included', () => {
    const authorizations = fc.constantFrom(...terminalTypes).chain(({ type, octets }) =>
      fc.record({
        terminalType: fc.constant(type),
        role: fc.constantFrom('CVCA' as const, 'DV_D' as const, 'DV_F' as const, 'TERMINAL' as const),
        rights: fc.bigInt({ min: 0n, max: (1n << BigInt(octets * 8 - 2)) - 1n }),
      }),
    );
    fc.assert(
      fc.property(authorizations, (authorization) => {
        const read = decode(encode(authorization));
        assert.deepEqual(read, { ...authorization });
        assert.equal(encode(read), encode(authorization));
      }),
    );
  });

  for (const [what, hex] of [
    ['an unknown terminal type', '7f4c0e060904007f0007030102045301c3'],
    ['an inspection system with two octets', '7f4c0f060904007f0007030102015302c300'],
    ['an authentication terminal with one octet', '7f4c0e060904007f0007030102025301c3'],
    ['no octets at all', '7f4c0d060904007f0007030102015300'],
  ] as const) {
    it(`is refused for ${what}`, () => assert.throws(() => decode(hex), { code: 'cvc.bad_authorization' }));
  }

  it('is not written with rights that reach into the role', () => {
    for (const rights of [64n, -1n]) {
      const authorization: HolderAuthorization = { terminalType: 'IS', role: 'TERMINAL', rights };
      assert.throws(() => encode(authorization), { code: 'cvc.bad_authorization' });
    }
  });
});

describe('the names of rights', () => {
  for (const { type, rights } of terminalTypes) {
    it(`of ${type} terminals are those of their bits`, () => {
      const names = [...rights.values()];
      const granted = rightsNamed(type, names);
      assert.deepEqual(rightNames({ terminalType: type, role: 'TERMINAL', rights: granted }), names);
    });
  }

  it('tell reserved bits by their number', () => {
    assert.deepEqual(rightNames({ terminalType: 'IS', role: 'TERMINAL', rights: 0b100001n }), ['READ_DG3', 'RFU_5']);
  });

  it('of another terminal type are refused', () => {
    assert.throws(() => rightsNamed('IS', ['AGE_VERIFICATION']), { code: 'cvc.bad_authorization' });
    assert.equal(rightsOf('AT').rights.get(33), 'WRITE_DG21');
  });
});
