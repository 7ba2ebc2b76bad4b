/** Every extension that `@peculiar/asn1-x509` knows: it reads what we write, field by field, and writes the same bytes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { AsnConvert } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import * as fc from 'fast-check';

import {
  distributionPointLists,
  distributionPointNames,
  reasonSets,
} from '../../test/distribution-point-arbitraries.ts';
import { generalNameLists, generalNames, octets, oids } from '../../test/general-name-arbitraries.ts';
import * as peculiar from '../../test/peculiar-values.ts';
import { certificatePolicyLists } from '../../test/policy-arbitraries.ts';
import { compareBytes, oid, writeDer } from '../der/index.ts';
import { parseIpNetwork, type GeneralName } from '../general-name/index.ts';
import * as ours from './index.ts';

const PLAIN = { noNullPrototype: true } as const;
const OPTIONAL: { noNullPrototype: true; requiredKeys: [] } = { noNullPrototype: true, requiredKeys: [] };

/**
 * Asserts over generated values that `Type` reads our bytes as the same value, and writes what it read as the same bytes.
 *
 * @param identifier - what the other program calls the extension
 * @param convert - what the other program read, as a value of ours
 */
function agree<T, P extends object>(
  type: ours.ExtensionType<T>,
  identifier: string,
  Type: new () => P,
  values: fc.Arbitrary<T>,
  convert: (read: P) => T,
): void {
  it(`agrees on ${type.name}`, () => {
    assert.equal(type.oid, identifier);
    const check = (value: T): void => {
      const encoded = type.encode(value);
      const read = AsnConvert.parse(encoded, Type);
      assert.deepEqual(convert(read), value);
      const written = new Uint8Array(AsnConvert.serialize(read));
      assert.equal(written.toHex(), encoded.toHex());
      assert.deepEqual(type.decode(written), value);
    };
    fc.assert(fc.property(values, check), { numRuns: 50 });
  });
}

describe('@peculiar/asn1-x509', () => {
  agree(
    ours.basicConstraints,
    x509.id_ce_basicConstraints,
    x509.BasicConstraints,
    fc.oneof(
      fc.constantFrom<ours.BasicConstraints>({ ca: false }, { ca: true }),
      fc.nat(100_000).map((pathLength): ours.BasicConstraints => ({ ca: true, pathLength })),
    ),
    ({ cA, pathLenConstraint }) => ({
      ca: cA,
      ...(pathLenConstraint !== undefined && { pathLength: pathLenConstraint }),
    }),
  );

  agree(
    ours.keyUsage,
    x509.id_ce_keyUsage,
    x509.KeyUsage,
    fc.subarray([...ours.KEY_USAGES], { minLength: 1 }).map((names) => new Set(names)),
    (read) => peculiar.bitNames(read, ours.KEY_USAGES),
  );

  agree(
    ours.extendedKeyUsage,
    x509.id_ce_extKeyUsage,
    x509.ExtendedKeyUsage,
    fc.uniqueArray(oids(), { minLength: 1, maxLength: 5 }),
    (read) => [...read].map((purpose) => oid(purpose)),
  );

  agree(ours.subjectKeyIdentifier, x509.id_ce_subjectKeyIdentifier, x509.SubjectKeyIdentifier, octets(), ({ buffer }) =>
    peculiar.octets(buffer),
  );

  agree(
    ours.authorityKeyIdentifier,
    x509.id_ce_authorityKeyIdentifier,
    x509.AuthorityKeyIdentifier,
    fc.oneof(
      fc.record({ keyIdentifier: octets() }, PLAIN),
      fc.record(
        {
          keyIdentifier: octets(),
          authorityCertIssuer: generalNameLists(),
          authorityCertSerialNumber: fc.bigInt({ min: 1n, max: (1n << 159n) - 1n }),
        },
        PLAIN,
      ),
    ),
    ({ keyIdentifier, authorityCertIssuer, authorityCertSerialNumber }) => ({
      ...(keyIdentifier && { keyIdentifier: peculiar.octets(keyIdentifier.buffer) }),
      ...(authorityCertIssuer && { authorityCertIssuer: authorityCertIssuer.map(peculiar.generalName) }),
      ...(authorityCertSerialNumber && {
        authorityCertSerialNumber: peculiar.integer(authorityCertSerialNumber),
      }),
    }),
  );

  agree(ours.subjectAltName, x509.id_ce_subjectAltName, x509.SubjectAlternativeName, generalNameLists(), (read) =>
    [...read].map(peculiar.generalName),
  );

  agree(ours.issuerAltName, x509.id_ce_issuerAltName, x509.IssueAlternativeName, generalNameLists(), (read) =>
    [...read].map(peculiar.generalName),
  );

  agree(ours.certificateIssuer, x509.id_ce_certificateIssuer, x509.CertificateIssuer, generalNameLists(), (read) =>
    [...read].map(peculiar.generalName),
  );

  agree(
    ours.crlDistributionPoints,
    x509.id_ce_cRLDistributionPoints,
    x509.CRLDistributionPoints,
    distributionPointLists(),
    (read) => [...read].map(peculiar.distributionPoint),
  );

  agree(ours.freshestCrl, x509.id_ce_freshestCRL, x509.FreshestCRL, distributionPointLists(), (read) =>
    [...read].map(peculiar.distributionPoint),
  );

  agree(
    ours.issuingDistributionPoint,
    x509.id_ce_issuingDistributionPoint,
    x509.IssuingDistributionPoint,
    fc
      .tuple(
        fc.constantFrom('onlyContainsUserCerts', 'onlyContainsCACerts', 'onlyContainsAttributeCerts', 'none'),
        fc.boolean(),
        fc.record({ distributionPoint: distributionPointNames(), onlySomeReasons: reasonSets() }, OPTIONAL),
      )
      .filter(([only, indirect, rest]) => only !== 'none' || indirect || Object.keys(rest).length > 0)
      .map(([only, indirectCRL, rest]) => ({
        onlyContainsUserCerts: only === 'onlyContainsUserCerts',
        onlyContainsCACerts: only === 'onlyContainsCACerts',
        indirectCRL,
        onlyContainsAttributeCerts: only === 'onlyContainsAttributeCerts',
        ...rest,
      })),
    (read) => ({
      ...(read.distributionPoint && { distributionPoint: peculiar.distributionPointName(read.distributionPoint) }),
      onlyContainsUserCerts: read.onlyContainsUserCerts,
      onlyContainsCACerts: read.onlyContainsCACerts,
      ...(read.onlySomeReasons && { onlySomeReasons: peculiar.crlReasons(read.onlySomeReasons) }),
      indirectCRL: read.indirectCRL,
      onlyContainsAttributeCerts: read.onlyContainsAttributeCerts,
    }),
  );

  const descriptions = fc.array(fc.record({ accessMethod: oids(), accessLocation: generalNames() }, PLAIN), {
    minLength: 1,
    maxLength: 3,
  });
  const description = ({ accessMethod, accessLocation }: x509.AccessDescription): ours.AccessDescription => ({
    accessMethod: oid(accessMethod),
    accessLocation: peculiar.generalName(accessLocation),
  });

  agree(
    ours.authorityInfoAccess,
    x509.id_pe_authorityInfoAccess,
    x509.AuthorityInfoAccessSyntax,
    descriptions,
    (read) => [...read].map(description),
  );

  agree(ours.subjectInfoAccess, x509.id_pe_subjectInfoAccess, x509.SubjectInfoAccessSyntax, descriptions, (read) =>
    [...read].map(description),
  );

  agree(ours.crlNumber, x509.id_ce_cRLNumber, x509.CRLNumber, fc.nat().map(BigInt), ({ value }) => BigInt(value));

  agree(ours.deltaCrlIndicator, x509.id_ce_deltaCRLIndicator, x509.BaseCRLNumber, fc.nat().map(BigInt), ({ value }) =>
    BigInt(value),
  );

  agree(
    ours.reasonCode,
    x509.id_ce_cRLReasons,
    x509.CRLReason,
    fc.constantFrom(...(Object.keys(ours.REVOCATION_REASONS) as ours.RevocationReason[])),
    ({ reason }) => ours.revocationReason(reason)!,
  );

  agree(
    ours.invalidityDate,
    x509.id_ce_invalidityDate,
    x509.InvalidityDate,
    fc.integer({ min: 0, max: 253_402_300_799 }),
    ({ value }) => value.getTime() / 1000,
  );

  agree(
    ours.certificatePolicies,
    x509.id_ce_certificatePolicies,
    x509.CertificatePolicies,
    certificatePolicyLists(),
    (read) =>
      [...read].map((policy) => peculiar.certificatePolicy(policy, (der) => AsnConvert.parse(der, x509.Qualifier))),
  );

  agree(
    ours.policyMappings,
    x509.id_ce_policyMappings,
    x509.PolicyMappings,
    fc.array(fc.record({ issuerDomainPolicy: oids(), subjectDomainPolicy: oids() }, PLAIN), {
      minLength: 1,
      maxLength: 3,
    }),
    (read) =>
      [...read].map(({ issuerDomainPolicy, subjectDomainPolicy }) => ({
        issuerDomainPolicy: oid(issuerDomainPolicy),
        subjectDomainPolicy: oid(subjectDomainPolicy),
      })),
  );

  agree(
    ours.policyConstraints,
    x509.id_ce_policyConstraints,
    x509.PolicyConstraints,
    fc
      .record({ requireExplicitPolicy: fc.nat(), inhibitPolicyMapping: fc.nat() }, OPTIONAL)
      .filter((value) => Object.keys(value).length > 0),
    ({ requireExplicitPolicy, inhibitPolicyMapping }) => ({
      ...(requireExplicitPolicy && { requireExplicitPolicy: Number(peculiar.integer(requireExplicitPolicy)) }),
      ...(inhibitPolicyMapping && { inhibitPolicyMapping: Number(peculiar.integer(inhibitPolicyMapping)) }),
    }),
  );

  agree(ours.inhibitAnyPolicy, x509.id_ce_inhibitAnyPolicy, x509.InhibitAnyPolicy, fc.maxSafeNat(), ({ value }) =>
    Number(peculiar.integer(value)),
  );

  const base = fc.oneof(
    generalNames().filter(({ type }) => type !== 'iPAddress'),
    fc
      .constantFrom('10.0.0.0/8', '192.0.2.128/25', '2001:db8::/32', '0.0.0.0/0')
      .map((network): GeneralName => ({ type: 'iPAddress', value: parseIpNetwork(network)! })),
  );
  const subtrees = fc.array(
    base.map((name) => ({ base: name, minimum: 0 })),
    { minLength: 1, maxLength: 3 },
  );
  const subtree = ({ base, minimum }: x509.GeneralSubtree): ours.GeneralSubtree => ({
    base: peculiar.generalName(base),
    minimum,
  });

  agree(
    ours.nameConstraints,
    x509.id_ce_nameConstraints,
    x509.NameConstraints,
    fc
      .record({ permittedSubtrees: subtrees, excludedSubtrees: subtrees }, OPTIONAL)
      .filter((value) => Object.keys(value).length > 0),
    ({ permittedSubtrees, excludedSubtrees }) => ({
      ...(permittedSubtrees && { permittedSubtrees: [...permittedSubtrees].map(subtree) }),
      ...(excludedSubtrees && { excludedSubtrees: [...excludedSubtrees].map(subtree) }),
    }),
  );

  const time = fc.integer({ min: 0, max: 253_402_300_799 });
  agree(
    ours.privateKeyUsagePeriod,
    x509.id_ce_privateKeyUsagePeriod,
    x509.PrivateKeyUsagePeriod,
    fc.oneof(
      fc.record({ notBefore: time }, PLAIN),
      fc.record({ notAfter: time }, PLAIN),
      fc.tuple(time, time).map(([a, b]) => ({ notBefore: Math.min(a, b), notAfter: Math.max(a, b) })),
    ),
    ({ notBefore, notAfter }) => ({
      ...(notBefore && { notBefore: notBefore.getTime() / 1000 }),
      ...(notAfter && { notAfter: notAfter.getTime() / 1000 }),
    }),
  );

  const attributeValues = fc
    .array(octets(8), { minLength: 1, maxLength: 3 })
    .map((contents) =>
      contents.map((content) => writeDer((writer) => writer.octetString(content))).toSorted(compareBytes),
    );
  agree(
    ours.subjectDirectoryAttributes,
    x509.id_ce_subjectDirectoryAttributes,
    x509.SubjectDirectoryAttributes,
    fc.array(fc.record({ type: oids(), values: attributeValues }, PLAIN), { minLength: 1, maxLength: 3 }),
    (read) => [...read].map(({ type, values }) => ({ type: oid(type), values: values.map(peculiar.octets) })),
  );
});
