/** Certificates and requests of other producers: what they say, that their signatures hold, and the same octets from what was read. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { rightNames } from './authorization.ts';
import { assembleCvCertificate, CvCertificate, encodeCvCertificateBody } from './certificate.ts';
import { dayOf } from './calendar-day.ts';
import { verifyCvChain } from './chain.ts';
import { assembleCvRequest, CvRequest, encodeCvRequestBody } from './request.ts';

/** 21 November 2026. */
const MADE_ON = dayOf(Date.UTC(2026, 10, 21) / 1000);
const DIRECTORY = new URL('fixtures/', import.meta.url);
const NAMES = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.cvcert'))
  .map((file) => file.slice(0, -'.cvcert'.length))
  .toSorted();
const CHAINS = NAMES.filter((name) => name.endsWith('-dv')).map((name) => name.slice(0, -'-dv'.length));

describe('a certificate of another producer', () => {
  const names = NAMES.filter((name) => !/request|authenticated/.test(name));
  assert.ok(names.length >= 25);
  for (const name of names) {
    it(`is written again octet for octet: ${name}`, () => {
      const certificate = CvCertificate.parse(octets(name));
      const body = encodeCvCertificateBody(certificate);
      assert.deepEqual(assembleCvCertificate(body, certificate.signature), certificate.der);
      if (certificate.isSelfSigned) certificate.verify(certificate.publicKey);
    });
  }
});

describe('a chain of another producer', () => {
  assert.ok(CHAINS.length >= 6);
  for (const chain of CHAINS) {
    it(`holds: ${chain}`, () => {
      const [root, link, dv, is] = ['cvca', 'link', 'dv', 'is'].map((kind) =>
        CvCertificate.parse(octets(`${chain}-${kind}`)),
      ) as [CvCertificate, CvCertificate, CvCertificate, CvCertificate];
      const { authorization } = verifyCvChain(root, [dv, is], MADE_ON);
      assert.deepEqual(rightNames(authorization), ['READ_DG3']);
      assert.equal(verifyCvChain(root, [link], MADE_ON).authorization.role, 'CVCA');
      assert.throws(() => verifyCvChain(link, [dv], MADE_ON), { code: 'cvc.bad_chain' });
    });

    it(`was asked for: ${chain}`, () => {
      const root = CvCertificate.parse(octets(`${chain}-cvca`));
      const dv = CvCertificate.parse(octets(`${chain}-dv`));
      for (const kind of ['request', 'request-authority', 'authenticated']) {
        const request = CvRequest.parse(octets(`${chain}-${kind}`));
        request.verifyProofOfPossession();
        assert.deepEqual(assembleCvRequest(encodeCvRequestBody(request), request.signature), request.der);
        assert.equal(request.authority?.text, kind === 'request' ? undefined : root.holder.text);
        if (kind === 'authenticated') request.verifyOuter(dv.publicKey.inheriting(root.publicKey));
      }
    });
  }
});

describe('what another producer wrote is read', () => {
  for (const [name, terminalType, rights] of [
    ['ejbca-at', 'AT', ['AGE_VERIFICATION', 'INSTALL_QUALIFIED_CERTIFICATE', 'READ_DG1', 'READ_DG21', 'WRITE_DG17']],
    ['ejbca-st', 'ST', ['QUALIFIED_ELECTRONIC_SIGNATURE']],
    ['ejbca-extensions', 'IS', []],
    ['bouncycastle-p521-cvca', 'IS', ['READ_DG3', 'READ_DG4']],
  ] as const) {
    it(`as rights: ${name}`, () => {
      const { authorization } = CvCertificate.parse(octets(name));
      assert.equal(authorization.terminalType, terminalType);
      assert.deepEqual(rightNames(authorization), rights);
    });
  }

  it('as references, dates and extensions', () => {
    const { holder, effectiveDay, expirationDay, extensions } = CvCertificate.parse(octets('ejbca-extensions'));
    assert.equal(holder.text, 'SEEXT00001');
    assert.deepEqual([effectiveDay, expirationDay], [MADE_ON, 47_481]);
    assert.deepEqual(
      extensions.map(({ oid, data }) => [oid, data.toHex()]),
      [
        ['0.4.0.127.0.7.3.1.3.1', '5303010203'],
        ['0.4.0.127.0.7.3.1.3.2', '530104'],
      ],
    );
  });
});

function octets(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${name}.cvcert`, DIRECTORY)));
}
