/** Delta and partitioned CRLs of a server, as OpenSSL reads them. */
import { type Certificate, crlDistributionPoints, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../../e2e/support/ca-rest-setup.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('OpenSSL and partitioned CRLs with deltas', () => {
  const shared = sharedServer();
  const openssl = sharedOpenSsl();

  before(async () => {
    const { server } = shared;
    const ca = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/certificate/download`);
    openssl.write('ca.pem', ca.text);
    await createProfiles(server, 'Partitioned', { crlDistributionPointUsed: true, crlUseCaDefinedSettings: true });
    await editCa(server, 'ManagementCA', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
      freshestCrlUris: ['http://crl.example/delta*.crl'],
      deltaCrlPeriod: '1h',
    });
  });

  async function createCrls(delta: boolean): Promise<void> {
    const path = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/createcrl?deltacrl=${delta}`;
    const { json, text } = await shared.server.call(path, { method: 'POST' });
    assert.equal(json['all_success'], true, text);
  }

  /** The certificate as a file, and the partition that it names. */
  async function issued(name: string): Promise<{ certificate: Certificate; partition: number }> {
    const body = requestUnder('Partitioned', { username: name, subject: `CN=${name}` });
    const certificate = await enroll(shared.server, body);
    openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
    const [point] = certificate.extension(crlDistributionPoints)!;
    return { certificate, partition: JSON.stringify(point).includes('ca1.crl') ? 1 : 2 };
  }

  async function revoke(certificate: Certificate, reason: string): Promise<void> {
    const path = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
    assert.equal((await shared.server.call(path, { method: 'PUT' })).status, 200);
  }

  /** Returns the verdict of OpenSSL on the certificate with base and delta CRL of a partition. */
  async function verdict(partition: number, { delta }: { readonly delta: boolean }): Promise<string> {
    openssl.write('base.pem', formatPem('X509 CRL', (await latestCrl(shared.server, { partition })).der));
    const options = ['-x509_strict', '-crl_check', '-extended_crl', '-CAfile', 'ca.pem', '-CRLfile', 'base.pem'];
    if (delta) {
      openssl.write('delta.pem', formatPem('X509 CRL', (await latestCrl(shared.server, { partition, delta })).der));
      options.push('-use_deltas', '-CRLfile', 'delta.pem');
    }
    return openssl.outcome('verify', ...options, 'leaf.pem').output;
  }

  it('takes the CRL of the partition that the certificate names, and no other', async () => {
    const { certificate, partition } = await issued('whole');
    await createCrls(false);
    assert.match(await verdict(partition, { delta: false }), /leaf\.pem: OK/);
    assert.match(await verdict(3 - partition, { delta: false }), /different CRL scope/i);
    assert.match(await verdict(0, { delta: false }), /different CRL scope/i);
    await revoke(certificate, 'SUPERSEDED');
    await createCrls(false);
    assert.match(await verdict(partition, { delta: false }), /certificate revoked/);
  });

  it('learns of a revocation by the delta, and of a release', async () => {
    const { certificate, partition } = await issued('changing');
    await createCrls(false);
    await createCrls(true);
    assert.match(await verdict(partition, { delta: true }), /leaf\.pem: OK/);
    await revoke(certificate, 'CERTIFICATE_HOLD');
    await createCrls(true);
    assert.match(await verdict(partition, { delta: false }), /leaf\.pem: OK/);
    assert.match(await verdict(partition, { delta: true }), /certificate revoked/);
    await createCrls(false);
    await revoke(certificate, 'REMOVE_FROM_CRL');
    await createCrls(true);
    assert.match(await verdict(partition, { delta: false }), /certificate revoked/);
    assert.match(await verdict(partition, { delta: true }), /leaf\.pem: OK/);
  });
});
