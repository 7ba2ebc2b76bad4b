/** An enrollment as it waits for approval: what those who decide are shown, and what executing it needs. */
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

/** An enrollment as it is kept. Of its password only a verifier is. */
export interface KeptEnrollment {
  /** The names in it are those of then. */
  readonly enrollment: EnrollmentWithRequest;
  /** Document ids: what was approved is no other CA and profile that has got the name since. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  /** Undefined when none was given. Once the request has ended, it only tells that one was. */
  readonly passwordVerifier: string | undefined;
  /** True when there was an end entity of the username. */
  readonly edits: boolean;
  /** {@link stateDigest} of that end entity. Undefined in requests of earlier releases as well: what they edit is not known. */
  readonly edited: string | undefined;
}

/** An enrollment whose request was read, with the end entity that there is to be. */
interface DraftedEnrollment extends EnrollmentInPlace<
  EnrollmentOrder,
  Pick<CertificateAuthority, 'id' | 'settings' | 'name'>
> {
  readonly requested: RequestedCertificate;
  readonly endEntity: EndEntity;
}

/** Describes the enrollment to those who decide. */
export function enrollmentToApprove(
  { requested, endEntity, ...placed }: DraftedEnrollment,
  { enrollment, passwordVerifier }: Pick<KeptEnrollment, 'enrollment' | 'passwordVerifier'>,
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

/** Reads the `act` that {@link enrollmentToApprove} made; undefined for one of another kind. */
export function keptEnrollment(act: JsonObject): KeptEnrollment | undefined {
  if (act[STORED_MEMBER] === undefined) return undefined;
  const { [STORED_MEMBER]: enrollment, ...kept } = act as unknown as StoredEnrollment;
  return { ...kept, enrollment };
}

/** Facts of a request for a card verifiable certificate: the key that it names, and who else has signed it. */
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

function storedForm({ enrollment, passwordVerifier, edited, ...kept }: KeptEnrollment): JsonObject {
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
    ...kept,
  };
}

/** The member's name in databases, where it was spelled so from the first release on. */
const STORED_MEMBER = 'enrolment';

/** A kept enrollment as databases hold it. */
type StoredEnrollment = Omit<KeptEnrollment, 'enrollment'> & Record<typeof STORED_MEMBER, KeptEnrollment['enrollment']>;
