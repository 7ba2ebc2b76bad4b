import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PublicAddresses } from './public-addresses.ts';

describe('the addresses of a new CA', () => {
  const addresses = new PublicAddresses('http://pki.example');

  it('name its CRL, its certificate and its OCSP responder', () => {
    assert.deepEqual(addresses.complete('Issuing CA', { subjectDn: 'CN=x' }), {
      subjectDn: 'CN=x',
      crlDistributionPoints: ['http://pki.example/crls/Issuing%20CA.crl'],
      caIssuerUris: ['http://pki.example/certificates/Issuing%20CA.crt'],
      ocspUris: ['http://pki.example/ocsp'],
    });
  });

  it('name the CRLs of partitions, and delta CRLs', () => {
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

  it('are not put in the place of those that somebody gave, or of none', () => {
    const given = { crlDistributionPoints: [], caIssuerUris: ['http://other.example/ca.crt'], ocspUris: [] };
    assert.deepEqual(addresses.complete('C', given), given);
  });

  it('name no responder of a CA for which nobody answers', () => {
    assert.equal('ocspUris' in addresses.complete('C', { ocspResponder: 'NONE' }), false);
  });

  it('are not there for a CA of another kind, or without a public URL', () => {
    assert.deepEqual(addresses.complete('D', { caType: 'SSH' }), { caType: 'SSH' });
    assert.deepEqual(new PublicAddresses(undefined).complete('D', {}), {});
  });
});
