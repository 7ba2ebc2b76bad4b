/**
 * Bouncy Castle opens the keystores that we write, with keys of every type and under passwords of any characters, and we open those that it
 * writes: `node scripts/run-tests.ts clients`.
 *
 * It needs Java (17 or later) and Maven Central, from which the library comes by its hash. JKS is read by Java itself.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readBcfks, readJks, readPkcs12, writeBcfks, writeJks, writePkcs12 } from '@sealwright/pki';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { isKeyOf, KEY_PAIRS, type KeystoreContents, makeKeystoreContents } from '../formats/keystore-contents.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'bouncy-castle-client', 'CopyKeystores.java');

/** The content of a keystore. */
interface Opened {
  readonly alias: string | undefined;
  readonly privateKey: Uint8Array;
  readonly certificates: readonly Uint8Array[];
}

interface Kind {
  /** The name that Java has for the format, and its provider. */
  readonly format: readonly [string, string];
  readonly write: (contents: KeystoreContents) => Promise<Uint8Array>;
  readonly read: (file: Uint8Array, password: string) => Promise<Opened>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  bcfks: {
    format: ['BCFKS', 'BC'],
    write: writeBcfks,
    read: async (file, password) => opened((await readBcfks(file, password))[0]!),
  },
  'modern.p12': { format: ['PKCS12', 'BC'], write: writePkcs12, read: readTheirPkcs12 },
  'compatible.p12': {
    format: ['PKCS12', 'BC'],
    write: (contents) => writePkcs12({ ...contents, encryption: 'compatible' }),
    read: readTheirPkcs12,
  },
  jks: {
    format: ['JKS', 'SUN'],
    write: writeJks,
    read: async (file, password) => opened((await readJks(file, password))[0]!),
  },
};

describe('Bouncy Castle and we open the keystores of each other', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-keystores-'));
  after(() => rmSync(directory, { recursive: true }));
  const jars: string[] = [];
  before(async () => void jars.push(...(await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory))))));

  for (const [type, password] of [
    ...Object.keys(KEY_PAIRS).map((type) => [type, 'foo123'] as const),
    ['EC', 'pässwörd €😀'],
    ['EC', ''],
  ] as const)
    it(`with a key of ${type}, under '${password}'`, async () => {
      const contents = makeKeystoreContents(type as keyof typeof KEY_PAIRS, password);
      // Bouncy Castle knows no empty password in PBES2.
      const files = Object.keys(KINDS).filter((name) => password !== '' || name !== 'modern.p12');
      for (const name of files) writeFileSync(path.join(directory, name), await KINDS[name]!.write(contents));
      const asked = files.flatMap((name) => [...KINDS[name]!.format, name]);
      // Java takes its arguments in the character set of the locale.
      const options = { cwd: directory, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
      const command = ['-cp', jars.join(path.delimiter), PROGRAM, password, ...asked];
      const { stdout } = await promisify(execFile)('java', command, options);
      assert.deepEqual(
        stdout.trim().split('\n'),
        files.map(() => '1 mine 2 true'),
      );
      // Java 17 knows no ML-DSA and writes a NULL behind its name, which RFC 9881 §2 forbids and OpenSSL refuses.
      for (const name of files.filter((name) => type !== 'ML-DSA-65' || name !== 'jks')) {
        const copy = new Uint8Array(readFileSync(path.join(directory, `${name}.copy`)));
        const { alias, privateKey, certificates } = await KINDS[name]!.read(copy, password);
        assert.equal(alias, 'mine', name);
        assert.ok(isKeyOf(privateKey, contents.certificate), name);
        assert.deepEqual(certificates, [contents.certificate, ...contents.chain], name);
      }
    });
});

async function readTheirPkcs12(file: Uint8Array, password: string): Promise<Opened> {
  const { keys, certificates } = await readPkcs12(file, password);
  const ders = certificates.map(({ certificate }) => certificate);
  return opened({ alias: keys[0]!.friendlyName, decrypt: () => keys[0]!.decrypt(), certificates: ders });
}

async function opened(key: {
  readonly alias: string | undefined;
  readonly decrypt: () => Promise<Uint8Array>;
  readonly certificates: readonly Uint8Array[];
}): Promise<Opened> {
  return {
    alias: key.alias,
    privateKey: new Uint8Array(await key.decrypt()),
    certificates: key.certificates.map((der) => new Uint8Array(der)),
  };
}
