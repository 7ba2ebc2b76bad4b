import { appError } from '../../../kernel/errors.ts';
import { isoMoment } from '../../../kernel/text/moments.ts';

/** A public key that the profile does not allow. */
export class KeyNotAllowedError extends appError('refused-by-policy', 'profile.key_not_allowed') {}

/** A profile for another kind of certificate than requested. */
export class ProfileFormatError extends appError('refused-by-policy', 'profile.other_format') {
  /** @param wanted - the required format */
  constructor(format: string, wanted: string) {
    super(`The certificate profile is for ${format} certificates and not for ${wanted}. Choose another one.`);
  }
}

/** An SSH extension that the profile does not allow, or a missing one if the profile requires some. */
export class SshExtensionError extends appError('refused-by-policy', 'profile.ssh_extension') {}

/** A certificate whose validity would be empty. */
export class ValidityImpossibleError extends appError('refused-by-policy', 'profile.validity_impossible') {
  /** @param notBefore - seconds since 1970 */
  constructor(notBefore: number, notAfter: number, reason: string) {
    super(`The certificate would be valid from ${isoMoment(notBefore)} to ${isoMoment(notAfter)}: ${reason}.`);
  }
}

/** A requested validity that the caller insists on, under a profile that ignores it. */
export class ValidityNotAllowedError extends appError('refused-by-policy', 'profile.validity_not_allowed') {
  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' decides on the validity: ask for no beginning and no end, or set its allowValidityOverride.`,
    );
  }
}

/** A serial number of an end entity, under a certificate profile that leaves it to the CA. */
export class SerialNumberNotAllowedError extends appError('refused-by-policy', 'profile.serial_number_not_allowed') {
  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' leaves the serial number to the CA: name none, or set its allowCertificateSerialNumberOverride.`,
    );
  }
}

/** Name constraints of an end entity, under a certificate profile without name constraints. */
export class NameConstraintsNotAllowedError extends appError(
  'refused-by-policy',
  'profile.name_constraints_not_allowed',
) {
  constructor(profileName: string) {
    super(
      `The certificate profile '${profileName}' writes no name constraints: give none, or use a profile of a CA that has nameConstraintsUsed.`,
    );
  }
}

/** An end entity says something of itself that its certificate profile writes into no extension. */
export class ExtensionNotAllowedError extends appError('refused-by-policy', 'profile.extension_not_allowed') {
  /** @param setting - the one of the certificate profile that would write it */
  constructor(profileName: string, setting: string) {
    super(
      `The certificate profile '${profileName}' does not write what the end entity says of itself: leave it out, or set ${setting} of the profile.`,
    );
  }
}

/** A common name is too long with what the certificate profile puts after it. */
export class CommonNameTooLongError extends appError('refused-by-policy', 'profile.common_name_too_long') {
  constructor(profileName: string, length: number, most: number) {
    super(
      `The common name has ${length} characters with the cnPostfix of the certificate profile '${profileName}'; ${most} are the most. Give a shorter one.`,
    );
  }
}

/** A pattern for values that is invalid, or uses features that `LinearPattern` does not support. The message continues "the pattern ...". */
export class BadPatternError extends appError('malformed', 'profile.bad_pattern') {}

/** A violation of an end entity profile. */
export interface ProfileViolation {
  /** Field such as `username`, `subjectDn.CN`, `subjectAlternativeName.DNSNAME` or `email`. */
  readonly field: string;
  /** Completes "the field ...": the defect and the correct form. */
  readonly message: string;
}

/** An end entity that violates its end entity profile. */
export class ProfileViolationError extends appError('refused-by-policy', 'profile.violation') {
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

/**
 * Returns advice on how to make a certificate profile usable. The built-in end entity profile allows only built-in certificate profiles, and cannot
 * be changed.
 */
function certificateProfileAdvice(endEntityProfileName: string): string {
  return endEntityProfileName === 'EMPTY'
    ? " 'EMPTY' is built in and has the built-in certificate profiles of end entities alone: make an end entity profile that has " +
        'the certificate profile in availableCertificateProfiles, and name that one in the request.'
    : ' Add the certificate profile there.';
}

const MAX_SHOWN = 5;
