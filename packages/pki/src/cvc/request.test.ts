import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { CvHolder } from '../../test/cv-holder.ts';
import { oid } from '../der/index.ts';
import { HolderReference } from './holder-reference.ts';
import { CvRequest, encodeCvRequestBody } from './request.ts';

const dv = new CvHolder('SEDV00001');
const next = new CvHolder('SEDV00002');
const authority = HolderReference.parse('SECVCA00001');

describe('a request', () => {
  it('says what it was made with and proves possession of its key', () => {
    const extensions = [{ oid: oid('2.999.1'), data: Uint8Array.of(0x80, 0) }];
    const request = dv.request({ authority, extensions });
    assert.equal(request.holder.text, 'SEDV00001');
    assert.equal(request.authority?.text, 'SECVCA00001');
    assert.deepEqual(request.extensions, extensions);
    assert.deepEqual(request.publicKey.der, dv.publicKey.der);
    assert.deepEqual(encodeCvRequestBody(request), request.body);
    request.verifyProofOfPossession();
  });

  it('needs to name no authority', () => {
    const request = dv.request();
    assert.equal(request.authority, undefined);
    assert.equal(request.outer, undefined);
    request.verifyProofOfPossession();
  });

  it('of another key proves nothing', () => {
    const request = dv.request({ publicKey: next.publicKey });
    assert.throws(() => request.verifyProofOfPossession(), { code: 'cvc.bad_signature' });
  });

  it('that leaves its domain parameters out proves nothing', () => {
    const request = dv.request({ publicKey: dv.inheritingKey });
    assert.throws(() => request.verifyProofOfPossession(), { code: 'cvc.parameters_missing' });
  });

  it('is refused when it is cut off anywhere', () => {
    const whole = dv.authenticate(next.request({ authority }));
    for (let length = 0; length < whole.length; length++)
      assert.throws(() => CvRequest.parse(whole.subarray(0, length)), { code: 'der.truncated' });
  });

  it('is refused when it is a certificate, or larger than a length of two octets says', () => {
    assert.throws(() => CvRequest.parse(dv.root().der), { code: 'der.trailing_bytes' });
    assert.throws(() => CvRequest.parse(new Uint8Array(65_536)), { code: 'cvc.too_large' });
  });
});

describe('an outer signature', () => {
  it('is made over the request and the reference of the key that made it', () => {
    const request = next.request({ authority });
    const authenticated = CvRequest.parse(dv.authenticate(request));
    assert.deepEqual(authenticated.der, request.der);
    assert.equal(authenticated.outer?.authority.text, 'SEDV00001');
    authenticated.verifyProofOfPossession();
    authenticated.verifyOuter(dv.publicKey);
  });

  it('of another key is refused', () => {
    const authenticated = CvRequest.parse(dv.authenticate(next.request()));
    assert.throws(() => authenticated.verifyOuter(next.publicKey), { code: 'cvc.bad_signature' });
  });

  it('holds for no other reference', () => {
    const der = dv.authenticate(next.request()).toHex();
    // The reference behind the request, not the one inside it.
    const at = der.lastIndexOf('534544563030303031');
    const other = CvRequest.parse(Uint8Array.fromHex(`${der.slice(0, at)}534544563030303039${der.slice(at + 18)}`));
    assert.equal(other.outer?.authority.text, 'SEDV00009');
    assert.throws(() => other.verifyOuter(dv.publicKey), { code: 'cvc.bad_signature' });
  });

  it('that is not there verifies with no key', () => {
    assert.throws(() => next.request().verifyOuter(dv.publicKey), { code: 'cvc.bad_signature' });
  });
});
