/** End entities to be added or edited after approval, as stored in the approval request. */
import type { SerialNumber } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { EndEntityStatusName, TokenTypeName } from './end-entity.ts';
import type { NamedValue } from './named-value.ts';

/** An end entity to be added, or the target of an edit. Absent members are removed, except the password. */
export interface EndEntityRegistration {
  readonly username: string;
  /** Undefined or empty to keep the present password in an edit. */
  readonly password: string | undefined;
  /** RFC 4514 text. */
  readonly subjectDn: string;
  /** Alternative names such as `dNSName=a.example, rfc822Name=b@example.org`. */
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly token: TokenTypeName;
  readonly status: EndEntityStatusName;
  /** Undefined for the value of its profile, or the present one. */
  readonly keyRecoverable: boolean | undefined;
  readonly accountBindingId: string | undefined;
  /** Seconds since 1970. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly certificateSerialNumber: SerialNumber | undefined;
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A stored registration. Only a verifier of its password is stored. */
export interface KeptRegistration {
  /** Registration without password. Names of CA and profiles are those at the time of the request. */
  readonly registration: EndEntityRegistration;
  /** Document ids, since another CA or profile may have taken the name after the approval. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  /** Undefined if no password was given. Deleted when the request has ended. */
  readonly passwordVerifier: string | undefined;
  /** {@link stateDigest} of the edited end entity; undefined if one is added. */
  readonly edited: string | undefined;
}

/** Returns the `act` of a request. */
export function actOfRegistration(kept: KeptRegistration): JsonObject {
  const { password: _password, ...registration } = kept.registration;
  // Drops members that are undefined.
  return JSON.parse(JSON.stringify({ ...kept, registration })) as JsonObject;
}

/** Reads the `act` that {@link actOfRegistration} made; undefined for an act of another kind. */
export function keptRegistration(act: JsonObject): KeptRegistration | undefined {
  return act['registration'] === undefined ? undefined : (act as unknown as KeptRegistration);
}
