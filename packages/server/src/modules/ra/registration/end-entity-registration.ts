/** A requested end entity: the parts common to adding and editing. */
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

/** A registration with its CA, profiles and end entity. */
export interface PlacedRegistration extends EnrollmentInPlace<
  EndEntityRegistration,
  SigningAuthority | CvcSigningAuthority
> {
  /** The approved request; undefined for a registration requested now. */
  readonly approved?: ApprovedRegistration | undefined;
  /** Generated password, which is shown only in the answer. */
  readonly generatedPassword?: string | undefined;
}

/** Members of an approval request that the end entity gets. */
export interface ApprovedRegistration {
  readonly requestId: number;
  /** Verifier of the given password; undefined if none was given. */
  readonly passwordVerifier: string | undefined;
}

/** Result of a registration: done, or a pending approval. */
export type RegistrationResult = ({ readonly outcome: 'registered' } | PendingApproval) & WithGeneratedPassword;

/** Part of an answer that is shown once and not stored. */
export interface WithGeneratedPassword {
  /** Undefined if none was generated. */
  readonly generatedPassword?: string | undefined;
}

/** Parses the names. @throws {@link EnrollmentInputError} */
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

/** Returns the names after the profile has completed them. @throws {@link EnrollmentInputError} for names that are impossible in a certificate */
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
