/** NIST's Public Key Interoperability Test Suite: OpenSSL and we read the same out of every certificate and CRL. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Certificate, Crl, DistinguishedName, formatPem } from '@sealwright/pki';
import { type NamedDer, PKITS_CERTIFICATES, PKITS_CRLS, readPkits } from '../../../packages/pki/test/pkits.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

/** `name=value` lines, the last of each name. */
function fieldsOf(output: string): Readonly<Record<string, string>> {
  return Object.fromEntries(output.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

const NAMES = ['-nameopt', 'RFC2253,-esc_msb,utf8'];
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z');
/** Ours is upper case, OpenSSL's too, but with whole octets. */
const evenly = (serial: string) =>
  serial.replace(/^(-?)((?:..)*.)$/, (text, sign, digits) => (digits.length % 2 ? `${sign}0${digits}` : text));

/** A few attributes have other short names in OpenSSL. */
const ourText = (text: string) =>
  String(DistinguishedName.parse(text.replaceAll(/(^|,)SN=/g, '$1SURNAME='), { lenient: true }));

describe('PKITS', () => {
  const certificates = readPkits(PKITS_CERTIFICATES);
  const crls = readPkits(PKITS_CRLS);

  it('has as many certificates and CRLs for OpenSSL as for us', () => {
    for (const [option, file, items] of [
      ['-certs', PKITS_CERTIFICATES, certificates],
      ['-crls', PKITS_CRLS, crls],
    ] as const) {
      const output = openssl.run('storeutl', '-noout', option, fileURLToPath(file));
      assert.match(output, new RegExp(`^Total found: ${items.length}$`, 'm'));
    }
  });

  it('has the same fields in each certificate', () => {
    const wanted = ['-serial', '-startdate', '-enddate', '-fingerprint', '-sha256', '-subject', '-issuer'];
    for (const { name, der } of certificates) {
      const found = print('x509', 'CERTIFICATE', der, [...wanted, '-dateopt', 'iso_8601', ...NAMES]);
      const read = Certificate.parse(der);
      const { subject, issuer } = found;
      assert.deepEqual(
        {
          serial: evenly(read.serialNumberText),
          notBefore: iso(read.notBefore),
          notAfter: iso(read.notAfter),
          'sha256 Fingerprint': read.sha256Fingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:'),
          subject: String(read.subject),
          issuer: String(read.issuer),
        },
        { ...found, subject: ourText(subject!), issuer: ourText(issuer!) },
        name,
      );
    }
  });

  it('has the same fields in each CRL', () => {
    for (const { name, der } of crls) {
      const found = print('crl', 'X509 CRL', der, ['-lastupdate', '-nextupdate', '-issuer', ...NAMES]);
      const read = Crl.parse(der);
      const dates = [found.lastUpdate!, found.nextUpdate!].map((text) => Date.parse(text) / 1000);
      assert.deepEqual([read.thisUpdate, read.nextUpdate], dates, name);
      assert.equal(String(read.issuer), ourText(found.issuer!), name);
    }
  });

  function print(command: string, label: string, der: NamedDer['der'], options: readonly string[]) {
    openssl.write('in.pem', formatPem(label, der));
    return fieldsOf(openssl.run(command, '-in', 'in.pem', '-noout', ...options).trimEnd());
  }
});
