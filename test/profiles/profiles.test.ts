import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY_PURPOSES } from '@sealwright/pki';
import { openConfiguration } from '../configuration/open-configuration.ts';
import {
  CERTIFICATE_PROFILE_ID,
  certificateProfileType,
  END_ENTITY_PROFILE_ID,
  endEntityProfileType,
} from '../../packages/server/src/modules/profiles/index.ts';
import { PROFILE_TYPES, sharedProfiles } from './shared-profiles.ts';

const profile = (settings: object) => ({ kind: 'create', type: 'CERTPROFILE', name: 'Web', settings }) as const;
const entityProfile = (settings: object) => ({ kind: 'create', type: 'EEPROFILE', name: 'Staff', settings }) as const;

const shared = sharedProfiles();

/** The problem that a profile of `settings` is refused with. */
async function problemOf(settings: object, of: typeof profile | typeof entityProfile = profile): Promise<string> {
  let message = '';
  await assert.rejects(shared.opened.planner.plan([of(settings)]), (error: Error & { code: string }) => {
    assert.equal(error.code, 'document.invalid_settings');
    message = error.message;
    return true;
  });
  return message;
}

describe('extensions that a certificate profile writes out', () => {
  const refused = async (oid: string, value: string, message: RegExp, others: readonly object[] = []) =>
    assert.match(await problemOf({ customExtensions: [...others, { oid, value }] }), message);

  it('may not be ones that other settings write or that are given twice, and have values of their types', async () => {
    await refused('x', '0500', /'customExtensions\[0\]\.oid' that is 'x' and has to be an object identifier/);
    for (const oid of ['2.5.29.15', '2.5.29.19', '2.5.29.17', '1.3.6.1.4.1.11129.2.4.3'])
      await refused(oid, '0500', /\.oid' that is '[0-9.]+', which other settings write, or nothing here may/);
    const first = { oid: '1.2.3', value: '0500' };
    await refused('1.2.3', '0500', /'customExtensions\[1\]\.oid' that is '1\.2\.3', which stands there twice/, [first]);
    for (const [oid, value] of [
      ['1.2.3', 'zzzz'],
      ['1.2.3', '05000'],
      ['1.2.3', '050000'],
      ['1.3.6.1.5.5.7.1.24', '0500'],
    ] as const)
      await refused(oid, value, /'customExtensions\[0\]\.value' that is '.*' and has to be one element of DER/);
  });

  it('are further statements with object identifiers, none of them twice', async () => {
    const statements = (...ids: readonly string[]) =>
      problemOf({ qcStatementUsed: true, qcCustomStatements: ids.map((statementId) => ({ statementId })) });
    assert.match(await statements('x'), /'qcCustomStatements\[0\]\.statementId' that is 'x' and has to be an object/);
    assert.match(await statements('1.2.3', '1.2.3'), /'qcStatementUsed' that cannot be written/);
    assert.match(await statements('0.4.0.1862.1.1'), /'qcStatementUsed' that cannot be written/);
  });
});

describe('certificate profiles', () => {
  it('are built in under the ids that clients know', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    const listed = await test.configuration.list(certificateProfileType);
    assert.deepEqual(Object.fromEntries(listed.map(({ name, publicId }) => [name, publicId])), CERTIFICATE_PROFILE_ID);
    const enduser = await test.configuration.get(certificateProfileType, 'ENDUSER');
    assert.deepEqual(enduser.value.keyUsage, {
      critical: true,
      usages: ['digitalSignature', 'nonRepudiation', 'keyEncipherment'],
    });
    assert.deepEqual(enduser.value.extendedKeyUsage?.purposes, [KEY_PURPOSES.clientAuth, KEY_PURPOSES.emailProtection]);
    assert.deepEqual(enduser.value.lifetime, { kind: 'relative', seconds: 730 * 86_400 });
    const root = await test.configuration.get(certificateProfileType, 'ROOTCA');
    assert.deepEqual([root.value.type, root.value.allowValidityOverride], ['ROOT_CA', true]);
    assert.deepEqual(root.value.lifetime, { kind: 'relative', seconds: (25 * 365 + 7) * 86_400 });
    const ocsp = await test.configuration.get(certificateProfileType, 'OCSPSIGNER');
    assert.deepEqual(
      ocsp.value.constantExtensions.map(({ oid }) => oid),
      ['1.3.6.1.5.5.7.48.1.5'],
    );
    assert.equal((await test.configuration.get(certificateProfileType, 'SSH')).value.format, 'SSH');
  });

  it('have defaults for all of their settings', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    await test.apply(profile({}));
    const { value } = await test.configuration.get(certificateProfileType, 'Web');
    assert.equal(value.type, 'END_ENTITY');
    assert.equal(value.availableCas, 'any');
    assert.equal(value.backdateSeconds, 600);
    assert.equal(value.curves, undefined);
    assert.deepEqual(value.keyBits, new Set([2048, 3072, 4096, 6144, 8192]));
    assert.ok(value.keyAlgorithms!.has('ML-DSA-65'));
    assert.deepEqual(value.basicConstraints, { critical: true, pathLength: undefined });
    assert.deepEqual(value.constantExtensions, []);
  });

  it('take lifetimes, a fixed end, an offset, names of curves and URIs', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    await test.apply(
      profile({
        validity: '2035-12-31 23:59:59',
        validityOffsetUsed: true,
        validityOffset: '-1h',
        availableKeyAlgorithms: ['EC', 'RSA', 'DSTU4145'],
        availableEllipticCurves: ['prime256v1', 'secp384r1', 'sect571k1'],
        crlDistributionPointUsed: true,
        crlDistributionPointUri: 'http://a.example/crl; ldap://b.example/crl',
        authorityInformationAccessUsed: true,
        ocspServiceLocatorUrlIsCaDefined: true,
        ocspIssuerUrls: ['http://a.example/ca'],
        extendedKeyUsageUsed: true,
        extendedKeyUsage: ['Server Authentication', 'EKU_PKIX_CLIENTAUTH', '1.2.3.4'],
        allowExtensionOverride: true,
        nonOverridableExtensionOids: ['2.5.29.19'],
      }),
    );
    const { value } = await test.configuration.get(certificateProfileType, 'Web');
    assert.deepEqual(value.lifetime, { kind: 'until', notAfter: Date.UTC(2035, 11, 31, 23, 59, 59) / 1000 });
    assert.equal(value.backdateSeconds, 3600);
    assert.deepEqual(value.keyAlgorithms, new Set(['ECDSA', 'RSA']));
    assert.deepEqual(value.curves, new Set(['P-256', 'P-384']));
    assert.deepEqual(value.crlDistributionPoints?.source, {
      from: 'profile',
      uris: ['http://a.example/crl', 'ldap://b.example/crl'],
    });
    assert.deepEqual(value.authorityInfoAccess?.ocsp, { from: 'ca' });
    assert.deepEqual(value.extendedKeyUsage?.purposes, [KEY_PURPOSES.serverAuth, KEY_PURPOSES.clientAuth, '1.2.3.4']);
    assert.equal(value.extensionOverride?.only, undefined);
    assert.ok(value.extensionOverride?.never.has('2.5.29.19' as never));
  });

  it('make the extensions that are the same in every certificate', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    await test.apply(
      profile({
        certificatePoliciesUsed: true,
        certificatePolicies: [
          { policyId: '2.5.29.32.0', qualifierId: '1.3.6.1.5.5.7.2.1', qualifier: 'https://a.example/cps' },
          { policyId: '2.5.29.32.0', qualifierId: '1.3.6.1.5.5.7.2.2', qualifier: 'Read it.' },
        ],
        qcStatementUsed: true,
        qcEtsiComplianceUsed: true,
        qcEtsiSignatureDeviceUsed: true,
        qcEtsiTypes: ['esign'],
        qcEtsiPds: [{ url: 'https://a.example/pds', language: 'en' }],
      }),
    );
    const { value } = await test.configuration.get(certificateProfileType, 'Web');
    assert.deepEqual(
      value.constantExtensions.map(({ oid }) => oid),
      ['2.5.29.32', '1.3.6.1.5.5.7.1.3'],
    );
  });

  it('are refused with contradictions, each named', async () => {
    assert.match(await problemOf({ validity: 'soon' }), /'validity' that is 'soon' and has to be a length of time/);
    assert.match(await problemOf({ type: 'SUB_CA', keyUsage: ['cRLSign'] }), /'keyUsage' that lacks keyCertSign/);
    assert.match(await problemOf({ keyUsage: ['keyCertSign'] }), /only the certificate of a CA/);
    assert.match(await problemOf({ type: 'ROOT_CA', basicConstraintsUsed: false }), /'basicConstraintsUsed'/);
    assert.match(
      await problemOf({ availableKeyAlgorithms: ['ESDSA'] }),
      /'availableKeyAlgorithms\[0\]' that is 'ESDSA'/,
    );
    assert.match(await problemOf({ signatureAlgorithm: 'SHA1WithRSA' }), /too weak/);
    assert.match(await problemOf({ extendedKeyUsageUsed: true, extendedKeyUsage: ['x'] }), /'extendedKeyUsage\[0\]'/);
    assert.match(
      await problemOf({ overridableExtensionOids: ['x'] }),
      /'overridableExtensionOids\[0\]' that is 'x' and has to be an object identifier such as 2\.5\.29\.37/,
    );
    assert.match(await problemOf({ lintExceptions: ['x'] }), /'lintExceptions' that has 'x', .* is right/);
    assert.match(
      await problemOf({ availableEllipticCurves: ['P256r'] }),
      /'availableEllipticCurves\[0\]' that is 'P256r', .* P-256, P-384 or ANY_EC_CURVE is right/,
    );
    assert.match(
      await problemOf({ crlDistributionPointUsed: true, crlDistributionPointUri: 'a.example/crl' }),
      /not an absolute URI/,
    );
    assert.match(
      await problemOf({ certificatePoliciesUsed: true, certificatePolicies: [{ policyId: 'x' }] }),
      /'certificatePolicies\[0\].policyId'/,
    );
    for (const qualifierId of ['1.2.3', 'constructor']) {
      assert.match(
        await problemOf({ certificatePoliciesUsed: true, certificatePolicies: [{ policyId: '1.2', qualifierId }] }),
        /'certificatePolicies\[0\].qualifierId'/,
      );
    }
    assert.match(await problemOf({ qcStatementUsed: true }), /'qcStatementUsed' that cannot be written/);
    assert.match(
      await problemOf({
        expirationRestrictionForWeekdaysUsed: true,
        expirationRestrictionWeekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
      }),
      /leaves no day/,
    );
  });
});

describe('end entity profiles', () => {
  it('have the built-in EMPTY, which takes any field any number of times', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    const empty = await test.configuration.get(endEntityProfileType, 'EMPTY');
    assert.deepEqual([empty.id, empty.publicId], [END_ENTITY_PROFILE_ID.EMPTY, 1]);
    const { ENDUSER, OCSPSIGNER, SERVER } = CERTIFICATE_PROFILE_ID;
    assert.deepEqual(empty.value.availableCertificateProfiles, new Set([ENDUSER, OCSPSIGNER, SERVER]));
    assert.equal(empty.value.availableCas, 'any');
    assert.deepEqual(empty.value.availableTokenTypes, new Set([1, 2, 3, 4, 5]));
    assert.equal(empty.value.subjectDn.get('CN')![0]!.required, true);
    assert.equal(empty.value.subjectAlternativeName.get('DNSNAME')![0]!.repeatable, true);
  });

  it('have defaults, and can make sub CAs available', async () => {
    await using test = await openConfiguration(PROFILE_TYPES);
    await test.apply(entityProfile({}));
    const { value } = await test.configuration.get(endEntityProfileType, 'Staff');
    const { ENDUSER, SUBCA, ROOTCA } = CERTIFICATE_PROFILE_ID;
    assert.deepEqual(value.availableCertificateProfiles, new Set([ENDUSER, SUBCA, ROOTCA]));
    assert.deepEqual(value.availableCas, new Set());
    assert.deepEqual([...value.subjectDn.keys()], ['CN']);
  });

  it('are refused with contradictions, each named', async () => {
    const check = (settings: object) => problemOf(settings, entityProfile);
    assert.match(await check({ subjectDn: { XX: [{}] } }), /'subjectDn.XX' that is not a known field/);
    assert.match(await check({ subjectDn: { CN: [{}], commonName: [{}] } }), /stands for CN, which has rules already/);
    assert.match(
      await check({ subjectDn: { CN: [{ modifiable: false }] } }),
      /'subjectDn.CN\[0\].values' that is empty/,
    );
    assert.match(await check({ subjectDn: { CN: [{ validation: '(' }] } }), /'subjectDn.CN\[0\].validation'/);
    assert.match(await check({ availableCertificateProfiles: ['SERVER'] }), /'defaultCertificateProfile'/);
    assert.match(await check({ defaultTokenType: 'P12', availableTokenTypes: ['JKS'] }), /'defaultTokenType'/);
    assert.match(await check({ startTimeUsed: true, startTime: 'soon' }), /'startTime' that is 'soon'/);
  });
});
