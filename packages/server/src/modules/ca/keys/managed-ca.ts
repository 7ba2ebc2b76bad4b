/** CAs with keys here, in the form in which renewal use cases need them. */
import { type Administrator, Resource } from '../../access/index.ts';
import { cryptoTokenRule } from '../../crypto-tokens/index.ts';
import { type CaReference, CaStatusError, getAccessible, type ChangingDeps } from '../authorities/index.ts';
import { type CertificateAuthority, requireKeys, type WithKeys } from '../kinds/index.ts';
import type { CaState, CaStateStore, CaStatus } from '../records/index.ts';

/** A CA with its stored state, which must be unchanged when the renewal is committed. */
export interface ManagedCa<A extends CertificateAuthority = CertificateAuthority> {
  readonly authority: A;
  readonly settings: A['settings'] & WithKeys;
  readonly state: CaState;
}

/** Dependencies of use cases that change the certificates of a CA. */
export interface ManagedCaDeps extends ChangingDeps {
  readonly states: CaStateStore;
}

/** Right to renew CAs. */
export const renewalRight = Resource.caFunctionality.renewCa;

/**
 * Returns the CA for an administrator who may renew it and use its crypto token.
 *
 * @throws {@link CaNotFoundError} also without access to it
 * @throws {@link CaWithoutKeysError}
 * @throws {@link CaStatusError} if its status is not among `statuses`
 */
export async function getRenewable(
  administrator: Administrator,
  reference: CaReference,
  statuses: readonly CaStatus[],
  deps: Pick<ManagedCaDeps, 'access' | 'authorities' | 'states'>,
): Promise<ManagedCa> {
  const authority = await getAccessible(administrator, renewalRight, reference, deps);
  const { id, name } = authority;
  const settings = requireKeys(name, authority.settings);
  await deps.access.authorize(administrator, cryptoTokenRule('use', settings.cryptoTokenId));
  const state = (await deps.states.findState(id))!;
  if (!statuses.includes(state.status)) throw new CaStatusError(name, state.status, statuses);
  return { authority, settings, state };
}
