/** A revocation that waits for approval: the information for approvers, and the data to execute it. */
import { AttributeType, Certificate, formatGeneralNames, type SerialNumber, subjectAltName } from '@sealwright/pki';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type ActToApprove, type ShownData, shownTime } from '../../approvals/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import type { CertificateRecord, RevocationReason } from '../records/index.ts';
import type { RevocationRequest } from './revocation-rules.ts';

/** An approved revocation, as requested. */
export interface ApprovedRevocation {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly request: RevocationRequest;
}

/** Describes the revocation for approvers. */
export async function revocationToApprove(
  { authority, record }: { readonly authority: CertificateAuthority; readonly record: CertificateRecord },
  request: RevocationRequest,
  configuration: Configuration,
): Promise<ActToApprove> {
  const { caId, serialNumber, endEntityProfileId } = record;
  const { reason, date, invalidityDate } = request;
  return {
    type: 'REVOKE_CERTIFICATE',
    subject: `${serialNumber}:${reason ?? ''}`,
    caId,
    endEntityProfileId,
    shown: await shownOf(authority, record, request, configuration),
    act: { caId, serialNumber, reason: reason ?? null, date: date ?? null, invalidityDate: invalidityDate ?? null },
  };
}

/** Reads the `act` that {@link revocationToApprove} made. */
export function approvedRevocation(act: JsonObject): ApprovedRevocation {
  const { caId, serialNumber, reason, date, invalidityDate } = act as unknown as StoredRevocation;
  return {
    caId,
    serialNumber,
    request: { reason: reason ?? undefined, date: date ?? undefined, invalidityDate: invalidityDate ?? undefined },
  };
}

interface StoredRevocation {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly reason: RevocationReason | null;
  readonly date: number | null;
  readonly invalidityDate: number | null;
}

async function shownOf(
  authority: CertificateAuthority,
  { der, serialNumber, username, certificateProfileId, endEntityProfileId }: CertificateRecord,
  { reason, date, invalidityDate }: RevocationRequest,
  configuration: Configuration,
): Promise<ShownData> {
  const certificateProfile = await configuration.findById(certificateProfileType, certificateProfileId);
  const endEntityProfile = await configuration.findById(endEntityProfileType, endEntityProfileId);
  // Of some certificates only the serial number is known, and those of other kinds have no subject.
  const certificate = authority.kind === 'X509' && der.length > 0 ? Certificate.parse(der) : undefined;
  return {
    ca_name: authority.name,
    issuer_dn: authority.settings.subject.toString(),
    serial_number: serialNumber,
    ...(username === undefined ? {} : { end_entity_name: username }),
    ...(certificate === undefined ? {} : subjectShown(certificate)),
    ...(certificateProfile === undefined ? {} : { certificate_profile_name: certificateProfile.name }),
    ...(endEntityProfile === undefined ? {} : { end_entity_profile_name: endEntityProfile.name }),
    ...(reason === undefined ? {} : { reason }),
    ...(date === undefined ? {} : { revocation_date: shownTime(date) }),
    ...(invalidityDate === undefined ? {} : { invalidity_date: shownTime(invalidityDate) }),
  };
}

/** Returns all names of a certificate for approvers. */
export function subjectShown(certificate: Certificate): ShownData {
  const { subject } = certificate;
  const names = certificate.extension(subjectAltName) ?? [];
  const addresses = [
    ...names.flatMap((name) => (name.type === 'rfc822Name' ? [name.value] : [])),
    ...subject.values(AttributeType.emailAddress),
  ];
  return {
    subject_dn: subject.toString(),
    ...(names.length === 0 ? {} : { subject_alternative_name: formatGeneralNames(names) }),
    ...(addresses[0] === undefined ? {} : { email: addresses[0] }),
  };
}
