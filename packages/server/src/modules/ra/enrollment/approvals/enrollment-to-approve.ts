/** An enrollment that waits for approval: the information for approvers, and the data to execute it. */
import { type CvRequest, type Extension, knownExtension, subjectAltName } from '@sealwright/pki';
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import type { ActToApprove } from '../../../approvals/index.ts';
import { type EndEntity, stateDigest } from '../../end-entities/index.ts';
import type { RequestedCertificate } from '../../requests/index.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { ApprovalOfEndEntity } from './approval-of-end-entity.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import { askedValidity, type EnrollmentOrder, type EnrollmentWithRequest } from '../steps/enrollment-order.ts';
import { shownEndEntity, shownFurther } from './shown-end-entity.ts';
import { type EnrollmentWarnings, shownWarnings } from './shown-warnings.ts';

/** The act of an enrollment with a certificate request. It has only a verifier of the password. */
export interface EnrollmentAct {
  /** Enrollment with the names at the time of the request. */
  readonly enrollment: EnrollmentWithRequest;
  /** Document ids, since another CA or profile may have taken the name after the approval. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  /** Undefined if no password was given. After the request has ended, it only tells that one was given. */
  readonly passwordVerifier: string | undefined;
  /** True if an end entity with the username existed. */
  readonly edits: boolean;
  /** {@link stateDigest} of that end entity. Also undefined in requests of earlier releases, whose end entity is therefore unknown. */
  readonly edited: string | undefined;
}

/** An enrollment whose request was read, with the drafted end entity. */
interface DraftedEnrollment extends EnrollmentInPlace<
  EnrollmentOrder,
  Pick<CertificateAuthority, 'id' | 'settings' | 'name'>
> {
  readonly requested: RequestedCertificate;
  readonly endEntity: EndEntity;
}

/** Describes the enrollment for approvers. */
export function enrollmentToApprove(
  { requested, endEntity, ...placed }: DraftedEnrollment,
  { enrollment, passwordVerifier }: Pick<EnrollmentAct, 'enrollment' | 'passwordVerifier'>,
  { caId, caName, endEntityProfileId }: ApprovalOfEndEntity,
  warnings: EnrollmentWarnings,
): ActToApprove {
  const { authority, certificateProfile, endEntityProfile, existing } = placed;
  const edits = existing !== undefined;
  const others = requested.extensions.filter(({ oid }) => oid !== subjectAltName.oid);
  const further = shownFurther(
    endEntity,
    askedValidity(enrollment, requested),
    {
      ...(caId === authority.id ? {} : { before: { ca_name: caName } }),
      ...(requested.vouched === true ? { proof_of_possession: 'none' } : {}),
      ...(requested.cvRequest === undefined ? {} : cvDataShown(requested.cvRequest)),
    },
    others.length === 0 ? {} : { requested_extensions: others.map(extensionShown) },
    shownWarnings(warnings),
  );
  return {
    type: edits ? 'EDIT_END_ENTITY' : 'ADD_END_ENTITY',
    subject: endEntity.username,
    caId,
    endEntityProfileId,
    shown: {
      ...shownEndEntity(placed, endEntity),
      key_algorithm: requested.publicKey.algorithm.name,
      ...further,
    },
    act: storedForm({
      enrollment,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      passwordVerifier,
      edits,
      edited: existing && stateDigest(existing),
    }),
  };
}

/** Reads the `act` that {@link enrollmentToApprove} made; undefined for an act of another kind. */
export function enrollmentActOf(act: JsonObject): EnrollmentAct | undefined {
  if (act[STORED_MEMBER] === undefined) return undefined;
  const { [STORED_MEMBER]: enrollment, ...rest } = act as unknown as StoredEnrollment;
  return { ...rest, enrollment };
}

/** Facts about a request for a card verifiable certificate: its holder reference, and the signer of its outer signature. */
function cvDataShown({ holder, outer, extensions }: CvRequest) {
  return {
    holder_reference: holder.text,
    ...(outer === undefined ? {} : { outer_signature: outer.authority.text }),
    ...(extensions.length === 0 ? {} : { requested_extensions: extensions.map(({ oid }) => oid) }),
  };
}

function extensionShown({ oid, critical, value }: Extension) {
  const name = knownExtension(oid)?.name;
  return { ...(name === undefined ? {} : { name }), oid, critical, value: value.toHex() };
}

function storedForm({ enrollment, passwordVerifier, edited, ...rest }: EnrollmentAct): JsonObject {
  const { password: _password, extensionData, customData, ...members } = enrollment;
  const given = Object.entries(members).filter(
    (member): member is [string, string | number] => member[1] !== undefined,
  );
  const named = (values: EnrollmentWithRequest['customData']) => values.map(({ name, value }) => ({ name, value }));
  return {
    [STORED_MEMBER]: {
      ...Object.fromEntries(given),
      extensionData: named(extensionData),
      customData: named(customData),
    },
    ...(passwordVerifier === undefined ? {} : { passwordVerifier }),
    ...(edited === undefined ? {} : { edited }),
    ...rest,
  };
}

/** Name of the member in databases, spelled this way since the first release. */
const STORED_MEMBER = 'enrolment';

/** A stored enrollment in its database form. */
type StoredEnrollment = Omit<EnrollmentAct, 'enrollment'> & Record<typeof STORED_MEMBER, EnrollmentAct['enrollment']>;
