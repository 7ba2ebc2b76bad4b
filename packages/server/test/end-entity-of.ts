import {
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  TOKEN_TYPE,
} from '../src/modules/ra/end-entities/end-entity.ts';
import { freshId, freshName } from './contracts/contract-writes.ts';

/** Makes an end entity of an id and a name of its own that is NEW and has no password. */
export function endEntityOf(changes: Partial<EndEntity> = {}): EndEntity {
  return {
    id: freshId(),
    username: freshName(),
    caId: 1,
    certificateProfileId: 2,
    endEntityProfileId: 3,
    subjectDn: 'CN=user',
    subjectAltName: undefined,
    email: undefined,
    status: END_ENTITY_STATUS.NEW,
    tokenType: TOKEN_TYPE.USERGENERATED,
    kind: END_ENTITY_KIND.endUser,
    passwordVerifier: undefined,
    sealedPassword: undefined,
    extended: {},
    createdMs: 1,
    modifiedMs: 2,
    version: 1,
    ...changes,
  };
}
