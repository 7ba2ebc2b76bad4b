/** Requests to other servers that workers cause. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const inside = createServer((_, response) => response.writeHead(418).end()).listen(0, '127.0.0.1');
await once(inside, 'listening');
const { port } = inside.address() as AddressInfo;

describe('a time-stamping authority that a worker names', () => {
  const shared = sharedServer({ outboundHosts: outboundHosts(`127.0.0.1:${port}`) });
  after(() => inside.close());

  const stampedBy = async (name: string, tsaUrl: string): Promise<readonly [status: number, error: unknown]> => {
    const chain = await certifyKey(shared.server, TestCa.root('CN=Root'), 'Signing', 'p256', { subject: 'CN=Signer' });
    await makeWorker(shared.server, name, {
      IMPLEMENTATION_CLASS: 'org.signserver.module.extendedcmssigner.ExtendedCMSSigner',
      CRYPTOTOKEN: 'Signing',
      AUTHTYPE: 'NOAUTH',
      DEFAULTKEY: 'p256',
      SIGNERCERTCHAIN: chain,
      TSA_URL: tsaUrl,
    });
    const { status, json } = await signing(shared.server, `/workers/${name}/process`, { body: { data: 'eA==' } });
    return [status, json['error']];
  };

  before(() => makeSigningToken(shared.server, 'Signing', { p256: ['EC', 'P-256'] }));

  it('tells a client nothing of what listens at its address', async () => {
    const answers = [
      await stampedBy('Answers', `http://127.0.0.1:${port}/`),
      await stampedBy('Refused', 'http://127.0.0.1:1/'),
      await stampedBy('Metadata', 'http://169.254.169.254/latest/meta-data/'),
      await stampedBy('Own', String(shared.server.running.urls[2])),
    ];
    const told = 'No time-stamp could be obtained: the time-stamping authority gave none. See server LOG.';
    for (const answer of answers) assert.deepEqual(answer, [503, told]);
  });

  it('is in the status of its worker when this server may not ask it', async () => {
    const warningsOf = async (name: string) => {
      const { json } = await shared.server.administer(`/workers/${name}/status`);
      assert.equal(json['state'], 'active', name);
      return json['warnings'];
    };
    const message =
      'leads to 169.254.169.254, an address of the host itself or its link that no --outbound-host names for the port 80';
    assert.deepEqual(await warningsOf('Metadata'), [{ field: 'properties.TSA_URL', message }]);
    assert.deepEqual(await warningsOf('Answers'), []);
  });

  it('is asked nothing when the operator has not named its address, and the log says so', () => {
    const reasons = shared.server.log
      .map((line) => JSON.parse(line) as { url?: string; reason?: string })
      .flatMap(({ url, reason }) => (url === undefined ? [] : [`${url} ${reason}`]));
    assert.ok(reasons.includes(`http://127.0.0.1:${port}/ answered with status 418`), reasons.join('; '));
    const refused = 'leads to 169.254.169.254, an address of the host itself or its link that no --outbound-host names';
    assert.ok(
      reasons.some((line) => line.startsWith('http://169.254.169.254/latest/meta-data/ ') && line.includes(refused)),
    );
  });
});
