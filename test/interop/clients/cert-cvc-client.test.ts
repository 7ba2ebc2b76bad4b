/**
 * Requests that EJBCA's library makes enroll terminals here, the first and the next, and the library verifies the certificates: `node
 * scripts/run-tests.ts clients`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createCvcCa, cvChainOf, cvRecord } from '../../e2e/support/setups/cvc-setup.ts';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar, type MavenJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'cert-cvc-client', 'CardVerifiableRequests.java');
const CERT_CVC: MavenJar = {
  name: 'org.ejbca.cvc:cert-cvc:1.4.13',
  sha256: '3e4467de94a36dd3c93eddb816e91abc7035f7e05d4123b1bbfb9dde9df9ab97',
};

describe("a terminal with EJBCA's library for card verifiable certificates", () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-cert-cvc-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();
  let jars: readonly string[];

  before(async () => {
    jars = await Promise.all([CERT_CVC, ...BOUNCY_CASTLE].map((jar) => downloadJar(jar, directory)));
  });

  const java = async (...args: readonly string[]): Promise<string> => {
    const classPath = jars.join(path.delimiter);
    return (await promisify(execFile)('java', ['-cp', classPath, PROGRAM, ...args], { cwd: directory })).stdout;
  };

  for (const [mnemonic, algorithm, key, signatureAlgorithm, signKeySpec] of [
    ['ISNIST', 'SHA256WITHECDSA', 'prime256v1', 'SHA256withECDSA', 'P-256'],
    ['ISBP', 'SHA384WITHECDSA', 'brainpoolP384r1', 'SHA384withECDSA', 'brainpoolP384r1'],
    ['ISRSA', 'SHA256WITHRSAANDMGF1', '2048', 'SHA256withRSAandMGF1', '2048'],
  ] as const) {
    it(`enrolls by its password, and renews with an outer signature: ${key}`, async () => {
      const { server } = shared;
      const [cvca, dv] = [`C${mnemonic}`, `D${mnemonic}`];
      const settings = { signKeySpec, signatureAlgorithm, validity: '1y' };
      await createCvcCa(server, cvca, settings);
      await createCvcCa(server, dv, { ...settings, signedBy: cvca, certificateProfile: 'SUBCA' });
      await java('make', algorithm, key, mnemonic);
      const text = (number: number) => readFileSync(path.join(directory, `${mnemonic}.${number}`)).toString('base64');
      const record = cvRecord(mnemonic, { ca_name: dv });
      const asked = { certificate_request_type: 'CVC', include_chain: true };
      const enroll = (request: string) =>
        server.call('/v1/certificate/enroll', {
          body: { ...asked, certificate_request: request, end_entity: record },
        });
      const added = await server.call('/v1/endentity', { body: record });
      assert.equal(added.status, 200, added.text);
      const first = await server.call('/v1/certificate/certificaterequest', {
        body: {
          ...asked,
          certificate_request: text(1),
          username: mnemonic,
          password: 'foo123',
          certificate_authority_name: dv,
        },
      });
      for (const [number, answer] of [first, await enroll(text(2))].entries()) {
        assert.equal(answer.status, 200, answer.text);
        const files = cvChainOf(answer.json).map(({ der }, place) => {
          const file = `${mnemonic}.${number}.${place}.cvcert`;
          writeFileSync(path.join(directory, file), der);
          return file;
        });
        const printed = await java('verify', ...files.toReversed());
        assert.match(printed, new RegExp(`^SE${mnemonic}0000${number + 1} .*DG3.*DG4`));
      }
    });
  }
});
