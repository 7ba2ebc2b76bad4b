import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PublicAddresses } from './public-addresses.ts';

describe('the addresses of a new CA', () => {
  const addresses = new PublicAddresses('http://pki.example');

  it('are those of its CRL, its certificate and its OCSP responder', () => {
    assert.deepEqual(addresses.complete('Issuing CA', { subjectDn: 'CN=x' }), {
      subjectDn: 'CN=x',
      crlDistributionPoints: ['http://pki.example/crls/Issuing%20CA.crl'],
      caIssuerUris: ['http://pki.example/certificates/Issuing%20CA.crt'],
      ocspUris: ['http://pki.example/ocsp'],
    });
  });

  it('include those of partition CRLs and delta CRLs', () => {
    const { crlDistributionPoints, freshestCrlUris } = addresses.complete('A*', {
      usePartitionedCrl: true,
      deltaCrlPeriod: '2h',
    });
    assert.deepEqual(
      [crlDistributionPoints, freshestCrlUris],
      [['http://pki.example/crls/A%2A/partition-*.crl'], ['http://pki.example/crls/A%2A/partition-*-delta.crl']],
    );
    assert.deepEqual(addresses.complete('B', { deltaCrlPeriod: '2h' })['freshestCrlUris'], [
      'http://pki.example/crls/B/delta.crl',
    ]);
    assert.equal(addresses.complete('B', { deltaCrlPeriod: '0m' })['freshestCrlUris'], undefined);
  });

  it('do not replace given addresses, nor an empty list', () => {
    const given = { crlDistributionPoints: [], caIssuerUris: ['http://other.example/ca.crt'], ocspUris: [] };
    assert.deepEqual(addresses.complete('C', given), given);
  });

  it('do not include a responder if the CA has none', () => {
    assert.equal('ocspUris' in addresses.complete('C', { ocspResponder: 'NONE' }), false);
  });

  it('are missing for CAs of other kinds, or without a public URL', () => {
    assert.deepEqual(addresses.complete('D', { caType: 'SSH' }), { caType: 'SSH' });
    assert.deepEqual(new PublicAddresses(undefined).complete('D', {}), {});
  });
});
