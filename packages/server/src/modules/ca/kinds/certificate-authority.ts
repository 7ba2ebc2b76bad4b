/**
 * A CA as use cases work with it: its settings together with its present state.
 *
 * CAs are of several kinds, distinguished by `kind`. All have a subject, keys in a crypto token and a state; they differ in the objects that they
 * issue. To add a kind:
 *
 * 1. `<kind>-authority.ts` declares its settings (an extension of {@link CommonCaSettings}) and its authority (of {@link CommonAuthority}), and
 *    builds the authority from a document and a state.
 * 2. Both join the unions below. The compiler then points at all code that has to know the kind: the settings in `ca-type.ts`, with its own members
 *    in `<kind>-settings.ts`, and the loading in `configured-authorities.ts`.
 * 3. A `CaKind` in `lifecycle/<kind>-ca.ts` makes its first certificate, or its equivalent, and renews it; `ca-module.ts` passes it to the use cases
 *    of the life of a CA.
 *
 * A use case for one kind only calls `requireX509`, or the corresponding function of that kind, which refuses the others.
 */
import type { CvcAuthority, CvcCaSettings } from './cvc-authority.ts';
import type { SshAuthority, SshCaSettings } from './ssh-authority.ts';
import type { X509Authority, X509CaSettings } from './x509-authority.ts';

/** A CA with its state at one configuration epoch. Immutable. */
export type CertificateAuthority = X509Authority | CvcAuthority | SshAuthority;

/** Validated settings of a CA. Durations are in seconds. */
export type CaSettings = X509CaSettings | CvcCaSettings | SshCaSettings;
