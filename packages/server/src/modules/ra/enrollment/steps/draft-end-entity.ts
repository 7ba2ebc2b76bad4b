/** End entity of an enrollment, in the state after it. */
import type { DistinguishedName } from '@sealwright/pki';
import type { Write } from '../../../../kernel/unit-of-work.ts';
import type { Administrator, UseCaseDeps } from '../../../access/index.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { Document } from '../../../configuration/index.ts';
import type { CertificateProfile, EndEntityProfile } from '../../../profiles/index.ts';
import {
  type CounterRules,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStore,
  type ExtendedInformation,
  type InsertEndEntity,
  makePasswordVerifier,
  TOKEN_TYPE,
  type UpdateEndEntity,
  requestCounter,
  resetCounters,
  withKeyRecoverable,
  withoutApproval,
  withoutHolder,
} from '../../end-entities/index.ts';

/** An enrollment of any kind with its CA, profiles and end entity, by an administrator who may enroll there. */
export interface EnrollmentInPlace<Order = unknown, Authority = Pick<CertificateAuthority, 'id' | 'settings'>> {
  readonly administrator: Administrator;
  readonly order: Order;
  /** Configuration epoch under which it is planned. */
  readonly epoch: number;
  readonly authority: Authority;
  readonly certificateProfile: Document<unknown, CertificateProfile>;
  readonly endEntityProfile: Document<unknown, EndEntityProfile>;
  /** The present end entity; undefined if the username does not exist. */
  readonly existing: EndEntity | undefined;
  /** Id that the username had before, as {@link EndEntityStore.findFormerId} returns it; undefined if nobody has looked. */
  readonly formerId?: number | 'none' | undefined;
}

/** Members of an end entity that depend on the kind of enrollment. */
export interface EndEntityData {
  readonly username: string;
  readonly password: string | undefined;
  readonly subject: DistinguishedName;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly extended: ExtendedInformation;
  /** See `EnrollmentOrder`. */
  readonly keyRecoverable?: boolean | undefined;
}

export interface DraftEndEntityDeps extends Pick<UseCaseDeps, 'clock' | 'ids' | 'random'> {
  readonly endEntities: Pick<EndEntityStore, 'findFormerId'>;
}

/** Returns the end entity in the state after the enrollment. */
export async function draftEndEntity(
  deps: DraftEndEntityDeps,
  { authority, certificateProfile, endEntityProfile, existing, formerId }: EnrollmentInPlace,
  { username, password, subject, subjectAltName, email, extended, keyRecoverable }: EndEntityData,
): Promise<EndEntity> {
  const { GENERATED, NEW } = END_ENTITY_STATUS;
  // Counts this certificate as the first of the allowed ones.
  const { allowed } = requestCounter(resetCounters(extended, endEntityProfile.value));
  const status = authority.settings.finishEndEntities && allowed === 1 ? GENERATED : NEW;
  // Only for end entities that can enroll again with it: others get a new password with the next edit, and making a verifier is slow.
  const isKept = password !== undefined && password !== '' && status === NEW;
  const kind = existing?.kind ?? END_ENTITY_KIND.endUser;
  const nowMs = deps.clock.nowMs();
  return {
    id: existing?.id ?? (await newEndEntityId(username, deps, formerId)),
    username,
    caId: authority.id,
    certificateProfileId: certificateProfile.id,
    endEntityProfileId: endEntityProfile.id,
    subjectDn: subject.toString(),
    subjectAltName,
    email: email ?? existing?.email,
    status,
    tokenType: TOKEN_TYPE.USERGENERATED,
    kind: keyRecoverable === undefined ? kind : withKeyRecoverable(kind, keyRecoverable),
    passwordVerifier: isKept ? await makePasswordVerifier(password, deps.random) : undefined,
    sealedPassword: undefined,
    extended: afterFirst(withoutApproval(withoutHolder(extended)), endEntityProfile.value),
    createdMs: existing?.createdMs ?? nowMs,
    modifiedMs: nowMs,
    version: (existing?.version ?? 0) + 1,
  };
}

/** Resets requests and login attempts, and deducts the request for this certificate. */
function afterFirst(extended: ExtendedInformation, rules: CounterRules): ExtendedInformation {
  const counted = resetCounters(extended, rules);
  const { requests } = counted;
  return requests === undefined ? counted : { ...counted, requests: { ...requests, remaining: requests.allowed - 1 } };
}

/**
 * Returns the id for a new end entity: the one that its username had before, if any.
 *
 * @param formerId - as {@link EnrollmentInPlace} has it
 */
export async function newEndEntityId(
  username: string,
  { endEntities, ids }: Pick<DraftEndEntityDeps, 'endEntities' | 'ids'>,
  formerId?: number | 'none',
): Promise<number> {
  if (formerId === 'none') return ids.next();
  return formerId ?? (await endEntities.findFormerId(username)) ?? ids.next();
}

/** Returns the write that adds or changes the end entity. */
export function endEntityWrite(endEntity: EndEntity, existing: EndEntity | undefined): Write {
  const write: InsertEndEntity | UpdateEndEntity =
    existing === undefined
      ? { op: 'end-entity.insert', endEntity }
      : { op: 'end-entity.update', endEntity, expectedVersion: existing.version };
  return write;
}
