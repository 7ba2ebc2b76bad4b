/** An enrolment as it waits for approval: what those who decide are shown, and what executing it needs. */
import { type Extension, knownExtension, subjectAltName } from '@sealwright/pki';
import type { JsonObject } from '../../kernel/canonical-json.ts';
import { type ActToApprove, type ShownData, shownTime } from '../approvals/index.ts';
import type { EndEntity } from './end-entity.ts';
import type { EnrolmentContext } from './end-entity-enrolment.ts';
import type { Pkcs10Enrolment } from './pkcs10-enrolment.ts';
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
  { publicKey, extensions }: RequestedCertificate,
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
      ...furtherShown(enrolment, extensions, endEntity),
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

/**
 * All that has no member of its own and may change what is issued, or is kept: JSON, so that no value looks like another one.
 *
 * Validity and extensions are those that are asked for; the profile says when the certificate is issued what of them it gets. The data are
 * those that the end entity is to have, with what it has already.
 */
function furtherShown(
  { notBefore, notAfter }: Pkcs10Enrolment,
  extensions: readonly Extension[],
  { extended: { extensionData, customData } }: EndEntity,
): ShownData {
  const others = extensions.filter(({ oid }) => oid !== subjectAltName.oid);
  const facts = {
    ...(notBefore === undefined ? {} : { start_time: shownTime(notBefore) }),
    ...(notAfter === undefined ? {} : { end_time: shownTime(notAfter) }),
    ...(others.length === 0 ? {} : { requested_extensions: others.map(extensionShown) }),
    ...(extensionData === undefined ? {} : { extension_data: extensionData }),
    ...(customData === undefined ? {} : { custom_data: customData }),
  };
  return Object.keys(facts).length === 0 ? {} : { certificate_extension_data: bounded(JSON.stringify(facts)) };
}

function extensionShown({ oid, critical, value }: Extension) {
  const name = knownExtension(oid)?.name;
  return { ...(name === undefined ? {} : { name }), oid, critical, value: value.toHex() };
}

/** What is cut off is said to be: who decides can reject what they cannot see. */
function bounded(text: string): string {
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}... (the first ${MAX_SHOWN} of ${text.length} characters)`;
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

const MAX_SHOWN = 8192;
