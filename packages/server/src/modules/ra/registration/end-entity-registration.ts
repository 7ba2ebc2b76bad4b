/** An end entity as it is asked for: what adding and editing have in common. */
import {
  DistinguishedName,
  parseGeneralNames,
  PkiError,
  requireIssuableGeneralNames,
  requireIssuableName,
  type SerialNumber,
} from '@sealwright/pki';
import type { EndEntityStatusName, NamedValue, TokenTypeName } from '../end-entities/index.ts';
import type { CvcSigningAuthority, SigningAuthority } from '../../ca/index.ts';
import type { EnrollmentInPlace } from '../enrollment/index.ts';
import { EnrollmentInputError } from '../errors.ts';
import type { RequestedNames } from '../requests/index.ts';

/** An end entity that is to be added, or that one is to become. What is absent it is not to have, but for the password. */
export interface EndEntityRegistration {
  readonly username: string;
  /** Undefined or empty: an edit keeps the one that there is. */
  readonly password: string | undefined;
  /** RFC 4514 text. */
  readonly subjectDn: string;
  /** As `dNSName=a.example, rfc822Name=b@example.org`. */
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly token: TokenTypeName;
  readonly status: EndEntityStatusName;
  /** Undefined: as its profile says, or as it was. */
  readonly keyRecoverable: boolean | undefined;
  readonly accountBindingId: string | undefined;
  /** Seconds since 1970. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly certificateSerialNumber: SerialNumber | undefined;
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A registration with the CA, the profiles and the end entity that it names. */
export type PlacedRegistration = EnrollmentInPlace<EndEntityRegistration, SigningAuthority | CvcSigningAuthority>;

/** Reads the names. @throws {@link EnrollmentInputError} */
export function readNames({ subjectDn, subjectAltName }: EndEntityRegistration): RequestedNames {
  const subject = reading('subjectDn', () => {
    const parsed = DistinguishedName.parse(subjectDn);
    requireIssuableName(parsed);
    return parsed;
  });
  const alternativeNames = reading('subjectAltName', () => {
    const parsed = parseGeneralNames(subjectAltName ?? '');
    requireIssuableGeneralNames(parsed);
    return parsed;
  });
  return { subject, alternativeNames };
}

function reading<T>(member: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`${member} is malformed: ${error.message}.`, { cause: error });
  }
}
