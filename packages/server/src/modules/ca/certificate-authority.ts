/**
 * A CA as use cases work with it: its settings and its present state together.
 *
 * CAs are of several kinds, told apart by `kind`. All have a subject, keys in a crypto token and a state; what they issue differs. A
 * kind is added so:
 *
 * 1. `<kind>-authority.ts` declares its settings (an extension of {@link CommonCaSettings}) and its authority (of
 *    {@link CommonAuthority}), and makes the authority of a document and a state.
 * 2. Both join the unions below. What does not compile then is what has to know of the kind: the settings in `ca-type.ts`, with members
 *    of its own in `ca-<kind>-settings.ts`, and the loading in `configured-authorities.ts`.
 * 3. A {@link CaInitializer} in `initialize-<kind>-ca.ts` makes its first certificate, or whatever it has instead; `wiring` registers it
 *    with `InitializeCa`.
 *
 * A use case that is for one kind asks with `requireX509`, or the kind's own function like it, and thereby refuses the others.
 */
import type { DistinguishedName, SignatureAlgorithm } from '@sealwright/pki';
import type { ApprovalSettings } from '../approvals/index.ts';
import type { Document } from '../configuration/index.ts';
import type { OwnCertificateSettings } from './ca-certificate-settings.ts';
import type { IssuingSettings } from './ca-issuing-settings.ts';
import type { CaKeySettings } from './ca-key-settings.ts';
import type { CaState, CaStatus } from './ca-state.ts';
import type { RecordBeforeSigning } from './crl-settings.ts';
import type { CvcAuthority, CvcCaSettings } from './cvc-authority.ts';
import type { SshAuthority, SshCaSettings } from './ssh-authority.ts';
import type { X509Authority, X509CaSettings } from './x509-authority.ts';

/** A CA with its state as of one configuration epoch. Immutable. */
export type CertificateAuthority = X509Authority | CvcAuthority | SshAuthority;

/** The settings of a CA, checked. Durations in seconds. */
export type CaSettings = X509CaSettings | CvcCaSettings | SshCaSettings;

/** What all kinds of CAs have in common. */
export interface CommonAuthority {
  /** The document. */
  readonly id: number;
  /** What clients see. */
  readonly publicId: number;
  readonly name: string;
  /** Another one after every change of its settings or its state. */
  readonly revision: string;
  /** As stored: {@link presentStatus} knows of the end of its certificate. */
  readonly status: CaStatus;
  /** The alias that signs certificates and CRLs; empty while there is none. */
  readonly keyAlias: string;
  /** The alias of the key of its alternative signatures; empty while there is none. */
  readonly alternativeKeyAlias: string;
  /** When its certificate ends, seconds since 1970; undefined for one that has none. */
  readonly notAfter: number | undefined;
}

/** The settings that all kinds of CAs have in common. */
export interface CommonCaSettings extends CaKeySettings, IssuingSettings {
  readonly subject: DistinguishedName;
  readonly description: string;
  readonly recordBeforeSigning: RecordBeforeSigning;
  /** What is done to the CA, and to what it has issued, only when others approve it. */
  readonly approvals: ApprovalSettings;
  /** What its own certificate is to be like. */
  readonly certificate: OwnCertificateSettings;
}

/** The settings of a CA that holds keys here. */
export interface WithKeys {
  readonly cryptoTokenId: number;
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/** The members that all kinds have, from a document and its state. */
export function commonAuthority(document: Document<unknown, unknown>, state: CaState): CommonAuthority {
  const { id, publicId, name } = document;
  const { status, keyAlias, alternativeKeyAlias } = state;
  return {
    id,
    publicId,
    name,
    revision: `${document.version}.${state.version}`,
    status,
    keyAlias,
    alternativeKeyAlias,
    notAfter: state.notAfter === 0 ? undefined : state.notAfter,
  };
}

/**
 * The status of a CA at a moment. That a CA has expired follows from its certificate and the clock, so every process sees it at once and
 * nothing has to be stored.
 *
 * @param now - seconds since 1970
 */
export function presentStatus({ status, notAfter }: CommonAuthority, now: number): CaStatus {
  const mayExpire = status === 'ACTIVE' || status === 'OFFLINE';
  return mayExpire && notAfter !== undefined && now > notAfter ? 'EXPIRED' : status;
}
