/**
 * Clients of others ask the OCSP responder of a server: Go's x/crypto/ocsp, and Bouncy Castle for the algorithms that withstand quantum computers:
 * `node scripts/run-tests.ts clients`.
 *
 * It needs Go and its module proxy, Java (17 or later) and Maven Central.
 */
import { type Certificate, formatPem, signatureAlgorithmByName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { enroll, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../../e2e/support/ca-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const run = promisify(execFile);

describe('clients of others ask the OCSP responder', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-ocsp-clients-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();
  const url = () => new URL('/ocsp', shared.server.running.urls[1]).href;
  const write = (file: string, { der }: Certificate) =>
    writeFileSync(path.join(directory, file), formatPem('CERTIFICATE', der));

  /** Enrolls a certificate of a CA, revoked for a reason if one is given, and writes its file. */
  const certificate = async (ca: string, name: string, reason?: string) => {
    const { server } = shared;
    const request = newRequest({ username: `${ca} ${name}`, subject: `CN=${name}` });
    const enrolled = await enroll(server, { ...request, certificate_authority_name: ca });
    write(`${ca}-${name}.pem`, enrolled);
    if (reason === undefined) return enrolled;
    const where = `/v1/certificate/${encodeURIComponent(String(enrolled.issuer))}/${enrolled.serialNumber}/revoke`;
    const { status, text } = await server.call(`${where}?reason=${reason}`, { method: 'PUT' });
    assert.equal(status, 200, text);
    return enrolled;
  };

  it('Go reads good and revoked by every hash, by GET and by POST, of RSA and ECDSA', async () => {
    const client = path.join(directory, 'go-ocsp-client');
    const source = path.join(import.meta.dirname, 'go-ocsp-client');
    await run('go', ['build', '-mod=readonly', '-o', client, '.'], { cwd: source });
    for (const [ca, signKeySpec, signatureAlgorithm] of [
      ['GoRSA', '2048', 'SHA256WithRSA'],
      ['GoP256', 'P-256', 'SHA256withECDSA'],
      ['GoP384', 'P-384', 'SHA384withECDSA'],
    ] as const) {
      await createCa(shared.server, ca, { signKeySpec, signatureAlgorithm });
      write(`${ca}.pem`, await certificateOf(shared.server, ca));
      await certificate(ca, 'good');
      await certificate(ca, 'revoked', 'KEY_COMPROMISE');
      await certificate(ca, 'held', 'CERTIFICATE_HOLD');
      const asked = ['good', 'revoked', 'held'].map((name) => `${ca}-${name}.pem`);
      const { stdout } = await run(client, [url(), `${ca}.pem`, ...asked], { cwd: directory });
      assert.deepEqual(stdout.trim().split('\n'), ['good', 'revoked 1', 'revoked 6'], ca);
    }
  });

  it('Bouncy Castle verifies answers of ML-DSA and SLH-DSA, and of what OpenSSL knows', async () => {
    const jars = await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory)));
    const program = path.join(import.meta.dirname, 'bouncy-castle-client', 'CheckOcspResponses.java');
    for (const name of ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87', 'SLH-DSA-SHA2-128F', 'SLH-DSA-SHAKE-128F', 'Ed25519']) {
      const ca = `BC ${name}`;
      await createCa(shared.server, ca, { signKeySpec: name, signatureAlgorithm: name });
      write(`${ca}.pem`, await certificateOf(shared.server, ca));
      const asked = [await certificate(ca, 'good'), await certificate(ca, 'revoked', 'SUPERSEDED')].map(
        ({ serialNumber }) => String(serialNumber),
      );
      const command = ['-cp', jars.join(':'), program, url(), `${ca}.pem`, ...asked, '1234'];
      const { stdout } = await run('java', command, { cwd: directory });
      const { oid } = signatureAlgorithmByName(name);
      assert.deepEqual(stdout.trim().split('\n'), [`good ${oid}`, `revoked ${oid}`, `unknown ${oid}`], name);
    }
  });
});
