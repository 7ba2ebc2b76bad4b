import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CaServer } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());

/** A certificate of which a CRL that was made elsewhere has told, and nothing else is known. */
const unknownOf = (issuerDN: string) => ({
  fingerprint: '',
  base64Cert: null,
  issuerDN,
  expireDate: 1_900_000_000_000,
  notBefore: 0,
  revocationDate: 1_800_000_000_000,
  revocationReason: 4,
  serialNumber: '5A1F',
  status: 40,
  subjectDN: '',
  type: 0,
  udpateTime: 1_800_000_000_123,
});
const answer = (...items: readonly object[]) => {
  server.intercept = ({ body }) => {
    const { current_page: page } = (body['pagination'] ?? {}) as { current_page?: number };
    return { status: 200, body: { certificates: page === 1 ? items : [] } };
  };
};

describe('cert show', () => {
  it('asks which one when several CAs have given a serial number', async () => {
    answer(unknownOf('CN=A'), unknownOf('CN=B'));
    const { code, error } = await server.run('cert', 'show', '5A1F');
    assert.equal(code, 2);
    assert.match(error, /several CAs have given the serial number 5A1F: 'CN=A', 'CN=B'; --ca NAME says which/);
  });

  it('shows one of which only the revocation is known', async () => {
    answer(unknownOf('CN=A'));
    const { code, out } = await server.run('cert', 'show', '5A1F');
    assert.equal(code, 0);
    assert.match(out, /^status +revoked at 2027-01-15T08:00:00Z: SUPERSEDED$/m);
    assert.match(out, /audit records: not shown/);
  });

  it('asks no server for what is neither a number nor a file', async () => {
    const sent = server.requests.length;
    assert.equal((await server.run('cert', 'show', 'web1.crt.pem')).code, 4);
    assert.equal((await server.run('cert', 'show', 'ab'.repeat(33))).code, 2);
    assert.equal((await server.run('cert', 'show', '127.0.0.1:1')).code, 3);
    assert.equal(server.requests.length, sent);
  });
});
