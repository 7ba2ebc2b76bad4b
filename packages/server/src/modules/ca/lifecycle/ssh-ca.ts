/** SSH CAs. They have no certificate; their state holds their public keys and the end of their validity. */
import {
  parsePublicKey,
  PkiError,
  type SignatureAlgorithm,
  SshPublicKey,
  sshSignatureAlgorithms,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { DocumentPlanner } from '../../configuration/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  caType,
  requireKeys,
  type SshAuthority,
  sshAlgorithmFor,
  type SshCaSettings,
  sshNotAfter,
} from '../kinds/index.ts';
import { CaCertificateRefusedError, type OwnCertificate } from '../issuance/index.ts';
import type { ManagedCa, NewKeyOptions, NextKeys } from '../keys/index.ts';
import type { CaKind, CaRenewal, Renewed, UninitializedCa } from './ca-kind.ts';

export interface SshCaDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  readonly planner: DocumentPlanner;
  readonly tokens: CryptoTokens;
}

export class SshCa extends WithDeps<SshCaDeps> implements CaKind<SshAuthority> {
  readonly signedElsewhere = undefined;

  async initialize({ document: { name, value }, key }: UninitializedCa<SshCaSettings>): Promise<OwnCertificate> {
    const { signatureAlgorithm } = requireKeys(name, value);
    sshAlgorithmFor(name, publicKeyOf(name, key.publicKey), signatureAlgorithm);
    return {
      chain: [key.publicKey],
      notAfter: sshNotAfter(value, nowSeconds(this.deps.clock)),
      writes: [],
      entries: [],
    };
  }

  requireRenewable({ authority: { name } }: ManagedCa<SshAuthority>, { newKey, keySpec }: CaRenewal): void {
    if (keySpec === undefined || newKey) return;
    throw new CaCertificateRefusedError(name, 'what a key is to be is for a new key.');
  }

  newKeyOptions(_: ManagedCa<SshAuthority>, { keySpec }: CaRenewal): NewKeyOptions {
    return { spec: keySpec };
  }

  /** Restarts the validity period. Former keys stay on the KRL. If the signature algorithm does not fit a new key, it is replaced by one that does. */
  async renew(_: Administrator, ca: ManagedCa<SshAuthority>, next: NextKeys | undefined): Promise<Renewed> {
    const { authority, settings, state } = ca;
    const notAfter = sshNotAfter(settings, nowSeconds(this.deps.clock));
    if (next === undefined) return { chain: state.chain, notAfter, writes: [], entries: [] };
    const { publicKey } = await this.deps.tokens.getKeyPair(settings.cryptoTokenId, next.keyAlias);
    const algorithm = algorithmFor(authority.name, publicKey, settings.signatureAlgorithm);
    const changes = algorithm !== settings.signatureAlgorithm;
    return {
      chain: [publicKey, ...state.chain],
      notAfter,
      writes: changes ? await this.#algorithmChange(authority.name, algorithm) : [],
      entries: [],
      details: changes ? { signatureAlgorithm: algorithm.name } : {},
    };
  }

  async #algorithmChange(name: string, { name: signatureAlgorithm }: SignatureAlgorithm): Promise<readonly Write[]> {
    const { configuration, planner } = this.deps;
    const document = await configuration.get(caType, name);
    const settings = { ...(await configuration.present(document)), signatureAlgorithm };
    return (await planner.planChange({ type: caType.token, name, settings })).writes;
  }
}

/** Returns the algorithm that the CA signs with if the key supports it, else one that the key supports. */
function algorithmFor(name: string, publicKey: Uint8Array, present: SignatureAlgorithm): SignatureAlgorithm {
  const usable = sshSignatureAlgorithms(publicKeyOf(name, publicKey));
  const [first] = usable;
  return usable.includes(present) || first === undefined ? present : first;
}

function publicKeyOf(caName: string, spki: Uint8Array): SshPublicKey {
  try {
    return SshPublicKey.of(parsePublicKey(spki));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new CaCertificateRefusedError(caName, `${error.message}.`);
  }
}
