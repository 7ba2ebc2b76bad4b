/** A CA that issues OpenSSH certificates. */
import type { Document } from '../configuration/index.ts';
import type { CaState } from './ca-state.ts';
import { commonAuthority, type CommonAuthority, type CommonCaSettings } from './certificate-authority.ts';

export interface SshCaSettings extends CommonCaSettings {
  readonly kind: 'SSH';
}

export interface SshAuthority extends CommonAuthority {
  readonly kind: 'SSH';
  readonly settings: SshCaSettings;
}

/** Makes the authority of its document and its state. */
export function sshAuthorityOf(
  document: Document<unknown, unknown>,
  settings: SshCaSettings,
  state: CaState,
): SshAuthority {
  return { ...commonAuthority(document, state), kind: 'SSH', settings };
}
