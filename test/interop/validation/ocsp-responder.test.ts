/** A validation service says of certificates what the responder of OpenSSL answers it over HTTP. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { ACCESS_METHODS, authorityInfoAccess, makeExtension, serialNumberFromHex } from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { makeWorker } from '../../e2e/support/setups/signing-setup.ts';
import { validate } from '../../e2e/support/setups/validation-setup.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const SERIALS = { good: '0A01', revoked: '0A02', unknown: '0A03' } as const;

describe('a validation service asks the responder of OpenSSL', async () => {
  const openssl = sharedOpenSsl();
  const ca = TestCa.root('CN=Root', 'RSA-2048');
  const responder = ca.issue({ subject: 'CN=Responder', purposes: ['OCSPSigning'] });
  openssl.write('ca.pem', ca.certificatePem);
  openssl.write(
    'index.txt',
    `V\t491231235959Z\t\t${SERIALS.good}\tunknown\t/CN=alice\n` +
      `R\t491231235959Z\t260101120000Z,superseded\t${SERIALS.revoked}\tunknown\t/CN=alice\n`,
  );
  const hosts = [await startResponder('ca', ca), await startResponder('responder', responder)];
  const shared = sharedServer({ outboundHosts: outboundHosts(...hosts) });

  before(async () => {
    await makeWorker(shared.server, 'Validation', {
      IMPLEMENTATION_CLASS: 'ValidationServiceWorker',
      AUTHTYPE: 'NOAUTH',
      'VAL1.CLASSPATH': 'OCSPValidator',
      'VAL1.ISSUER1.CERTCHAIN': ca.certificatePem,
      'VAL1.ISSUER1.AUTHORIZEDOCSPRESPONDERCERT1': responder.certificatePem,
    });
  });

  for (const [what, host] of [
    ['who is the CA', hosts[0]],
    ['who is another', hosts[1]],
  ] as const)
    it(what, async () => {
      const url = { type: 'uniformResourceIdentifier', value: `http://${host}/` } as const;
      const extensions = [
        makeExtension(authorityInfoAccess, [{ accessMethod: ACCESS_METHODS.ocsp, accessLocation: url }], false),
      ];
      const lineOf = async (serial: string) => {
        const serialNumber = serialNumberFromHex(serial);
        const { certificate } = ca.issue({ subject: 'CN=alice', serialNumber, extensions });
        return (await validate(shared.server, 'Validation', 'validateCertificate', certificate.der)).text;
      };
      assert.match(await lineOf(SERIALS.good), /^VALID;/);
      assert.match(await lineOf(SERIALS.revoked), new RegExp(`^REVOKED;;[^;]*;4;${Date.UTC(2026, 0, 1, 12)}$`));
      assert.match(await lineOf(SERIALS.unknown), /^DONTVERIFY;/);
    });

  /** Its host and port. It reads its key after it has said that it listens, so each has a file of its own. */
  async function startResponder(
    name: string,
    signer: { readonly certificatePem: string; readonly privateKeyPem: string },
  ): Promise<string> {
    const key = `${name}-key.pem`;
    openssl.write(key, signer.certificatePem + signer.privateKeyPem);
    const signers = ['-CA', 'ca.pem', '-rsigner', key];
    const args = ['ocsp', '-port', '0', '-index', 'index.txt', ...signers, '-ndays', '1'];
    const child = spawn('openssl', args, { cwd: openssl.directory, stdio: ['ignore', 'pipe', 'pipe'] });
    after(() => child.kill());
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (printed += text.toString()));
    for (;;) {
      const port = /ACCEPT \S*:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) return `localhost:${port}`;
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    }
  }
});
