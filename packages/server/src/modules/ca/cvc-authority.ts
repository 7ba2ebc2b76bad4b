/** A CA that issues card-verifiable certificates (CVC). */
import type { Document } from '../configuration/index.ts';
import type { CaState } from './ca-state.ts';
import { commonAuthority, type CommonAuthority, type CommonCaSettings } from './certificate-authority.ts';

export interface CvcCaSettings extends CommonCaSettings {
  readonly kind: 'CVC';
}

export interface CvcAuthority extends CommonAuthority {
  readonly kind: 'CVC';
  readonly settings: CvcCaSettings;
}

/** Makes the authority of its document and its state. */
export function cvcAuthorityOf(
  document: Document<unknown, unknown>,
  settings: CvcCaSettings,
  state: CaState,
): CvcAuthority {
  return { ...commonAuthority(document, state), kind: 'CVC', settings };
}
