import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { CvHolder, TODAY } from '../../test/cv-holder.ts';
import { verifyCvChain } from './chain.ts';

const cvca = new CvHolder('SECVCA00001', 'brainpoolP256r1');
const next = new CvHolder('SECVCA00002', 'brainpoolP256r1');
const dv = new CvHolder('DEDVSE001', 'brainpoolP256r1');
const is = new CvHolder('DEIS00001', 'brainpoolP256r1');
const root = cvca.root();
const dvCertificate = cvca.certify(dv, { role: 'DV_F' });

describe('a chain', () => {
  it('gives the key of its last holder with the inherited domain parameters', () => {
    const terminal = dv.certify(is);
    const { publicKey } = verifyCvChain(root, [dvCertificate, terminal], TODAY);
    assert.equal(publicKey.curve?.name, 'brainpoolP256r1');
    const data = Uint8Array.of(1);
    assert.ok(publicKey.verify(data, is.sign(data)));
  });

  it('grants what all of its certificates grant (2.7)', () => {
    const chain = [cvca.certify(dv, { role: 'DV_F', rights: 1n }), dv.certify(is, { rights: 3n })];
    const { authorization } = verifyCvChain(root, chain, TODAY);
    assert.deepEqual(authorization, { terminalType: 'IS', role: 'TERMINAL', rights: 1n });
  });

  it('goes over link certificates, also expired ones (2.5)', () => {
    const link = cvca.certify(next, { role: 'CVCA', expirationDay: TODAY + 1 });
    const chain = [link, next.certify(dv, { role: 'DV_D' }), dv.certify(is)];
    assert.equal(verifyCvChain(root, chain, TODAY + 30).authorization.rights, 3n);
  });

  it('goes over a link certificate to another curve or algorithm, and holds to that one (2.3)', () => {
    const rsa = new CvHolder('SECVCA00002', 2048, 'SHA512WithRSA');
    const rsaDv = new CvHolder('DEDVSE001', 2048, 'SHA512WithRSA');
    const link = cvca.certify(rsa, { role: 'CVCA' });
    assert.equal(verifyCvChain(root, [link, rsa.certify(rsaDv, { role: 'DV_D' })], TODAY).publicKey.curve, undefined);
    const mixed = rsa.certify(dv, { role: 'DV_D' });
    assert.throws(() => verifyCvChain(root, [link, mixed], TODAY), { code: 'cvc.bad_chain' });
  });

  it('of nothing is the trusted certificate', () => {
    assert.equal(verifyCvChain(root, [], TODAY).publicKey, root.publicKey);
  });
});

describe('a chain is refused', () => {
  const cases: readonly [what: string, code: string, chain: () => Parameters<typeof verifyCvChain>][] = [
    ['that starts with a document verifier', 'cvc.bad_chain', () => [dvCertificate, [dv.certify(is)], TODAY]],
    ['that misses a certificate', 'cvc.bad_chain', () => [root, [dv.certify(is)], TODAY]],
    ['of a terminal under a country verifying CA', 'cvc.bad_chain', () => [root, [cvca.certify(is)], TODAY]],
    [
      'of a document verifier under a document verifier',
      'cvc.bad_chain',
      () => [root, [dvCertificate, dv.certify(is, { role: 'DV_F' })], TODAY],
    ],
    [
      'of a country verifying CA under a document verifier',
      'cvc.bad_chain',
      () => [root, [dvCertificate, dv.certify(next, { role: 'CVCA' })], TODAY],
    ],
    ['beyond a terminal', 'cvc.bad_chain', () => [root, [dvCertificate, dv.certify(is), is.certify(next)], TODAY]],
    [
      'that changes the terminal type',
      'cvc.bad_chain',
      () => [root, [dvCertificate, dv.certify(is, { terminalType: 'AT' })], TODAY],
    ],
    [
      'with a certificate that takes effect before that of its authority',
      'cvc.bad_chain',
      () => [root, [dvCertificate, dv.certify(is, { effectiveDay: TODAY - 1 })], TODAY],
    ],
    ['after one of its certificates has expired', 'cvc.bad_chain', () => [root, [dvCertificate], TODAY + 366]],
    ['before it takes effect', 'cvc.bad_chain', () => [root, [dvCertificate], TODAY - 1]],
    [
      'of more certificates than any chain has',
      'cvc.bad_chain',
      () => [root, Array.from({ length: 33 }, () => dvCertificate), TODAY],
    ],
    [
      'whose signature another key made',
      'cvc.bad_signature',
      () => [new CvHolder('SECVCA00001', 'brainpoolP256r1').root(), [dvCertificate], TODAY],
    ],
  ];
  for (const [what, code, chain] of cases) it(what, () => assert.throws(() => verifyCvChain(...chain()), { code }));

  it('not on the last day of a certificate', () => {
    assert.ok(verifyCvChain(root, [dvCertificate], TODAY + 365));
  });
});
