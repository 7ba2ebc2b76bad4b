import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialNumberFromHex } from '@sealwright/pki';
import { caCertificateName, certificateName, crlName } from './object-names.ts';

describe('the name of a published object', () => {
  it('contains the name of its CA, with unsafe characters as hex', () => {
    assert.equal(certificateName('Issuing CA', serialNumberFromHex('1f'), 'X509'), 'certificates/Issuing_20CA/1f.cer');
    assert.equal(caCertificateName('../Wurzel_Ä', 'CVC'), 'cas/_2E_2E_2FWurzel_5F_C3_84.cvcert');
  });

  it('has the serial number in small letters, two digits for each octet', () => {
    const name = (serial: string) => certificateName('A', serialNumberFromHex(serial), 'X509');
    assert.equal(name('ABCDEF'), 'certificates/A/abcdef.cer');
    assert.equal(name('A2B'), 'certificates/A/0a2b.cer');
  });

  it('distinguishes the CRLs of a CA', () => {
    const name = (partition: number, crl: 'base' | 'delta') => crlName('A', { kind: 'crl', caId: 1, partition, crl });
    assert.deepEqual(
      [name(0, 'base'), name(0, 'delta'), name(3, 'base'), name(3, 'delta')],
      ['crls/A.crl', 'crls/A.delta.crl', 'crls/A.partition3.crl', 'crls/A.partition3.delta.crl'],
    );
  });

  it('differs between CAs and fits into a file system', () => {
    const names = ['a b', 'a_b', 'a_20b', 'a.delta', 'a', 'ä'.repeat(255), 'ö'.repeat(255)];
    const made = names.map((name) => caCertificateName(name, 'X509'));
    assert.equal(new Set(made).size, names.length);
    for (const one of made) assert.match(one, /^cas\/[A-Za-z0-9_-]{1,190}\.cer$/);
  });
});
