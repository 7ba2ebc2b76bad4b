/** An enrolment as it waits for approval: what those who decide are shown, and what executing it needs. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { ActToApprove } from '../approvals/index.ts';
import type { EndEntity } from './end-entity.ts';
import type { EnrolmentContext } from './end-entity-enrolment.ts';
import type { Pkcs10Enrolment } from './enroll-pkcs10.ts';
import type { RequestedCertificate } from './read-certificate-request.ts';

/** What is kept of an enrolment. Its password is not: only what it can be compared with. */
export interface KeptEnrolment {
  /** The names in it are those of then. */
  readonly enrolment: Pkcs10Enrolment;
  /** Document ids: what was approved is no other CA and profile that has got the name since. */
  readonly caId: number;
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  /** Undefined when none was given. */
  readonly passwordVerifier: string | undefined;
  /** Whether there was an end entity of the username. */
  readonly edits: boolean;
}

/** Describes the enrolment to those who decide. */
export function enrolmentToApprove(
  { authority, certificateProfile, endEntityProfile, existing }: EnrolmentContext & { authority: { name: string } },
  endEntity: EndEntity,
  { publicKey }: RequestedCertificate,
  { enrolment, passwordVerifier }: Pick<KeptEnrolment, 'enrolment' | 'passwordVerifier'>,
): ActToApprove {
  const { username, subjectDn, subjectAltName, email } = endEntity;
  const edits = existing !== undefined;
  return {
    type: edits ? 'EDIT_END_ENTITY' : 'ADD_END_ENTITY',
    subject: username,
    caId: authority.id,
    endEntityProfileId: endEntityProfile.id,
    shown: {
      end_entity_name: username,
      subject_dn: subjectDn,
      ...(subjectAltName === undefined ? {} : { subject_alternative_name: subjectAltName }),
      ...(email === undefined ? {} : { email }),
      ca_name: authority.name,
      certificate_profile_name: certificateProfile.name,
      end_entity_profile_name: endEntityProfile.name,
      key_algorithm: publicKey.algorithm.name,
      token: 'USERGENERATED',
    },
    act: storedForm({
      enrolment,
      caId: authority.id,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      passwordVerifier,
      edits,
    }),
  };
}

/** Reads the `act` that {@link enrolmentToApprove} made. */
export function keptEnrolment(act: JsonObject): KeptEnrolment {
  const { enrolment, ...kept } = act as unknown as KeptEnrolment;
  const nothing = {
    password: undefined,
    email: undefined,
    accountBindingId: undefined,
    notBefore: undefined,
    notAfter: undefined,
    subjectDn: undefined,
  };
  // JSON leaves out what is undefined.
  return { ...kept, enrolment: { ...nothing, ...enrolment } };
}

function storedForm({ enrolment, passwordVerifier, ...kept }: KeptEnrolment): JsonObject {
  const { password: _password, extensionData, customData, ...members } = enrolment;
  const given = Object.entries(members).filter(
    (member): member is [string, string | number] => member[1] !== undefined,
  );
  const named = (values: Pkcs10Enrolment['customData']) => values.map(({ name, value }) => ({ name, value }));
  return {
    enrolment: {
      ...Object.fromEntries(given),
      extensionData: named(extensionData),
      customData: named(customData),
    },
    ...(passwordVerifier === undefined ? {} : { passwordVerifier }),
    ...kept,
  };
}
