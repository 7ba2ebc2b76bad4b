/** The settings of what a CA issues: serial numbers, what has to be unique, and what its certificates say of it. */
import { type Static, Type } from 'typebox';
import { reference, type ReportProblem } from '../../configuration/index.ts';
import { addressesOf } from './address-settings.ts';

const flag = (value: boolean, description: string) => Type.Boolean({ description, default: value });
const uris = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { description, maxItems: 32, default: [] });

/** The members of the document that all kinds of CAs have. */
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

/** Further ones, of CAs of X.509. */
export const locationMembers = {
  crlDistributionPoints: uris(
    'Addresses of the CRL, for profiles that take them from the CA. With partitions, `*` stands for the partition.',
  ),
  caIssuerUris: uris("Addresses of the CA's certificate, for profiles that take them from the CA."),
  ocspUris: uris('Addresses of OCSP responders, for profiles that take them from the CA.'),
};

/** The publishers of CAs whose certificates and CRLs others read. */
export const publisherMembers = {
  crlPublishers: Type.Array(reference('PUBLISHER'), {
    description: 'The publishers that get the certificate and the CRLs of the CA, whenever there is a new one.',
    maxItems: 100,
    default: [],
  }),
};

type Settings = Static<ReturnType<typeof Type.Object<typeof issuingMembers>>>;

/** Settings of the certificates that a CA issues, checked. */
export interface IssuingSettings {
  /** Octets of the serial numbers that it gives, 8 to 20. */
  readonly serialNumberOctets: number;
  readonly enforceUniquePublicKeys: boolean;
  readonly enforceUniqueSubjects: boolean;
  /** True when an end entity that got its certificate cannot enroll again before it is edited. */
  readonly finishEndEntities: boolean;
  readonly allowRevocationReasonChange: boolean;
  readonly allowInvalidityDate: boolean;
  readonly reservesNamesOfRoles: boolean;
}

/** Addresses beside those of its CRLs, for profiles that say "as the CA defines". */
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

/** Reads {@link locationMembers}; what cannot be is reported. */
export function locationSettings(
  settings: Static<ReturnType<typeof Type.Object<typeof locationMembers>>>,
  report: ReportProblem,
): LocationSettings {
  return {
    caIssuerUris: addressesOf(settings, 'caIssuerUris', report),
    ocspUris: addressesOf(settings, 'ocspUris', report),
  };
}
