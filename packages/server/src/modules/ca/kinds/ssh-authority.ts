/**
 * A CA that issues OpenSSH certificates. It has no certificate itself: hosts and users trust its public key. The validity in its settings limits how
 * long it issues, and no certificate that it issues outlasts that.
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
  /** Its present public key, then the former ones; empty while it has none. */
  readonly publicKeys: readonly SshPublicKey[];
}

/** An SSH CA that can sign. */
export interface SshSigningAuthority extends SshAuthority {
  readonly settings: SshCaSettings & WithKeys;
  readonly publicKeys: readonly [SshPublicKey, ...SshPublicKey[]];
}

/** Builds the authority from its document and its state, whose chain holds the SubjectPublicKeyInfo of its keys. */
export function sshAuthorityOf(
  document: Document<unknown, unknown>,
  settings: SshCaSettings,
  state: CaState,
): SshAuthority {
  const publicKeys = state.chain.map((spki) => SshPublicKey.of(parsePublicKey(spki)));
  return { ...commonAuthority(document, state), kind: 'SSH', settings, publicKeys };
}

/** Narrows a CA to an SSH CA. @throws {@link WrongCaKindError} */
export function requireSsh(authority: AuthorityOfAnyKind): SshAuthority {
  return requireKind(authority, 'SSH');
}

/** Narrows a CA to an SSH CA that can sign at `now`, seconds since 1970. @throws {@link WrongCaKindError}, {@link CaNotActiveError} */
export function requireActiveSsh(authority: AuthorityOfAnyKind, now: number): SshSigningAuthority {
  return requireSigning(requireSsh(authority), canSign, now);
}

/** Returns the end of validity of a CA whose validity begins at `now`; both in seconds since 1970. */
export function sshNotAfter({ certificate: { lifetime } }: SshCaSettings, now: number): number {
  return lifetime.kind === 'until' ? lifetime.notAfter : now + lifetime.seconds - 1;
}

/**
 * Returns the SSH signature algorithm of the key that corresponds to `wanted`.
 *
 * @throws {@link SshSignatureError} if SSH has none for this key
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
