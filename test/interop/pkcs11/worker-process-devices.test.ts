/** Worker processes with keys in a device: one process of the host uses it, their supervisor's. SoftHSM and OpenSSL. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { formatPem, parsePem } from '@sealwright/pki';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';
import { agentsOfWorkers, serveAgain, workerPids } from '../../e2e/support/worker-processes/worker-processes.ts';
import { OpenSsl } from '../programs/openssl.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'PIN canary 2315';

describe('a CA in a device, behind two worker processes', () => {
  const softHsm = new SoftHsm();
  const openssl = new OpenSsl();
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-devices-'));
  let server: ServerProcess | undefined;
  after(async () => {
    await server?.stop();
    rmSync(home, { recursive: true });
    softHsm.remove();
    openssl.remove();
  });

  it('issues at either what OpenSSL verifies, and only the supervisor loads the library', async () => {
    Object.assign(process.env, { SOFTHSM2_CONF: softHsm.environment['SOFTHSM2_CONF'] });
    const binding = ['--pkcs11js', installPkcs11js()];
    server = await ServerProcess.start({
      home,
      settings: ['--workers', '2', '--rsa-pool', '0', '--pkcs11-library', softHsm.library, ...binding],
    });
    const properties = softHsm.properties(softHsm.makeToken(PIN));
    const token = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode: PIN };
    const made = await server.administer('/documents/CRYPTOTOKEN/Device', { body: { settings: token } });
    assert.equal(made.status, 201, made.text);
    const settings = {
      subjectDn: 'CN=Device CA',
      cryptoToken: 'Device',
      certSignKey: 'deviceKey',
      signKeySpec: 'P-256',
      signatureAlgorithm: 'SHA256withECDSA',
      validity: '1y',
    };
    const ca = await server.administer('/cas/Device%20CA', { body: { settings } });
    assert.ok(ca.status === 200 || ca.status === 201, ca.text);
    const download = await server.call(`/v1/ca/${encodeURIComponent('CN=Device CA')}/certificate/download`);
    openssl.write('ca.pem', formatPem('CERTIFICATE', parsePem(download.text)[0]!.der));
    const issueAtEach = async (prefix: string) => {
      for (const [pid, agent] of await agentsOfWorkers(server!)) {
        const username = `${prefix} ${pid}`;
        const body = {
          ...newRequest({ username, subject: `CN=${username}` }),
          certificate_authority_name: 'Device CA',
        };
        const answer = await server!.call('/v1/certificate/pkcs10enroll', { body, agent });
        agent.destroy();
        assert.equal(answer.status, 200, answer.text);
        const der = Uint8Array.fromBase64(answer.json['certificate'] as string);
        openssl.write('leaf.pem', formatPem('CERTIFICATE', der));
        assert.equal(openssl.run('verify', '-CAfile', 'ca.pem', 'leaf.pem'), 'leaf.pem: OK\n');
      }
    };
    await issueAtEach('first');
    const loaded = (pid: number) => readFileSync(`/proc/${pid}/maps`, 'utf8').includes(softHsm.library);
    assert.deepEqual(workerPids(server).filter(loaded), []);
    const [killed] = workerPids(server);
    process.kill(killed!, 'SIGKILL');
    await serveAgain(server, 2, [killed!]);
    await issueAtEach('after a death');
  });
});
