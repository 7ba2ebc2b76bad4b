import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CaRestFixture, startCaRest, TestError } from '../../../test/http/ca-rest-fixture.ts';
import { DistinguishedName } from '@sealwright/pki';
import type { CertificateAuthority, CrlRecord, ReadAuthorities } from '../../modules/ca/index.ts';
import { makeCa } from '../../../test/http/test-pki.ts';

type ChainCertificate = Awaited<ReturnType<ReadAuthorities['chain']>>[number];

/** A certificate of a chain whose names are any texts. */
function chained(der: Uint8Array, subject: string, issuer: string): ChainCertificate {
  const named = (text: string) => ({ toString: () => text });
  return { der, subject: named(subject), issuer: named(issuer) } as unknown as ChainCertificate;
}

describe('operations on CAs', () => {
  let rest: CaRestFixture;
  before(async () => {
    rest = await startCaRest();
  });
  after(async () => rest.stop());
  beforeEach(() => {
    rest.calls.length = 0;
    rest.answers = {};
  });

  it('tells the status of each group', async () => {
    for (const group of ['v1/ca', 'v1/certificate']) {
      const answer = await rest.ask(`/${group}/status`);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json(), { status: 'OK', version: '1.0', revision: 'EJBCA 9.3.0 (Sealwright 0.1.0)' });
    }
  });

  it('lists CAs', async () => {
    rest.answers.listCas = () => [
      {
        kind: 'X509',
        publicId: -1_150_572_442,
        name: 'Issuing CA',
        settings: { subject: DistinguishedName.parse('CN=Issuing CA,O=Test,C=SE') },
        chain: [{ issuer: DistinguishedName.parse('CN=Root CA,O=Test,C=SE') }],
        notAfter: Date.UTC(2041, 4, 1, 10) / 1000,
        status: 'ACTIVE',
      } as unknown as CertificateAuthority,
    ];
    const answer = await rest.ask('/v1/ca?includeExternal=true');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), {
      certificate_authorities: [
        {
          id: -1_150_572_442,
          name: 'Issuing CA',
          subject_dn: 'CN=Issuing CA,O=Test,C=SE',
          issuer_dn: 'CN=Root CA,O=Test,C=SE',
          expiration_date: '2041-05-01T10:00:00Z',
          external: false,
        },
      ],
    });
    assert.deepEqual(rest.calls[0]!.arguments, [{ includeExternal: true }]);
  });

  it('downloads a chain as a PEM file, the CA first', async () => {
    const root = makeCa('Root');
    const issuing = root.issue('Issuing');
    rest.answers.caChain = () => [
      chained(issuing.der, 'CN=Issuing', 'CN=Root'),
      chained(root.der, 'CN=Root', 'CN=Root'),
    ];
    const answer = await rest.ask('/v1/ca/cn%3DIssuing/certificate/download', { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/octet-stream');
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="CN=Issuing.cacert.pem"');
    assert.equal(answer.headers['content-length'], String(answer.bytes.length));
    assert.ok(answer.text.startsWith('Subject: CN=Issuing\nIssuer: CN=Root\n-----BEGIN CERTIFICATE-----\n'));
    const blocks = answer.text.split(/(?=Subject: )/);
    assert.deepEqual(
      blocks.map((block) => new X509Certificate(block.slice(block.indexOf('-----BEGIN'))).raw.toString('hex')),
      [issuing, root].map(({ der }) => Buffer.from(der).toString('hex')),
    );
  });

  it('lets no name break out of the header or the file', async () => {
    const { der } = makeCa('x');
    const subjectDn = 'CN=a";b\r\n-----BEGIN x-----, O=é\ud800';
    rest.answers.caChain = () => [chained(der, subjectDn, 'CN=Root')];
    const { headers, text } = await rest.ask('/v1/ca/x/certificate/download');
    assert.equal(
      headers['content-disposition'],
      'attachment; filename="CN=a_;b__-----BEGIN x-----, O=__.cacert.pem"; ' +
        "filename*=UTF-8''CN%3Da%22%3Bb%0D%0A-----BEGIN%20x-----%2C%20O%3D%C3%A9%EF%BF%BD.cacert.pem",
    );
    assert.equal(text.split('\n')[0], 'Subject: CN=a";b  -----BEGIN x-----, O=é\ufffd');
  });

  it('answers 404 to the download of an unknown CA', async () => {
    rest.answers.caChain = () => {
      throw new TestError('not-found', 'ca.not_found', "There is no CA 'CN=x'.");
    };
    const answer = await rest.ask('/v1/ca/CN=x/certificate/download');
    assert.deepEqual(answer.json(), { error_code: 404, error_message: "There is no CA 'CN=x'." });
    assert.equal(answer.status, 404);
  });

  it('issues CRLs of a CA with partitions', async () => {
    rest.answers.createCrl = () => ({
      issuerDn: 'CN=Issuing CA',
      base: new Map([
        [0, 3],
        [1, 3],
      ]),
      delta: new Map([
        [0, 2],
        [1, 2],
      ]),
      partitions: [0, 1],
      allSuccess: true,
    });
    const answer = await rest.ask('/v1/ca/CN=Issuing%20CA/createcrl?deltacrl=true', { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), {
      issuer_dn: 'CN=Issuing CA',
      latest_crl_version: 3,
      latest_delta_crl_version: 2,
      latest_partition_crl_versions: { partition_1: 3 },
      latest_partition_delta_crl_versions: { partition_1: 2 },
      all_success: true,
    });
    assert.deepEqual(rest.calls[0]!.arguments, [{ subject: 'CN=Issuing CA' }, 'delta']);
  });

  it('gives null for the partitions of a CA without any, and 0 for a CRL that is not there', async () => {
    rest.answers.createCrl = () => ({
      issuerDn: 'CN=x',
      base: new Map([[0, 1]]),
      delta: new Map(),
      partitions: [0],
      allSuccess: false,
    });
    assert.deepEqual((await rest.ask('/v1/ca/CN=x/createcrl', { method: 'POST' })).json(), {
      issuer_dn: 'CN=x',
      latest_crl_version: 1,
      latest_delta_crl_version: 0,
      latest_partition_crl_versions: null,
      latest_partition_delta_crl_versions: null,
      all_success: false,
    });
    assert.deepEqual(rest.calls[0]!.arguments, [{ subject: 'CN=x' }, 'base']);
  });

  it('answers 400 when CRLs are asked for of a CA that is unknown, offline or issues no such CRLs', async () => {
    rest.answers.createCrl = () => {
      throw new TestError('not-found', 'ca.not_found', 'never shown');
    };
    const unknown = await rest.ask('/v1/ca/CN=x/createcrl', { method: 'POST' });
    assert.deepEqual(unknown.json(), { error_code: 400, error_message: 'CA with DN: CN=x does not exist.' });
    for (const code of ['ca.offline', 'crypto_token.offline', 'ca.delta_crl_not_issued']) {
      rest.answers.createCrl = () => {
        throw new TestError('unavailable', code, 'It cannot now.');
      };
      const refused = await rest.ask('/v1/ca/CN=x/createcrl', { method: 'POST' });
      assert.deepEqual(refused.json(), { error_code: 400, error_message: 'It cannot now.' });
    }
  });

  it('gives the newest CRL as base64 of the DER', async () => {
    rest.answers.latestCrl = () => ({ octets: 5 }) as CrlRecord;
    // A view into something larger, as a parser hands it out.
    rest.crlPieces = [new Uint8Array([9, 0x30, 1, 2, 9]).subarray(1, 4), new Uint8Array([3, 4])];
    const answer = await rest.ask('/v1/ca/CN=x/getLatestCrl?deltaCrl=true&crlPartitionIndex=4294967296');
    assert.deepEqual(answer.json(), { crl: 'MAECAwQ=', response_format: 'DER' });
    assert.deepEqual(rest.calls[0]!.arguments, ['CN=x', { kind: 'delta', partition: 4_294_967_296 }]);
  });

  it('gives null when there is no CRL', async () => {
    rest.answers.latestCrl = () => undefined;
    const answer = await rest.ask('/v1/ca/CN=x/getLatestCrl');
    assert.deepEqual([answer.status, answer.json()], [200, { crl: null, response_format: 'DER' }]);
    assert.deepEqual(rest.calls[0]!.arguments, ['CN=x', { kind: 'base', partition: 0 }]);
  });
});
