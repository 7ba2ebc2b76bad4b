/** CAs whose keys are here, as the use cases that renew them work with them. */
import { parsePublicKey } from '@sealwright/pki';
import { type Administrator, Resource } from '../../access/index.ts';
import { cryptoTokenRule, type CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  type AccessibleCaDeps,
  type CaReference,
  CaStatusError,
  CaWithoutKeysError,
  type CertificateAuthority,
  type CvcAuthority,
  type CvcCaSettings,
  type SshAuthority,
  type SshCaSettings,
  type WithKeys,
  type X509Authority,
  type X509CaSettings,
  getAccessible,
  requireCvc,
  requireSsh,
  requireX509,
} from '../authorities/index.ts';
import type { CertifiedCa } from '../x509/index.ts';
import type { CaState, CaStateStore, CaStatus } from '../records/index.ts';

/** A CA of X.509 with its state as stored, which its renewal expects to find unchanged. */
export interface ManagedCa {
  readonly authority: X509Authority;
  readonly settings: X509CaSettings & WithKeys;
  readonly state: CaState;
}

/** A CVC CA, likewise. */
export interface ManagedCvcCa {
  readonly authority: CvcAuthority;
  readonly settings: CvcCaSettings & WithKeys;
  readonly state: CaState;
}

/** An SSH CA, likewise. */
export interface ManagedSshCa {
  readonly authority: SshAuthority;
  readonly settings: SshCaSettings & WithKeys;
  readonly state: CaState;
}

export interface ManagedCaDeps extends AccessibleCaDeps {
  readonly states: CaStateStore;
}

/**
 * The CA for whom may renew it.
 *
 * @throws {@link CaNotFoundError} also without access to it
 */
export function getRenewable(
  administrator: Administrator,
  reference: CaReference,
  deps: AccessibleCaDeps,
): Promise<CertificateAuthority> {
  return getAccessible(administrator, Resource.caFunctionality.renewCa, reference, deps);
}

/**
 * As {@link getRenewable}, with its state.
 *
 * @throws {@link CaStatusError} when it has not one of `statuses`
 * @throws {@link CaWithoutKeysError}, {@link WrongCaKindError}
 */
export async function requireRenewable(
  administrator: Administrator,
  reference: CaReference,
  statuses: readonly CaStatus[],
  deps: ManagedCaDeps,
): Promise<ManagedCa> {
  const found = await getRenewable(administrator, reference, deps);
  return withState(administrator, requireX509(found), statuses, deps);
}

/**
 * As {@link requireRenewable}, a CVC CA.
 *
 * @throws {@link CaStatusError}, {@link CaWithoutKeysError}, {@link WrongCaKindError}
 */
export async function requireRenewableCvc(
  administrator: Administrator,
  reference: CaReference,
  statuses: readonly CaStatus[],
  deps: ManagedCaDeps,
): Promise<ManagedCvcCa> {
  const found = await getRenewable(administrator, reference, deps);
  return withState(administrator, requireCvc(found), statuses, deps);
}

/**
 * As {@link requireRenewable}, an SSH CA.
 *
 * @throws {@link CaStatusError}, {@link CaWithoutKeysError}, {@link WrongCaKindError}
 */
export async function requireRenewableSsh(
  administrator: Administrator,
  reference: CaReference,
  statuses: readonly CaStatus[],
  deps: ManagedCaDeps,
): Promise<ManagedSshCa> {
  const found = await getRenewable(administrator, reference, deps);
  return withState(administrator, requireSsh(found), statuses, deps);
}

async function withState<A extends CertificateAuthority>(
  administrator: Administrator,
  authority: A,
  statuses: readonly CaStatus[],
  { access, states }: ManagedCaDeps,
): Promise<{ authority: A; settings: A['settings'] & WithKeys; state: CaState }> {
  const { name } = authority;
  const settings: A['settings'] = authority.settings;
  const { cryptoTokenId, signatureAlgorithm } = settings;
  if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
  await access.authorize(administrator, cryptoTokenRule('use', cryptoTokenId));
  const state = (await states.findState(authority.id))!;
  if (!statuses.includes(state.status)) throw new CaStatusError(name, state.status, statuses);
  return { authority, settings: { ...settings, cryptoTokenId, signatureAlgorithm }, state };
}

/** The CA with keys of its token, the first of which is to be certified. */
export async function withKeys(
  { authority: { id, name }, settings }: ManagedCa,
  { keyAlias, alternativeKeyAlias }: { readonly keyAlias: string; readonly alternativeKeyAlias: string },
  tokens: CryptoTokens,
): Promise<CertifiedCa> {
  const keyOf = async (alias: string) =>
    parsePublicKey((await tokens.getKeyPair(settings.cryptoTokenId, alias)).publicKey);
  const publicKey = await keyOf(keyAlias);
  const alternativePublicKey = alternativeKeyAlias === '' ? undefined : await keyOf(alternativeKeyAlias);
  return { id, name, settings, keyAlias, alternativeKeyAlias, publicKey, alternativePublicKey };
}
