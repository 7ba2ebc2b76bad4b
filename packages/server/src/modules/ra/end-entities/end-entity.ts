/** End entities: who may get certificates, under which names and profiles. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';

/** The states of an end entity. */
export const END_ENTITY_STATUS = {
  NEW: 10,
  FAILED: 11,
  INITIALIZED: 20,
  INPROCESS: 30,
  GENERATED: 40,
  REVOKED: 50,
  HISTORICAL: 60,
  KEYRECOVERY: 70,
} as const;

/** In which form an end entity gets key and certificate. */
export const TOKEN_TYPE = { USERGENERATED: 1, P12: 2, JKS: 3, PEM: 4, BCFKS: 5 } as const;

/** The bits of an end entity's kind. */
export const END_ENTITY_KIND = { endUser: 1 } as const;

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
  readonly status: number;
  readonly tokenType: number;
  readonly kind: number;
  readonly passwordVerifier: string | undefined;
  readonly extended: JsonObject;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly version: number;
}

/** Reads end entities. */
export interface EndEntityStore {
  findByUsername(username: string): Promise<EndEntity | undefined>;
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
