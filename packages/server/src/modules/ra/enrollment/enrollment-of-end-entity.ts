/** Enrollment of an existing end entity that authenticates with its password: names, profiles and validity are its own. */
import { DistinguishedName, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType, type FieldDecisions } from '../../profiles/index.ts';
import { afterIssuance, type EndEntity, withoutApproval, withoutHolder } from '../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../errors/index.ts';
import { type RequestedNames, requireIssuableNames } from '../requests/index.ts';
import { type AnyCheckedEnrollment, withEndEntity } from './checked-enrollment.ts';
import type { EnrollmentOrder } from './steps/enrollment-order.ts';

/** Makes an order from the members of the end entity. */
export async function orderOf(
  { username, email, certificateProfileId, endEntityProfileId, extended, tokenType }: EndEntity,
  certificateAuthorityName: string,
  { configuration }: { readonly configuration: Configuration },
): Promise<EnrollmentOrder> {
  const named = Object.entries(extended.extensionData ?? {}).map(([name, value]) => ({ name, value }));
  return {
    certificateAuthorityName,
    certificateProfileName: (await configuration.getById(certificateProfileType, certificateProfileId)).name,
    endEntityProfileName: (await configuration.getById(endEntityProfileType, endEntityProfileId)).name,
    username,
    password: undefined,
    email,
    tokenType,
    accountBindingId: extended.accountBindingId,
    notBefore: undefined,
    notAfter: undefined,
    strictValidity: true,
    subjectDn: undefined,
    extensionData: named,
    customData: [],
  };
}

/** Returns the names of the end entity in the form of requested names. */
export function namesOf({ subjectDn, subjectAltName: names }: EndEntity, decisions?: FieldDecisions): RequestedNames {
  decisions?.decide('subject', 'end entity');
  if (names !== undefined) decisions?.askExtension(subjectAltName.oid, 'end entity');
  return requireIssuableNames({
    subject: DistinguishedName.parse(subjectDn),
    alternativeNames: names === undefined ? [] : parseGeneralNames(names),
  });
}

/** Refuses an end entity with settings that the enrollment would ignore. @throws {@link EndEntityCannotEnrollError} */
export function requireEnrollableNow({ username, extended }: EndEntity): void {
  if (extended.approvedRequest !== undefined)
    throw new EndEntityCannotEnrollError(
      username,
      `finalize the request ${extended.approvedRequest}, which was approved`,
    );
}

/** Returns the enrollment with its end entity in the state after issuance. */
export function afterEnrollment<Checked extends AnyCheckedEnrollment>(checked: Checked, existing: EndEntity): Checked {
  const { authority, endEntityProfile } = checked;
  const issued = afterIssuance(existing, {
    finishes: authority.settings.finishEndEntities,
    renewable: endEntityProfile.value.renewDaysBeforeExpiration !== undefined,
  });
  const extended = withoutApproval(withoutHolder(issued.extended));
  const { modifiedMs, version } = checked.endEntity;
  return withEndEntity(checked, { endEntity: { ...issued, extended, modifiedMs, version } });
}
