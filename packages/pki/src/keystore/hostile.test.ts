import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { oid, writeDer, type DerWriter } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { encryptBcfks, openBcfksLayers, sealBcfks } from '../../test/bcfks-layers.ts';
import { decryptPrivateKey, readBcfks, readJks, readPkcs12 } from './index.ts';
import { encodeBmp } from './password.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

/** Generates what a hostile sender makes of a file: other octets here and there, a piece cut out, a piece doubled. */
function mutations(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const position = fc.nat(bytes.length - 1);
  const octets = fc.array(fc.tuple(position, fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
    const changed = bytes.slice();
    for (const [at, octet] of changes) changed[at] = octet;
    return changed;
  });
  const pieces = fc
    .tuple(position, position)
    .map(([to, from]) => Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(from)]));
  return fc.oneof({ weight: 4, arbitrary: octets }, { weight: 1, arbitrary: pieces });
}

/** Decrypts the keys of a file. */
async function decrypted(reading: Promise<Keys> | Keys): Promise<void> {
  for (const key of (await reading).keys) await key.decrypt();
}

interface Keys {
  readonly keys: readonly { decrypt(): Promise<Uint8Array> }[];
}

/** Returns whether `open` succeeds; fails the test when it throws anything but the package's own errors. */
async function opens(open: () => Promise<unknown>): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (error) {
    assert.ok(error instanceof PkiError, String(error));
    return false;
  }
}

describe('hostile files', () => {
  for (const name of [
    'openssl3-rc4.p12',
    'openssl3-no-mac.p12',
    'openssl3-unencrypted-no-mac.p12',
    'go-passwordless.p12',
    'bc1-sha256.p12',
    'bc1-pbmac1.p12',
  ]) {
    it(`make readPkcs12 throw nothing but its own errors: ${name}`, async () => {
      const password = name.startsWith('go') ? '' : 'foo123';
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(mutations(fixture(name)), async (bytes) => {
          if (!(await opens(() => decrypted(readPkcs12(bytes, password, { maxIterations: 10_000 }))))) refused++;
        }),
        { numRuns: 300 },
      );
      assert.ok(refused > 0);
    });
  }

  for (const name of ['jdk17-jks.jks', 'jdk17-jceks.jks']) {
    it(`make readJks throw nothing but its own errors: ${name}`, async () => {
      const file = fixture(name);
      await fc.assert(
        fc.asyncProperty(mutations(file.slice(0, -20)), async (body) => {
          // Behind the digest that keeps others from changing anything.
          const digest = createHash('sha1')
            .update(encodeBmp('foo123'))
            .update('Mighty Aphrodite')
            .update(body)
            .digest();
          const file = Uint8Array.from([...body, ...digest]);
          await opens(async () => decrypted({ keys: await readJks(file, 'foo123', { maxIterations: 1000 }) }));
        }),
        { numRuns: 300 },
      );
    });
  }

  for (const [layer, close] of [
    ['content', sealBcfks],
    ['entries', encryptBcfks],
  ] as const) {
    it(`make readBcfks throw nothing but its own errors: ${layer}`, async () => {
      const layers = await openBcfksLayers(fixture('bc1-sha3.bcfks'), 'foo123');
      let refused = 0;
      await fc.assert(
        // Behind the MAC that keeps others from changing anything.
        fc.asyncProperty(mutations(layers[layer]), async (damaged) => {
          const file = await close(damaged, 'foo123');
          const open = async () => decrypted({ keys: await readBcfks(file, 'foo123', { maxIterations: 2000 }) });
          if (!(await opens(open))) refused++;
        }),
        { numRuns: 300 },
      );
      assert.ok(refused > 0);
    });
  }

  it('make decryptPrivateKey throw nothing but its own errors', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(fixture('openssl3-sha1-3des.p8e')), async (bytes) => {
        await opens(() => decryptPrivateKey(bytes, 'foo123', { maxIterations: 5000 }));
      }),
      { numRuns: 300 },
    );
  });

  it('are refused without the thousands of digits of their numbers', async () => {
    const number = 2n ** 30_000n;
    const version = writeDer((writer) => writer.sequence(() => writer.integer(number)));
    const isShort = ({ message }: Error) => message.length < 200;
    await assert.rejects(readPkcs12(version, ''), isShort);
    for (const iterations of [number, -number]) {
      const key = writeDer((writer) =>
        writer.sequence(() => {
          const parameters = () => writer.octetString(new Uint8Array(8)).integer(iterations);
          writer.sequence(() => writer.oid(oid('1.2.840.113549.1.12.1.3')).sequence(parameters));
          writer.octetString(new Uint8Array(8));
        }),
      );
      await assert.rejects(decryptPrivateKey(key, ''), isShort);
    }
  });

  it('may hold a hundred thousand bags', async () => {
    const count = 100_000;
    const bag = writeDer((writer) => writer.sequence(() => writer.oid(oid('1.2.3')).explicit(0, () => writer.null())));
    const data = (writer: DerWriter, content: () => void) =>
      writer.sequence(() => writer.oid(oid('1.2.840.113549.1.7.1')).explicit(0, () => writer.octetStringOf(content)));
    const file = writeDer((writer) => {
      const bags = () => {
        for (let i = 0; i < count; i++) writer.raw(bag);
      };
      const safeContents = () => writer.sequence(bags);
      const authenticatedSafe = () => writer.sequence(() => data(writer, safeContents));
      writer.sequence(() => data(writer.integer(3), authenticatedSafe));
    });
    assert.equal((await readPkcs12(file, '')).skipped.length, count);
  });
});
