import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explicit, generalizedTime, integer, octetString } from '../../test/der.ts';
import { responseData, revoked, singleResponse } from '../../test/ocsp-response.ts';
import { extension } from '../../test/tbs-certificate.ts';
import { Element } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { OcspLayout } from './ocsp-layout.ts';
import { ResponseDataUnderLint } from './ocsp-response-under-lint.ts';
import { hasShapeOf } from './ocsp-shape.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const CUTOFF = '1.3.6.1.5.5.7.48.1.6';
const read = (octets: Uint8Array) => new ResponseDataUnderLint(Element.only(octets));
const nonce = (octets: number, of = 3) => extension(NONCE, octetString(Buffer.alloc(octets, of)));

const TEMPLATES: Readonly<Record<string, Uint8Array>> = {
  'a good status with a nonce': responseData({ extensions: [nonce(32)] }),
  'a revoked status': responseData({ responses: [singleResponse({ status: revoked() })] }),
  'no nextUpdate': responseData({ responses: [singleResponse({ nextUpdate: null })] }),
  'an extension of the status': responseData({
    responses: [singleResponse({ extensions: [extension(CUTOFF, generalizedTime('20251101000000Z'))] })],
  }),
};

describe('the layout of OCSP responses', () => {
  for (const [what, octets] of Object.entries(TEMPLATES))
    it(`matches nothing that has another shape, whichever octet is another: ${what}`, () => {
      const template = read(octets);
      const layout = OcspLayout.of(template)!;
      assert.equal(layout.matches(Uint8Array.from(octets)), true);
      let matching = 0;
      for (let at = 0; at < octets.length; at++)
        for (let value = 0; value < 256; value++) {
          const other = Uint8Array.from(octets);
          other[at] = value;
          if (!layout.matches(other)) continue;
          matching++;
          assert.ok(isOfShape(other, template), `octet ${at} is ${value}`);
        }
      assert.ok(matching > octets.length, 'hashes, serial numbers and times may be others');
    });

  it('is known for one status alone, which is as it should be', () => {
    for (const octets of [
      responseData({ responses: [singleResponse(), singleResponse({ serial: integer(8) })] }),
      responseData({ responses: [singleResponse({ serial: integer(Buffer.alloc(21, 1)) })] }),
      responseData({ responses: [singleResponse({ serial: integer(0) })] }),
      responseData({ producedAt: generalizedTime('20261031000000Z') }),
      responseData({ producedAt: generalizedTime('20261231000000.5Z') }),
      responseData({ extensions: [extension(NONCE, explicit(0, octetString(Buffer.alloc(32))))] }),
      withOtherTrue(responseData({ extensions: [extension(NONCE, octetString(Buffer.alloc(32)), true)] })),
    ])
      assert.equal(OcspLayout.of(read(octets)), undefined);
  });

  it('matches no response of another length', () => {
    const layout = OcspLayout.of(read(responseData({ extensions: [nonce(32)] })))!;
    assert.equal(layout.matches(responseData({ extensions: [nonce(32, 4)] })), true);
    assert.equal(layout.matches(responseData({ extensions: [nonce(31)] })), false);
    assert.equal(layout.matches(responseData()), false);
  });
});

/** Writes the BOOLEAN of `critical` as BER allows and DER does not. */
function withOtherTrue(octets: Uint8Array): Uint8Array {
  const other = Uint8Array.from(octets);
  other[Buffer.from(octets).indexOf('0101ff', 'hex') + 2] = 7;
  return other;
}

function isOfShape(octets: Uint8Array, template: ResponseDataUnderLint): boolean {
  try {
    return hasShapeOf(read(octets), template);
  } catch (error) {
    if (error instanceof MalformedError) return false;
    throw error;
  }
}
