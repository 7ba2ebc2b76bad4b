/** Facts about an end entity, as shown to the approvers of its enrollment. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { type ShownData, shownTime } from '../../../approvals/index.ts';
import { type EndEntity, type EndEntityTime, namedSettingsOf, TOKEN_TYPE } from '../../end-entities/index.ts';
import type { RequestedValidity } from '../../requests/index.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';

/** Returns names, CA, profiles and token of the end entity after the act. */
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
 * Returns everything without a member of its own that may affect the certificate, or is stored: as JSON, so that values cannot be confused.
 *
 * Validity and extensions are the requested ones; the profile decides about them at issuance. Data, and times that were not requested now, are those
 * of the end entity after the act.
 *
 * @param before - further facts at the beginning
 * @param after - further facts between the validity and the data
 * @param last - facts that are cut off first if the text is too long
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

/** Returns the settings without members, by name; several values of one setting as a list. */
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

/** Limits a text and says so, so that approvers can reject text that they cannot see. */
function bounded(text: string): string {
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}... (the first ${MAX_SHOWN} of ${text.length} characters)`;
}

const MAX_SHOWN = 8192;
