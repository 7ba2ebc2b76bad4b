/** End entities: who may get certificates, under which names and profiles. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { ExtendedInformation } from './extended-information.ts';

/** The statuses, with the numbers that other programs know. */
export const END_ENTITY_STATUS = {
  /** Waits for its first or next certificate. */
  NEW: 10,
  /** The last issuance has failed. */
  FAILED: 11,
  /** Prepared: an administrator makes it NEW before it can enroll. */
  INITIALIZED: 20,
  /** An issuance goes on. */
  INPROCESS: 30,
  /** It has got its certificate. */
  GENERATED: 40,
  /** All its certificates were revoked together. */
  REVOKED: 50,
  /** Archived. */
  HISTORICAL: 60,
  /** The next keystore has the key that was kept. */
  KEYRECOVERY: 70,
} as const;

/** The word for a status. */
export type EndEntityStatusName = keyof typeof END_ENTITY_STATUS;

/** The number of a status. */
export type EndEntityStatus = (typeof END_ENTITY_STATUS)[EndEntityStatusName];

/** In which form an end entity gets key and certificate. */
export const TOKEN_TYPE = { USERGENERATED: 1, P12: 2, JKS: 3, PEM: 4, BCFKS: 5 } as const;

/** The word for a type of token. */
export type TokenTypeName = keyof typeof TOKEN_TYPE;

/** The number of a type of token. */
export type TokenType = (typeof TOKEN_TYPE)[TokenTypeName];

/** The bits of an end entity's kind. */
export const END_ENTITY_KIND = { endUser: 1, keyRecoverable: 0x80 } as const;

/** An end entity as it is stored. */
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
  /** The password itself, sealed; only where its profile allows that and somebody has asked for it. */
  readonly sealedPassword: Uint8Array | undefined;
  readonly extended: ExtendedInformation;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly version: number;
}

/** Reads end entities. */
export interface EndEntityStore {
  findByUsername(username: string): Promise<EndEntity | undefined>;
  /**
   * Returns the id that the last end entity of the username had, which was deleted. The next one of the username gets it again: with it go
   * its certificates, and the keys and subjects that are one user's.
   */
  findFormerId(username: string): Promise<number | undefined>;
  /** Returns the id of the end entity that has the key or the subject of a claim; undefined when nobody has it. */
  findClaimant(claim: ClaimKey | ClaimName): Promise<number | undefined>;
}

/** Adds an end entity. A second one of the same username is a conflict. */
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

/** Removes the end entity that has this version. Its certificates, keys and subjects stay. */
export interface DeleteEndEntity extends Write {
  readonly op: 'end-entity.delete';
  readonly endEntity: Pick<EndEntity, 'id' | 'version'>;
}

/** Keeps the id of an end entity that is deleted for the next one of its username, or finds that it is kept already. */
export interface KeepFormerId extends Write {
  readonly op: 'end-entity.keep-former-id';
  readonly username: string;
  readonly endEntityId: number;
}

/** Takes a public key at a CA for an end entity, or finds that it is theirs already. */
export interface ClaimKey extends Write {
  readonly op: 'key.claim';
  readonly caId: number;
  readonly publicKeySha256: Uint8Array;
  readonly endEntityId: number;
}

/** Takes a subject at a CA for an end entity, or finds that it is theirs already. */
export interface ClaimName extends Write {
  readonly op: 'name.claim';
  readonly caId: number;
  readonly subjectKey: Uint8Array;
  readonly endEntityId: number;
}

/** Tells whether keys that the server makes for the end entity are to be kept for recovery. */
export function isKeyRecoverable({ kind }: Pick<EndEntity, 'kind'>): boolean {
  return (kind & END_ENTITY_KIND.keyRecoverable) !== 0;
}

/** Returns the kind with, or without, the recovery of keys. */
export function withKeyRecoverable(kind: number, isRecoverable: boolean): number {
  const { keyRecoverable } = END_ENTITY_KIND;
  return isRecoverable ? kind | keyRecoverable : kind & ~keyRecoverable;
}
