import { AppError } from '../../../kernel/errors.ts';

/** The profile does not allow a certificate for that public key. */
export class KeyNotAllowedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.key_not_allowed';
}

/** The profile is for another kind of certificate than was asked for. */
export class ProfileFormatError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.other_format';

  /** @param wanted - the format that would be right */
  constructor(format: string, wanted: string) {
    super(`The certificate profile is for ${format} certificates and not for ${wanted}. Choose another one.`);
  }
}

/** An SSH extension that the profile does not let in, or none where it asks for some. */
export class SshExtensionError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.ssh_extension';
}

/** There is no time in which the certificate could be valid. */
export class ValidityImpossibleError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.validity_impossible';

  /** @param notBefore - seconds since 1970 */
  constructor(notBefore: number, notAfter: number, reason: string) {
    super(`The certificate would be valid from ${isoTime(notBefore)} to ${isoTime(notAfter)}: ${reason}.`);
  }
}

/** A caller wants the validity that they ask for or none, and the profile decides on it alone. */
export class ValidityNotAllowedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.validity_not_allowed';

  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' decides on the validity: ask for no beginning and no end, or set its allowValidityOverride.`,
    );
  }
}

/** An end entity names the serial number of its certificate, which its certificate profile leaves to the CA. */
export class SerialNumberNotAllowedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.serial_number_not_allowed';

  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' leaves the serial number to the CA: name none, or set its allowCertificateSerialNumberOverride.`,
    );
  }
}

/** An end entity names subtrees of names, and its certificate profile writes none. */
export class NameConstraintsNotAllowedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.name_constraints_not_allowed';

  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' writes no name constraints: give none, or use a profile of a CA that has nameConstraintsUsed.`,
    );
  }
}

/** A pattern for values is none, or uses what `LinearPattern` does not know. The message continues "the pattern ...". */
export class BadPatternError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'profile.bad_pattern';
}

/** One way in which an end entity is not as its profile asks. */
export interface ProfileViolation {
  /** `username`, `subjectDn.CN`, `subjectAlternativeName.DNSNAME`, `email`, ... */
  readonly field: string;
  /** Completes "the field ...": what is wrong and what would be right. */
  readonly message: string;
}

/** The end entity is not as its end entity profile asks. */
export class ProfileViolationError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'profile.violation';
  readonly violations: readonly ProfileViolation[];

  constructor(profileName: string, violations: readonly ProfileViolation[]) {
    const texts = violations.slice(0, MAX_SHOWN).map(({ field, message }) => `the field ${field} ${message}`);
    const more = violations.length > MAX_SHOWN ? `; and ${violations.length - MAX_SHOWN} more` : '';
    const advice = violations.some(({ field }) => field === 'certificateProfile')
      ? certificateProfileAdvice(profileName)
      : '';
    super(`The end entity profile '${profileName}' does not allow it: ${texts.join('; ')}${more}.${advice}`);
    this.violations = violations;
  }
}

/** Advises what to set so that a certificate profile can be used. The one that is built in has those that are built in, and cannot be changed. */
function certificateProfileAdvice(endEntityProfileName: string): string {
  return endEntityProfileName === 'EMPTY'
    ? " 'EMPTY' is built in and has the built-in certificate profiles of end entities alone: make an end entity profile that has " +
        'the certificate profile in availableCertificateProfiles, and name that one in the request.'
    : ' Add the certificate profile there.';
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

const MAX_SHOWN = 5;
