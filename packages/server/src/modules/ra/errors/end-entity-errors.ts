/** End entities that are not there, or not as an act needs them. */
import { AppError } from '../../../kernel/errors.ts';

/** The end entity of the enrollment is gone. */
export class EndEntityNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ra.end_entity_not_found';

  constructor(username: string) {
    super(`The end entity '${username}' does not exist`);
  }
}

/** The username of an end entity that is to be added is another one's already. */
export class EndEntityExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.end_entity_exists';

  constructor(username: string) {
    super(`The end entity '${username}' already exists. Edit it, or choose another username.`);
  }
}

/** An end entity that is to be edited is not as the caller has seen it any more. */
export class EndEntityVersionError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.end_entity_version';

  constructor(username: string) {
    super(`The end entity '${username}' has been changed since it was read. Read it again, and repeat the edit.`);
  }
}

/** A revocation of an end entity takes the approval of more than one CA or profile, and a request is for one. */
export class SeveralApprovalsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.several_approvals';

  constructor(username: string, cas: readonly string[]) {
    super(
      `Others have to approve the revocation of certificates of '${username}' separately, at ${cas.map((ca) => `'${ca}'`).join(' and ')}. Revoke its certificates one by one first, then the end entity.`,
    );
  }
}

/** A status that is not set by an edit. */
export class StatusNotSettableError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.status_not_settable';

  constructor(username: string) {
    super(
      `The status of '${username}' cannot be set to KEYRECOVERY. Ask for the recovery of a key (keyrecover), which sets it.`,
    );
  }
}

/** An end entity was made, changed or removed after the request for it: what others approved is not what would be done. */
export class EndEntityChangedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ra.end_entity_changed';

  constructor(username: string) {
    super(`The end entity '${username}' was made, changed or removed after the request.`);
  }
}

/** An end entity has shown its password, and something that is kept of it says that it enrolls in another way. */
export class EndEntityCannotEnrollError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ra.cannot_enroll';

  /** @param reason - completes "cannot enroll so: ..." */
  constructor(username: string, reason: string) {
    super(`The end entity '${username}' cannot enroll so: ${reason}.`);
  }
}

/** A login that was refused. Its message says nothing of the reason: username and password cannot be told apart. */
export class EndEntityNotAuthenticatedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.not_authenticated';

  constructor() {
    super(
      'Wrong username or password, or the end entity may not enroll now. An administrator can set its status to NEW.',
    );
  }
}

/** An enrollment without a password, which is finalized by who has asked for it. */
export class WrongPasswordError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.wrong_password';

  constructor() {
    super('The enrollment has no password, so only who has asked for it can finalize it.');
  }
}

/** A certificate that no end entity has, as far as the caller may know. */
export class CertificateOfNobodyError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ra.certificate_of_nobody';

  constructor() {
    super('No username found for the combination of the issuer dn and certificate serial number.');
  }
}
