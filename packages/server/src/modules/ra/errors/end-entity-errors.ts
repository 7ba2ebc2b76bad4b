/** Errors of end entities that do not exist, or are not in the required state. */
import { appError } from '../../../kernel/errors.ts';

/** A username that no end entity has. */
export class EndEntityNotFoundError extends appError('not-found', 'ra.end_entity_not_found') {
  constructor(username: string) {
    super(`The end entity '${username}' does not exist`);
  }
}

/** A username for a new end entity that another one already has. */
export class EndEntityExistsError extends appError('conflict', 'ra.end_entity_exists') {
  constructor(username: string) {
    super(`The end entity '${username}' already exists. Edit it, or choose another username.`);
  }
}

/** An edit of an end entity that has changed since the caller read it. */
export class EndEntityVersionError extends appError('conflict', 'ra.end_entity_version') {
  constructor(username: string) {
    super(`The end entity '${username}' has been changed since it was read. Read it again, and repeat the edit.`);
  }
}

/** A revocation of an end entity that requires approval by more than one CA or profile, while a request is for one. */
export class SeveralApprovalsError extends appError('conflict', 'ra.several_approvals') {
  constructor(username: string, cas: readonly string[]) {
    super(
      `Others have to approve the revocation of certificates of '${username}' separately, at ${cas.map((ca) => `'${ca}'`).join(' and ')}. Revoke its certificates one by one first, then the end entity.`,
    );
  }
}

/** A status that edits cannot set. */
export class StatusNotSettableError extends appError('refused-by-policy', 'ra.status_not_settable') {
  constructor(username: string) {
    super(
      `The status of '${username}' cannot be set to KEYRECOVERY. Ask for the recovery of a key (keyrecover), which sets it.`,
    );
  }
}

/** An end entity that was added, changed or removed after the approval request: executing the request would not do what was approved. */
export class EndEntityChangedError extends appError('conflict', 'ra.end_entity_changed') {
  constructor(username: string) {
    super(`The end entity '${username}' was made, changed or removed after the request.`);
  }
}

/** An authenticated end entity whose settings require another way to enroll. */
export class EndEntityCannotEnrollError extends appError('refused-by-policy', 'ra.cannot_enroll') {
  /** @param reason - completes "cannot enroll this way: ..." */
  constructor(username: string, reason: string) {
    super(`The end entity '${username}' cannot enroll this way: ${reason}.`);
  }
}

/** A refused login. Its message does not reveal whether the username or the password is wrong. */
export class EndEntityNotAuthenticatedError extends appError('forbidden', 'ra.not_authenticated') {
  constructor() {
    super(
      'Wrong username or password, or the end entity may not enroll now. An administrator can set its status to NEW.',
    );
  }
}

/** An enrollment without a password, which only its requester can finalize. */
export class WrongPasswordError extends appError('forbidden', 'ra.wrong_password') {
  constructor() {
    super('The enrollment has no password, so only who has asked for it can finalize it.');
  }
}

/** A certificate without an end entity that the caller may know of. */
export class CertificateOfNobodyError extends appError('not-found', 'ra.certificate_of_nobody') {
  constructor() {
    super('No username found for the combination of the issuer dn and certificate serial number.');
  }
}
