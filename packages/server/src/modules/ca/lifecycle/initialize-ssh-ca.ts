/** What an SSH CA has in the place of a certificate: its public key and the end of its validity, noted in its state. */
import { parsePublicKey, PkiError, SshPublicKey } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { CaCertificateRefusedError } from '../issuance/index.ts';
import { CaWithoutKeysError, type SshCaSettings, sshAlgorithmFor, sshNotAfter } from '../authorities/index.ts';
import type { CaInitializer, Initialization, UninitializedCa } from './initialize-ca.ts';

export class InitializeSshCa implements CaInitializer<SshCaSettings> {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async plan({ document, state, key }: UninitializedCa<SshCaSettings>): Promise<Initialization> {
    const { name, value } = document;
    if (value.signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
    const publicKey = publicKeyOf(name, key.publicKey);
    sshAlgorithmFor(name, publicKey, value.signatureAlgorithm);
    const notAfter = sshNotAfter(value, nowSeconds(this.#clock));
    return { state: { ...state, status: 'ACTIVE', chain: [key.publicKey], notAfter }, writes: [], entries: [] };
  }
}

function publicKeyOf(caName: string, spki: Uint8Array): SshPublicKey {
  try {
    return SshPublicKey.of(parsePublicKey(spki));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaCertificateRefusedError(caName, `${error.message}.`);
  }
}
