/** End entities that others have to approve before they are added or edited, as a request for approval keeps them. */
import type { SerialNumber } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { EndEntityStatusName, TokenTypeName } from './end-entity.ts';
import type { NamedValue } from './named-settings.ts';

/** An end entity that is to be added, or that one is to become. What is absent it is not to have, but for the password. */
export interface EndEntityRegistration {
  readonly username: string;
  /** Undefined or empty: an edit keeps the one that there is. */
  readonly password: string | undefined;
  /** RFC 4514 text. */
  readonly subjectDn: string;
  /** As `dNSName=a.example, rfc822Name=b@example.org`. */
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly token: TokenTypeName;
  readonly status: EndEntityStatusName;
  /** Undefined: as its profile says, or as it was. */
  readonly keyRecoverable: boolean | undefined;
  readonly accountBindingId: string | undefined;
  /** Seconds since 1970. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly certificateSerialNumber: SerialNumber | undefined;
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A registration as it is kept. Of its password only a verifier is. */
export interface KeptRegistration {
  /** Without password. The names of CA and profiles in it are those of then. */
  readonly registration: EndEntityRegistration;
  /** Document ids: what was approved is no other CA and profile that has got the name since. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  /** Undefined when no password was given. Forgotten once the request has ended. */
  readonly passwordVerifier: string | undefined;
  /** {@link stateDigest} of the end entity that is edited; undefined where one is added. */
  readonly edited: string | undefined;
}

/** Makes the `act` of a request. */
export function actOfRegistration(kept: KeptRegistration): JsonObject {
  const { password: _password, ...registration } = kept.registration;
  // Without the members that are undefined.
  return JSON.parse(JSON.stringify({ ...kept, registration })) as JsonObject;
}

/** Reads the `act` that {@link actOfRegistration} made; undefined for one of another kind. */
export function keptRegistration(act: JsonObject): KeptRegistration | undefined {
  return act['registration'] === undefined ? undefined : (act as unknown as KeptRegistration);
}
