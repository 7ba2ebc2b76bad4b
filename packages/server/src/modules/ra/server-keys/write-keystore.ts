/** Keystores of end entities: a private key generated here, its certificate and the chain, protected with the password of the end entity. */
import {
  type DistinguishedName,
  type Pkcs12Encryption,
  writeBcfks,
  writeJks,
  writePemBundle,
  writePkcs12,
} from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { KeystoreFormat } from './keystore-format.ts';

/** Contents of a keystore and its protection. */
export interface KeystoreContents {
  /** Name of the entry. */
  readonly alias: string;
  /** Password of the file and of the key in it. */
  readonly password: string;
  /** DER PKCS #8. The caller overwrites it. */
  readonly privateKey: Uint8Array;
  /** Certificate of the private key, in DER. */
  readonly certificate: Uint8Array;
  /** Chain in DER, the issuing CA first and the root last. */
  readonly chain: readonly Uint8Array[];
  /** Encryption of a PKCS #12 file. */
  readonly pkcs12Encryption: Pkcs12Encryption;
}

/** Writes a keystore. */
export function writeKeystore(
  format: KeystoreFormat,
  contents: KeystoreContents,
  deps: { readonly clock: Clock; readonly random: Random },
): Promise<Uint8Array> {
  const { random, clock } = deps;
  return WRITERS[format]({ ...contents, createdMs: clock.nowMs(), random: (count) => random.bytes(count) });
}

/** Returns the entry name for an end entity: the first common name of its subject, or its username. */
export function keystoreAlias(subject: DistinguishedName, username: string): string {
  return subject.rdns.flat().find(({ type }) => type === COMMON_NAME)?.value ?? username;
}

interface WritingOptions extends KeystoreContents {
  readonly createdMs: number;
  random(count: number): Uint8Array;
}

const COMMON_NAME = '2.5.4.3';
const WRITERS: Readonly<Record<KeystoreFormat, (options: WritingOptions) => Promise<Uint8Array>>> = {
  P12: ({ alias, pkcs12Encryption, ...options }) =>
    writePkcs12({ ...options, friendlyName: alias, encryption: pkcs12Encryption }),
  JKS: writeJks,
  BCFKS: writeBcfks,
  PEM: async (options) => new TextEncoder().encode(await writePemBundle(options)),
};
