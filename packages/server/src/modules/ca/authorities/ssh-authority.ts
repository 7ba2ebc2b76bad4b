/**
 * A CA that issues OpenSSH certificates. It has no certificate itself: hosts and users trust its public key. How long it issues is what its
 * settings say of its validity, and nothing that it issues outlasts that.
 */
import { parsePublicKey, type SignatureAlgorithm, SshPublicKey, sshSignatureAlgorithms } from '@sealwright/pki';
import type { Document } from '../../configuration/index.ts';
import type { CaState } from '../records/index.ts';
import {
  type AuthorityOfAnyKind,
  type CommonAuthority,
  type CommonCaSettings,
  type WithKeys,
  commonAuthority,
  requireKind,
  requireSigning,
} from './common-authority.ts';
import { SshSignatureError } from './errors.ts';

export interface SshCaSettings extends CommonCaSettings {
  readonly kind: 'SSH';
}

export interface SshAuthority extends CommonAuthority {
  readonly kind: 'SSH';
  readonly settings: SshCaSettings;
  /** The one that it signs with, then those before; empty while it has none. */
  readonly publicKeys: readonly SshPublicKey[];
}

/** An SSH CA that may sign now. */
export interface SshSigningAuthority extends SshAuthority {
  readonly settings: SshCaSettings & WithKeys;
  readonly publicKeys: readonly [SshPublicKey, ...SshPublicKey[]];
}

/** Makes the authority of its document and its state, whose chain holds the SubjectPublicKeyInfo of its keys. */
export function sshAuthorityOf(
  document: Document<unknown, unknown>,
  settings: SshCaSettings,
  state: CaState,
): SshAuthority {
  const publicKeys = state.chain.map((spki) => SshPublicKey.of(parsePublicKey(spki)));
  return { ...commonAuthority(document, state), kind: 'SSH', settings, publicKeys };
}

/** Returns the CA as one of SSH. @throws {@link WrongCaKindError} */
export function requireSsh(authority: AuthorityOfAnyKind): SshAuthority {
  return requireKind(authority, 'SSH');
}

/** Returns the CA as one that signs at `now`, seconds since 1970. @throws {@link WrongCaKindError}, {@link CaNotActiveError} */
export function requireActiveSsh(authority: AuthorityOfAnyKind, now: number): SshSigningAuthority {
  return requireSigning(requireSsh(authority), canSign, now);
}

/** Returns when a CA whose validity begins `now` ends; both in seconds since 1970. */
export function sshNotAfter({ certificate: { lifetime } }: SshCaSettings, now: number): number {
  return lifetime.kind === 'until' ? lifetime.notAfter : now + lifetime.seconds - 1;
}

/**
 * Returns the algorithm that a key signs with in SSH when `wanted` is asked for.
 *
 * @throws {@link SshSignatureError} when SSH has no such signatures of it
 */
export function sshAlgorithmFor(caName: string, key: SshPublicKey, wanted: SignatureAlgorithm): SignatureAlgorithm {
  const usable = sshSignatureAlgorithms(key);
  const found = usable.find(({ name }) => name === wanted.name);
  if (found !== undefined) return found;
  throw new SshSignatureError(
    caName,
    wanted.name,
    usable.map(({ name }) => name),
  );
}

function canSign(authority: SshAuthority): authority is SshSigningAuthority {
  const { settings, publicKeys } = authority;
  return settings.cryptoTokenId !== undefined && settings.signatureAlgorithm !== undefined && publicKeys.length > 0;
}
