/** Envelopes that Bouncy Castle and this project have sealed, with the key pairs that open them, by the names of their files. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { UnwrappingKeyPair } from '../src/cms/index.ts';
import { parsePublicKey } from '../src/public-key/index.ts';

export interface EnvelopeFixture {
  /** `bouncycastle-p-256` */
  readonly name: string;
  readonly envelope: Uint8Array;
  readonly keyPair: UnwrappingKeyPair;
}

const directory = new URL('../src/cms/envelope/fixtures/', import.meta.url);
let fixtures: readonly EnvelopeFixture[] | undefined;

/** Every envelope. */
export function envelopeFixtures(): readonly EnvelopeFixture[] {
  fixtures ??= readdirSync(directory)
    .filter((file) => file.endsWith('.p7m'))
    .toSorted()
    .map((file) => {
      const name = file.replace('.p7m', '');
      return { name, envelope: read(file), keyPair: keyPair(`${name}.pkcs8`) };
    });
  return fixtures;
}

function keyPair(file: string): UnwrappingKeyPair {
  const privateKey = createPrivateKey({ key: Buffer.from(read(file)), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { publicKey: parsePublicKey(new Uint8Array(publicKey)), privateKey };
}

function read(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, directory)));
}
