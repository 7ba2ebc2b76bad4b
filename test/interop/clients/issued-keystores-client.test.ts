/**
 * Bouncy Castle opens the keystores that the server has made, with keys of every kind: those of `enrollkeystore` and those of `finalize`:
 * `node scripts/run-tests.ts clients`.
 *
 * It needs Java (17 or later) and Maven Central, from which the library comes by its hash. JKS is read by Java itself.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Officers } from '../../e2e/support/setups/approval-setup.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createApprovingCa, issueKeystore, KEYS } from '../../e2e/support/issued-keystores.ts';
import { PASSWORD } from '../../e2e/support/setups/keystore-setup.ts';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'bouncy-castle-client', 'CopyKeystores.java');
/** The names that Java has for the formats, and their providers. */
const READERS = { P12: ['PKCS12', 'BC'], JKS: ['JKS', 'SUN'], BCFKS: ['BCFKS', 'BC'] } as const;

describe('Bouncy Castle opens the keystores that the server has made', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-issued-'));
  after(() => rmSync(directory, { recursive: true }));
  const jars: string[] = [];
  const shared = sharedServer();
  let officers: Officers;
  before(async () => {
    jars.push(...(await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory)))));
    officers = await createApprovingCa(shared.server);
  });

  for (const way of ['enrollkeystore', 'finalize'] as const)
    for (const kind of Object.keys(KEYS) as (keyof typeof KEYS)[])
      it(`with a key of ${kind}, of ${way}`, async () => {
        const asked: string[] = [];
        const expected: string[] = [];
        for (const format of Object.keys(READERS) as (keyof typeof READERS)[]) {
          const { octets, name } = await issueKeystore(shared.server, officers, way, { kind, format });
          writeFileSync(path.join(directory, name), octets);
          asked.push(...READERS[format], name);
          // One entry, its name, the length of its chain, and a signature of its key that its certificate verifies.
          expected.push(`1 ${name} 2 true`);
        }
        const options = { cwd: directory, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
        const command = ['-cp', jars.join(path.delimiter), PROGRAM, PASSWORD, ...asked];
        const { stdout } = await promisify(execFile)('java', command, options);
        assert.deepEqual(stdout.trim().split('\n'), expected);
      });
});
