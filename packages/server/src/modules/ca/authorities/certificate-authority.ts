/**
 * A CA as use cases work with it: its settings and its present state together.
 *
 * CAs are of several kinds, told apart by `kind`. All have a subject, keys in a crypto token and a state; what they issue differs. A
 * kind is added so:
 *
 * 1. `<kind>-authority.ts` declares its settings (an extension of {@link CommonCaSettings}) and its authority (of
 *    {@link CommonAuthority}), and makes the authority of a document and a state.
 * 2. Both join the unions below. What does not compile then is what has to know of the kind: the settings in `ca-type.ts`, with members
 *    of its own in `<kind>-settings.ts`, and the loading in `configured-authorities.ts`.
 * 3. A `CaKind` in `lifecycle/<kind>-ca.ts` makes its first certificate, or whatever it has instead, and renews it; `ca-module.ts` gives
 *    it to the use cases of the life of a CA.
 *
 * A use case that is for one kind asks with `requireX509`, or the kind's own function like it, and thereby refuses the others.
 */
import type { CvcAuthority, CvcCaSettings } from './cvc-authority.ts';
import type { SshAuthority, SshCaSettings } from './ssh-authority.ts';
import type { X509Authority, X509CaSettings } from './x509-authority.ts';

/** A CA with its state as of one configuration epoch. Immutable. */
export type CertificateAuthority = X509Authority | CvcAuthority | SshAuthority;

/** The settings of a CA, checked. Durations in seconds. */
export type CaSettings = X509CaSettings | CvcCaSettings | SshCaSettings;
