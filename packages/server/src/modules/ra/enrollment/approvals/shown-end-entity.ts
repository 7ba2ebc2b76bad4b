/** The facts of an end entity, as those who decide about its enrollment are shown them. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { type ShownData, shownTime } from '../../../approvals/index.ts';
import { type EndEntity, type EndEntityTime, namedSettingsOf, TOKEN_TYPE } from '../../end-entities/index.ts';
import type { RequestedValidity } from '../../requests/index.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';

/** Returns names, CA, profiles and token of the end entity as it is to be. */
export function shownEndEntity(
  {
    authority,
    certificateProfile,
    endEntityProfile,
  }: Pick<
    EnrollmentInPlace<unknown, Pick<CertificateAuthority, 'id' | 'settings' | 'name'>>,
    'authority' | 'certificateProfile' | 'endEntityProfile'
  >,
  { username, subjectDn, subjectAltName, email, tokenType }: EndEntity,
): ShownData {
  const token = Object.entries(TOKEN_TYPE).find(([, number]) => number === tokenType)?.[0];
  return {
    end_entity_name: username,
    subject_dn: subjectDn,
    ...(subjectAltName === undefined ? {} : { subject_alternative_name: subjectAltName }),
    ...(email === undefined ? {} : { email }),
    ca_name: authority.name,
    certificate_profile_name: certificateProfile.name,
    end_entity_profile_name: endEntityProfile.name,
    ...(token === undefined ? {} : { token }),
  };
}

/**
 * Returns all that has no member of its own and may change what is issued, or is kept: JSON, so that no value looks like another one.
 *
 * Validity and extensions are those that are asked for; the profile says when the certificate is issued what of them it gets. The data are
 * those that the end entity is to have, with what it has already, and so are times that nobody asks for now.
 *
 * @param before - further facts, which come first
 * @param after - further facts, which come between the validity and the data
 * @param last - facts that are cut off first where all of them are very long
 */
export function shownFurther(
  { extended }: Pick<EndEntity, 'extended'>,
  { notBefore, notAfter }: RequestedValidity,
  before: JsonObject = {},
  after: JsonObject = {},
  last: JsonObject = {},
): ShownData {
  const { extensionData, certificateSerialNumber: serialNumber, startTime, endTime } = extended;
  const customData = [...Object.entries(extended.customData ?? {}), ...namedSettings(extended)];
  const start = notBefore === undefined ? timeShown(startTime) : shownTime(notBefore);
  const end = notAfter === undefined ? timeShown(endTime) : shownTime(notAfter);
  const facts = {
    ...before,
    ...(start === undefined ? {} : { start_time: start }),
    ...(end === undefined ? {} : { end_time: end }),
    ...(serialNumber === undefined ? {} : { certificate_serial_number: serialNumber }),
    ...after,
    ...(extensionData === undefined ? {} : { extension_data: extensionData }),
    ...(customData.length === 0 ? {} : { custom_data: Object.fromEntries(customData) }),
    ...last,
  };
  return Object.keys(facts).length === 0 ? {} : { certificate_extension_data: bounded(JSON.stringify(facts)) };
}

/** Returns the settings that have no member, by their names; several values of one in a list. */
function namedSettings(extended: EndEntity['extended']): readonly (readonly [string, string | string[]])[] {
  const byName = Map.groupBy(namedSettingsOf(extended), ({ name }) => name);
  return [...byName].map(([name, values]) => {
    const texts = values.map(({ value }) => value);
    return [name, texts.length === 1 ? texts[0]! : texts];
  });
}

function timeShown(time: EndEntityTime | undefined): string | undefined {
  return time && (time.kind === 'absolute' ? shownTime(time.seconds) : `${time.seconds} s after the issuance`);
}

/** Bounds a text and says so: who decides can reject what they cannot see. */
function bounded(text: string): string {
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}... (the first ${MAX_SHOWN} of ${text.length} characters)`;
}

const MAX_SHOWN = 8192;
