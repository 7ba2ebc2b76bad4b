import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signV4, type UnsignedRequest } from './signature-v4.ts';

/** The keys of the examples in Amazon's documentation of S3, "Signature Calculations for the Authorization Header". */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const MOMENT = Date.UTC(2013, 4, 24);
const HOST = 'https://examplebucket.s3.amazonaws.com';

function signatureOf(request: UnsignedRequest): string {
  const { authorization = '' } = signV4(request, CREDENTIALS, MOMENT);
  return /Signature=([\da-f]{64})$/.exec(authorization)![1]!;
}

describe('signature version 4', () => {
  it("is that of Amazon's example of a PUT", () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const body = new TextEncoder().encode('Welcome to Amazon S3.');
    const url = new URL(`${HOST}/test$file.text`);
    assert.equal(
      signatureOf({ method: 'PUT', url, headers, body }),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });

  it("is that of Amazon's example of a GET", () => {
    const url = new URL(`${HOST}/test.txt`);
    assert.equal(
      signatureOf({ method: 'GET', url, headers: { range: 'bytes=0-9' }, body: new Uint8Array() }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('signs the port where it is not the usual one, and every header', () => {
    const headers = { 'content-type': 'application/pkix-crl' };
    const request = { method: 'PUT', url: new URL('https://s3.example.com:9000/b/k'), headers, body: new Uint8Array() };
    const { authorization } = signV4(request, CREDENTIALS, MOMENT);
    assert.match(authorization!, /SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date,/);
    const elsewhere = { ...request, url: new URL('https://s3.example.com/b/k') };
    assert.notEqual(signatureOf(elsewhere), signatureOf(request));
  });

  it('never holds the secret', () => {
    const url = new URL(`${HOST}/x`);
    const signed = signV4({ method: 'GET', url, headers: {}, body: new Uint8Array() }, CREDENTIALS, MOMENT);
    assert.ok(!JSON.stringify(signed).includes(CREDENTIALS.secretAccessKey));
  });

  it('is made of nothing with a query', () => {
    const url = new URL(`${HOST}/x?acl`);
    const request = { method: 'GET', url, headers: {}, body: new Uint8Array() };
    assert.throws(() => signV4(request, CREDENTIALS, MOMENT), RangeError);
  });
});
