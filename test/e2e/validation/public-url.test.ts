/** The addresses that `--public-url` gives new CAs, by whatever way they are made, and that they lead somewhere. */
import { ACCESS_METHODS, authorityInfoAccess, Certificate, crlDistributionPoints } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, caSettings, certificateOf } from '../support/ca-setup.ts';
import { ocspStatus } from '../support/ocsp-requests.ts';

describe('a server with a public URL', () => {
  const shared = sharedServer({ publicUrl: 'http://pki.example' });
  const make = async (name: string, settings: object) => {
    const answer = await shared.server.administer(`/cas/${encodeURIComponent(name)}`, {
      body: { settings: caSettings(name, { ...settings }) },
    });
    assert.equal(answer.status, 201, answer.text);
    return (await caOf(shared.server, name)).settings;
  };

  it('gives the management CA the addresses of its CRL, certificate and OCSP responder', async () => {
    const { caIssuerUris, crl, ocspUris } = (await caOf(shared.server, 'ManagementCA')).settings;
    assert.deepEqual(crl.distributionPoints, ['http://pki.example/crls/ManagementCA.crl']);
    assert.deepEqual(
      [caIssuerUris, ocspUris],
      [['http://pki.example/certificates/ManagementCA.crt'], ['http://pki.example/ocsp']],
    );
  });

  it('gives them to a CA that is made later, and its certificates name what is there', async () => {
    await make('Issuing CA', {});
    await createProfiles(shared.server, 'Published', {
      crlDistributionPointUsed: true,
      crlUseCaDefinedSettings: true,
      authorityInformationAccessUsed: true,
      ocspIssuerUrlIsCaDefined: true,
      ocspServiceLocatorUrlIsCaDefined: true,
    });
    const request = {
      ...requestUnder('Published', { username: 'p', subject: 'CN=p' }),
      certificate_authority_name: 'Issuing CA',
    };
    const certificate = await enroll(shared.server, request);
    const [point] = certificate.extension(crlDistributionPoints)!;
    const names = point!.distributionPoint?.type === 'fullName' ? point!.distributionPoint.names : [];
    const crl = (names[0] as { readonly value: string }).value;
    const accesses = certificate.extension(authorityInfoAccess)!;
    const addressOf = (method: string) =>
      accesses.flatMap(({ accessMethod, accessLocation }) =>
        accessMethod === method && accessLocation.type === 'uniformResourceIdentifier' ? [accessLocation.value] : [],
      )[0]!;
    const issuer = addressOf(ACCESS_METHODS.caIssuers);
    const responder = addressOf(ACCESS_METHODS.ocsp);
    assert.equal(responder, 'http://pki.example/ocsp');
    const ca = await certificateOf(shared.server, 'Issuing CA');
    const path = new URL(responder).pathname;
    assert.equal(await ocspStatus(shared.server.running.urls[1]!, certificate, ca, { path }), 'good');
    assert.deepEqual(
      [crl, issuer],
      ['http://pki.example/crls/Issuing%20CA.crl', 'http://pki.example/certificates/Issuing%20CA.crt'],
    );
    for (const address of [crl, issuer]) {
      const answer = await shared.server.fetchPlain(new URL(address).pathname);
      assert.equal(answer.status, 200, address);
    }
  });

  it('gives a CA with partitions and delta CRLs an address of each', async () => {
    const { crl } = await make('Parted', { usePartitionedCrl: true, crlPartitions: 2, deltaCrlPeriod: '2h' });
    assert.deepEqual(
      [crl.distributionPoints, crl.freshestUris],
      [['http://pki.example/crls/Parted/partition-*.crl'], ['http://pki.example/crls/Parted/partition-*-delta.crl']],
    );
    for (const partition of ['', '1', '2'])
      for (const delta of ['', '-delta'])
        assert.equal((await shared.server.fetchPlain(`/crls/Parted/partition-${partition}${delta}.crl`)).status, 200);
  });

  it('gives none where the settings say which, or that there are none', async () => {
    const { caIssuerUris, crl, ocspUris } = await make('Own', {
      crlDistributionPoints: [],
      caIssuerUris: ['http://own.example/ca'],
      ocspUris: [],
    });
    assert.deepEqual([crl.distributionPoints, caIssuerUris, ocspUris], [[], ['http://own.example/ca'], []]);
  });

  it('gives none to a CA of elsewhere', async () => {
    const { der } = TestCa.root('CN=Foreign,O=Example').certificate;
    const answer = await shared.server.administer('/cas/Foreign/import', { body: { certificates: [der.toBase64()] } });
    assert.ok(answer.status < 300, answer.text);
    const { caIssuerUris, crl } = (await caOf(shared.server, 'Foreign')).settings;
    assert.deepEqual([crl.distributionPoints, caIssuerUris], [[], []]);
    assert.ok(Certificate.parse(der));
  });
});
