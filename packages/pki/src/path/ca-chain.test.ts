/** The CA certificates of NIST's Public Key Interoperability Test Suite, in whatever order, and what is wrong with some of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PKITS_CERTIFICATES, readPkits } from '../../test/pkits.ts';
import { Certificate } from '../certificate/index.ts';
import { checkCaChain, orderCaChain } from './ca-chain.ts';
import { PathError } from './errors.ts';

const all = readPkits(PKITS_CERTIFICATES).map(({ name, der }) => ({ name, certificate: Certificate.parse(der) }));
const candidates = all.map(({ certificate }) => certificate);
/** When all of them are valid that are meant to be. */
const NOW = Date.UTC(2012, 0, 1) / 1000;

describe('a chain of CA certificates', () => {
  it('is found and accepted for every CA of PKITS but those that test cases are about', () => {
    const refused: Record<string, string> = {};
    const ofCas = all.filter(({ name }) => name.endsWith('Cert'));
    for (const { name, certificate } of ofCas) {
      try {
        checkCaChain(orderCaChain(certificate, candidates), NOW);
      } catch (error) {
        if (!(error instanceof PathError)) throw error;
        refused[name] = error.code;
      }
    }
    assert.ok(ofCas.length > 100, `only ${ofCas.length} CA certificates`);
    assert.deepEqual(refused, {
      BadSignedCACert: 'path.incomplete',
      BadnotAfterDateCACert: 'path.not_valid_now',
      BadnotBeforeDateCACert: 'path.not_valid_now',
      BasicSelfIssuedCRLSigningKeyCRLCert: 'path.not_a_ca',
      MappingFromanyPolicyCACert: 'path.bad_policies',
      MappingToanyPolicyCACert: 'path.bad_policies',
      MissingbasicConstraintsCACert: 'path.not_a_ca',
      PoliciesP123subsubsubCAP12P2P1Cert: 'path.no_policy',
      PoliciesP12subsubCAP1P2Cert: 'path.no_policy',
      PoliciesP2subCA2Cert: 'path.no_policy',
      SeparateCertificateandCRLKeysCA2CRLSigningCert: 'path.not_a_ca',
      SeparateCertificateandCRLKeysCRLSigningCert: 'path.not_a_ca',
      basicConstraintsCriticalcAFalseCACert: 'path.not_a_ca',
      basicConstraintsNotCriticalcAFalseCACert: 'path.not_a_ca',
      indirectCRLCA3cRLIssuerCert: 'path.not_a_ca',
      indirectCRLCA4cRLIssuerCert: 'path.not_a_ca',
      inhibitAnyPolicy1subsubCA2Cert: 'path.no_policy',
      inhibitPolicyMapping0subCACert: 'path.no_policy',
      inhibitPolicyMapping1P1SelfIssuedsubCACert: 'path.no_policy',
      inhibitPolicyMapping1P1subsubCACert: 'path.no_policy',
      inhibitPolicyMapping5subsubsubCACert: 'path.no_policy',
      keyUsageCriticalkeyCertSignFalseCACert: 'path.key_usage',
      keyUsageNotCriticalkeyCertSignFalseCACert: 'path.key_usage',
      pathLenConstraint0subCA2Cert: 'path.too_long',
      pathLenConstraint0subCACert: 'path.too_long',
      pathLenConstraint6subsubCA00Cert: 'path.too_long',
      pathLenConstraint6subsubsubCA11XCert: 'path.too_long',
    });
  });
});
