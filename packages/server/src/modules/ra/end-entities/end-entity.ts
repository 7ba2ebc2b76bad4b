/** End entities: users and devices that may get certificates, with their names and profiles. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { ExtendedInformation } from './extended-information.ts';

/** Statuses with the numbers that other programs know. */
export const END_ENTITY_STATUS = {
  /** Waits for its first or next certificate. */
  NEW: 10,
  /** The last issuance failed. */
  FAILED: 11,
  /** Prepared: an administrator has to make it NEW before it can enroll. */
  INITIALIZED: 20,
  /** An issuance is in progress. */
  INPROCESS: 30,
  /** It has its certificate. */
  GENERATED: 40,
  /** All its certificates were revoked. */
  REVOKED: 50,
  /** Archived. */
  HISTORICAL: 60,
  /** The next keystore contains the kept key. */
  KEYRECOVERY: 70,
} as const;

/** Name of a status. */
export type EndEntityStatusName = keyof typeof END_ENTITY_STATUS;

/** Number of a status. */
export type EndEntityStatus = (typeof END_ENTITY_STATUS)[EndEntityStatusName];

/** Form in which an end entity gets its key and certificate. */
export const TOKEN_TYPE = { USERGENERATED: 1, P12: 2, JKS: 3, PEM: 4, BCFKS: 5 } as const;

/** Name of a token type. */
export type TokenTypeName = keyof typeof TOKEN_TYPE;

/** Number of a token type. */
export type TokenType = (typeof TOKEN_TYPE)[TokenTypeName];

/** Bits of an end entity's kind. */
export const END_ENTITY_KIND = { endUser: 1, keyRecoverable: 0x80 } as const;

/** A stored end entity. */
export interface EndEntity {
  readonly id: number;
  readonly username: string;
  /** Document ids. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly status: EndEntityStatus;
  readonly tokenType: TokenType;
  /** Bits of {@link END_ENTITY_KIND}. */
  readonly kind: number;
  /** See `end-entity-passwords.ts`. */
  readonly passwordVerifier: string | undefined;
  /** The sealed password itself, if its profile allows that and it was requested. */
  readonly sealedPassword: Uint8Array | undefined;
  readonly extended: ExtendedInformation;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly version: number;
}

/** Read access to end entities. */
export interface EndEntityStore {
  findByUsername(username: string): Promise<EndEntity | undefined>;
  /** Finds the end entity together with what {@link findFormerId} returns, in one read. */
  findWithFormerId(username: string): Promise<UsernameHolder>;
  /**
   * Returns the id of the deleted end entity that last had this username. The next one with the username gets the same id, and with it its
   * certificates and the keys and subjects claimed for it.
   */
  findFormerId(username: string): Promise<number | undefined>;
  /** Returns the id of the end entity that has claimed the key or the subject; undefined if none has. */
  findClaimant(claim: ClaimKey | ClaimName): Promise<number | undefined>;
}

/** Stored traces of a username. */
export interface UsernameHolder {
  readonly endEntity: EndEntity | undefined;
  /** See {@link EndEntityStore.findFormerId}. */
  readonly formerId: number | undefined;
}

/** Adds an end entity. A second one with the same username is a conflict. */
export interface InsertEndEntity extends Write {
  readonly op: 'end-entity.insert';
  readonly endEntity: EndEntity;
}

/** Changes the end entity that has `expectedVersion`; `endEntity.version` is the new one. */
export interface UpdateEndEntity extends Write {
  readonly op: 'end-entity.update';
  readonly endEntity: EndEntity;
  readonly expectedVersion: number;
}

/** Removes the end entity that has this version. Its certificates and claims stay. */
export interface DeleteEndEntity extends Write {
  readonly op: 'end-entity.delete';
  readonly endEntity: Pick<EndEntity, 'id' | 'version'>;
}

/** Reserves the id of a deleted end entity for the next one with its username, unless it is already reserved. */
export interface KeepFormerId extends Write {
  readonly op: 'end-entity.keep-former-id';
  readonly username: string;
  readonly endEntityId: number;
}

/** Claims a public key at a CA for an end entity, unless it already has the claim. */
export interface ClaimKey extends Write {
  readonly op: 'key.claim';
  readonly caId: number;
  readonly publicKeySha256: Uint8Array;
  readonly endEntityId: number;
}

/** Claims a subject at a CA for an end entity, unless it already has the claim. */
export interface ClaimName extends Write {
  readonly op: 'name.claim';
  readonly caId: number;
  readonly subjectKey: Uint8Array;
  readonly endEntityId: number;
}

/** Tells whether keys that the server generates for the end entity are kept for recovery. */
export function isKeyRecoverable({ kind }: Pick<EndEntity, 'kind'>): boolean {
  return (kind & END_ENTITY_KIND.keyRecoverable) !== 0;
}

/** Returns the kind with or without key recovery. */
export function withKeyRecoverable(kind: number, isRecoverable: boolean): number {
  const { keyRecoverable } = END_ENTITY_KIND;
  return isRecoverable ? kind | keyRecoverable : kind & ~keyRecoverable;
}
