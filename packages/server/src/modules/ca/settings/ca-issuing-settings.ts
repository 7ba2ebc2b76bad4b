/** Settings of the certificates that a CA issues: serial numbers, uniqueness, and addresses. */
import { type Static, Type } from 'typebox';
import { reference, type ReportProblem } from '../../configuration/index.ts';
import { addressesOf, uris } from './address-settings.ts';

const flag = (value: boolean, description: string) => Type.Boolean({ description, default: value });

/** Members of the document common to CAs of all kinds. */
export const issuingMembers = {
  serialNumberOctets: Type.Integer({
    description: 'The length of random serial numbers in octets.',
    minimum: 8,
    maximum: 20,
    default: 20,
  }),
  enforceUniquePublicKeys: flag(true, 'Refuses a public key that another end entity of the CA has.'),
  enforceUniqueDistinguishedName: flag(
    true,
    "Refuses a subject that another end entity of the CA has. An empty one is nobody's.",
  ),
  finishUser: flag(true, 'Refuses a second enrollment of an end entity until it is set to `NEW` again.'),
  allowChangingRevocationReason: flag(false, 'Lets the reason of a revocation be changed afterwards.'),
  allowInvalidityDate: flag(false, 'Lets a revocation name the date since which the key is not trusted.'),
  reserveNamesOfRoles: flag(
    true,
    'Issues names that members of roles go by only for those who have all rights of these roles.',
  ),
};

/** Further members, of X.509 CAs. */
export const locationMembers = {
  crlDistributionPoints: uris(
    'Addresses of the CRL, for profiles that take them from the CA. With partitions, `*` stands for the partition.',
  ),
  caIssuerUris: uris("Addresses of the CA's certificate, for profiles that take them from the CA."),
  ocspUris: uris('Addresses of OCSP responders, for profiles that take them from the CA.'),
};

/** Publishers, for CAs with published certificates and CRLs. */
export const publisherMembers = {
  crlPublishers: Type.Array(reference('PUBLISHER'), {
    description: 'The publishers that get the certificate and the CRLs of the CA, whenever there is a new one.',
    maxItems: 100,
    default: [],
  }),
};

type Settings = Static<ReturnType<typeof Type.Object<typeof issuingMembers>>>;

/** Validated settings of the certificates that a CA issues. */
export interface IssuingSettings {
  /** Length of its serial numbers in octets, 8 to 20. */
  readonly serialNumberOctets: number;
  readonly enforceUniquePublicKeys: boolean;
  readonly enforceUniqueSubjects: boolean;
  /** True if an end entity cannot enroll again after it got its certificate, until it is edited. */
  readonly finishEndEntities: boolean;
  readonly allowRevocationReasonChange: boolean;
  readonly allowInvalidityDate: boolean;
  readonly reservesNamesOfRoles: boolean;
}

/** Addresses other than those of CRLs, for profiles that use the addresses of the CA. */
export interface LocationSettings {
  readonly caIssuerUris: readonly string[];
  readonly ocspUris: readonly string[];
}

/** Reads {@link issuingMembers}. */
export function issuingSettings(settings: Settings): IssuingSettings {
  return {
    serialNumberOctets: settings.serialNumberOctets,
    enforceUniquePublicKeys: settings.enforceUniquePublicKeys,
    enforceUniqueSubjects: settings.enforceUniqueDistinguishedName,
    finishEndEntities: settings.finishUser,
    allowRevocationReasonChange: settings.allowChangingRevocationReason,
    allowInvalidityDate: settings.allowInvalidityDate,
    reservesNamesOfRoles: settings.reserveNamesOfRoles,
  };
}

/** Reads {@link locationMembers}, and reports problems. */
export function locationSettings(
  settings: Static<ReturnType<typeof Type.Object<typeof locationMembers>>>,
  report: ReportProblem,
): LocationSettings {
  return {
    caIssuerUris: addressesOf(settings, 'caIssuerUris', report),
    ocspUris: addressesOf(settings, 'ocspUris', report),
  };
}
