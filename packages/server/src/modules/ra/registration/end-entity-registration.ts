/** An end entity as it is asked for: what adding and editing have in common. */
import {
  DistinguishedName,
  parseGeneralNames,
  PkiError,
  requireIssuableGeneralNames,
  requireIssuableName,
} from '@sealwright/pki';
import type { PendingApproval } from '../../approvals/index.ts';
import type { CvcSigningAuthority, SigningAuthority } from '../../ca/index.ts';
import type { EndEntityRegistration } from '../end-entities/index.ts';
import type { EnrollmentInPlace } from '../enrollment/index.ts';
import { EnrollmentInputError } from '../errors/index.ts';
import type { RequestedNames } from '../requests/index.ts';

/** A registration with the CA, the profiles and the end entity that it names. */
export interface PlacedRegistration extends EnrollmentInPlace<
  EndEntityRegistration,
  SigningAuthority | CvcSigningAuthority
> {
  /** The request that others have approved; undefined for what is asked for now. */
  readonly approved?: ApprovedRegistration | undefined;
  /** The password that it gets of the program, which only the answer tells. */
  readonly generatedPassword?: string | undefined;
}

/** The parts of a request for approval that the end entity gets. */
export interface ApprovedRegistration {
  readonly requestId: number;
  /** That of the password that was given; undefined when none was. */
  readonly passwordVerifier: string | undefined;
}

/** Outcome of a registration: it is done, or others have to approve it first. */
export type RegistrationResult = ({ readonly outcome: 'registered' } | PendingApproval) & WithGeneratedPassword;

/** A part of an answer, which is told once and kept nowhere. */
export interface WithGeneratedPassword {
  /** Undefined where none was made. */
  readonly generatedPassword?: string | undefined;
}

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

/** Returns the names that a profile has completed. @throws {@link EnrollmentInputError} for those that no certificate has */
export function issuable(names: RequestedNames): RequestedNames {
  reading('subjectAltName', () => requireIssuableGeneralNames(names.alternativeNames));
  return names;
}

function reading<T>(member: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`${member} is malformed: ${error.message}.`, { cause: error });
  }
}
