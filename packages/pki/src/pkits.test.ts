/** Every certificate and CRL of NIST's Public Key Interoperability Test Suite is read, built again and verified. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { PKITS_CERTIFICATES, PKITS_CRLS, readPkits } from '../test/pkits.ts';
import { rebuildCertificate, rebuildCrl } from '../test/re-encoding.ts';
import { Certificate } from './certificate/index.ts';
import { Crl } from './crl/index.ts';
import { PublicKeyError } from './public-key/index.ts';

const certificates = readPkits(PKITS_CERTIFICATES).map(({ name, der }) => ({ name, read: Certificate.parse(der) }));
const crls = readPkits(PKITS_CRLS).map(({ name, der }) => ({ name, read: readCrl(der) }));

it('has the number of files that NIST publishes', () => {
  assert.equal(certificates.length, 405);
  assert.equal(crls.length, 173);
});

describe('a certificate or CRL of PKITS', () => {
  it('departs from the rules only where a test case is about it', () => {
    assert.deepEqual(departures([...certificates, ...crls]), {
      BadSignedCACert: ['signature-bits'],
      InvalidDSASignatureTest6EE: ['signature-bits'],
      InvalidNegativeSerialNumberTest15EE: ['serial-number-not-positive'],
      Invalidpre2000UTCEEnotAfterDateTest7EE: ['generalized-time-before-2050'],
      UIDCACert: ['unique-identifier'],
      ValidGeneralizedTimenotBeforeDateTest4EE: ['generalized-time-before-2050'],
      ValidNameUIDsTest6EE: ['unique-identifier'],
      BadCRLSignatureCACRL: ['signature-bits'],
      NegativeSerialNumberCACRL: ['serial-number-not-positive'],
    });
  });

  it('is built again from its fields, octet for octet', () => {
    const kept: Record<string, readonly string[]> = {};
    for (const { name, read } of [...certificates, ...crls]) {
      if (read.departures.length > 0) continue;
      const rebuilt = read instanceof Crl ? rebuildCrl(read) : rebuildCertificate(read);
      assert.equal(rebuilt.der.toHex(), read.der.toHex(), name);
      if (rebuilt.kept.length > 0) kept[name] = rebuilt.kept;
    }
    // What is read and not written: the unused bit of the reasons, mappings of anyPolicy, a notice that is too long.
    const reasons = ['cRLDistributionPoints: written differently'];
    const mapping = ['policyMappings: a policy is mapped to or from anyPolicy (RFC 5280 §4.2.1.5)'];
    assert.deepEqual(kept, {
      InvalidonlySomeReasonsTest20EE: reasons,
      InvalidonlySomeReasonsTest21EE: reasons,
      MappingFromanyPolicyCACert: mapping,
      MappingToanyPolicyCACert: mapping,
      UserNoticeQualifierTest19EE: ['certificatePolicies: a visibleString has 310 characters, not 1 to 200'],
      ValidonlySomeReasonsTest19EE: reasons,
      onlySomeReasonsCA1otherreasonsCRL: ['issuingDistributionPoint: written differently'],
      onlySomeReasonsCA3otherreasonsCRL: ['issuingDistributionPoint: written differently'],
      onlySomeReasonsCA4otherreasonsCRL: ['issuingDistributionPoint: written differently'],
    });
  });

  it('is verified by a certificate that has the name of its issuer, unless a test case is about that', () => {
    const unverified = [...certificates, ...crls].filter(({ read }) => !isVerified(read)).map(({ name }) => name);
    assert.deepEqual(unverified, [
      'BadSignedCACert',
      'InvalidDSASignatureTest6EE',
      'InvalidEESignatureTest3EE',
      // An issuer of another name.
      'InvalidNameChainingOrderTest2EE',
      'InvalidNameChainingTest1EE',
      // A DSA key without parameters of its own, which is not supported (`key.bad_parameters`).
      'ValidDSAParameterInheritanceTest5EE',
      // An issuer of another name.
      'BadCRLIssuerNameCACRL',
      'BadCRLSignatureCACRL',
      'DSAParametersInheritedCACRL',
      // An issuer of another name.
      'TwoCRLsCABadCRL',
    ]);
  });
});

interface Named {
  readonly name: string;
  readonly read: Certificate | Crl;
}

/** Departures of entries are known when they were read. */
function readCrl(der: Uint8Array): Crl {
  const crl = Crl.parse(der);
  assert.ok([...crl.entries()].every(({ serialNumberText }) => serialNumberText !== ''));
  return crl;
}

function departures(all: readonly Named[]): Record<string, readonly string[]> {
  const departing = all.filter(({ read }) => read.departures.length > 0);
  return Object.fromEntries(departing.map(({ name, read }) => [name, read.departures]));
}

function isVerified(read: Certificate | Crl): boolean {
  const issuers = certificates.filter((candidate) => candidate.read.subject.equals(read.issuer));
  return issuers.some((issuer) => {
    try {
      return read.verify(issuer.read.publicKey);
    } catch (error) {
      if (error instanceof PublicKeyError) return false;
      throw error;
    }
  });
}
