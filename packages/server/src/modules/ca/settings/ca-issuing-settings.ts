/** The settings of what a CA issues: serial numbers, what has to be unique, and what its certificates say of it. */
import { type Static, Type } from 'typebox';

const uris = () => Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 32, default: [] });

/** The members of the document that all kinds of CAs have. */
export const issuingMembers = {
  serialNumberOctets: Type.Integer({ minimum: 8, maximum: 20, default: 20 }),
  enforceUniquePublicKeys: Type.Boolean({ default: true }),
  enforceUniqueDistinguishedName: Type.Boolean({ default: true }),
  /** Whether an end entity that got its certificate has to be set to NEW before it can enroll again. */
  finishUser: Type.Boolean({ default: true }),
  allowChangingRevocationReason: Type.Boolean({ default: false }),
  allowInvalidityDate: Type.Boolean({ default: false }),
  /** Whether names that members of roles go by are issued only for who has the rights of these roles. */
  reserveNamesOfRoles: Type.Boolean({ default: true }),
};

/** Further ones, of CAs of X.509. */
export const locationMembers = {
  crlDistributionPoints: uris(),
  caIssuerUris: uris(),
  ocspUris: uris(),
};

type Settings = Static<ReturnType<typeof Type.Object<typeof issuingMembers>>>;

/** What a CA's certificates are like, checked. */
export interface IssuingSettings {
  /** Octets of the serial numbers that it gives, 8 to 20. */
  readonly serialNumberOctets: number;
  readonly enforceUniquePublicKeys: boolean;
  readonly enforceUniqueSubjects: boolean;
  /** Whether an end entity that got its certificate cannot enroll again before it is edited. */
  readonly finishEndEntities: boolean;
  readonly allowRevocationReasonChange: boolean;
  readonly allowInvalidityDate: boolean;
  readonly reservesNamesOfRoles: boolean;
}

/** Where things are found, beside its CRLs, for profiles that say "as the CA defines". */
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

/** Reads {@link locationMembers}. */
export function locationSettings(
  settings: Static<ReturnType<typeof Type.Object<typeof locationMembers>>>,
): LocationSettings {
  return {
    caIssuerUris: settings.caIssuerUris,
    ocspUris: settings.ocspUris,
  };
}
