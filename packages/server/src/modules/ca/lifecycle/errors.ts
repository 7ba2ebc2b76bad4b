import { appError } from '../../../kernel/errors.ts';
import type { CaStatus } from '../records/index.ts';

/** A CA to be activated or deactivated whose status is neither active nor offline. */
export class CaActivationError extends appError('refused-by-policy', 'ca.service_state') {
  /** @param needed - the required status */
  constructor(name: string, needed: CaStatus, verb: 'activated' | 'deactivated') {
    super(`CA ${name} must have the status '${needed.toLowerCase()}' in order to be ${verb}`);
  }
}

/** An operation for CAs signed here, called on one that an external CA signs, or the other way round. */
export class CaSignerError extends appError('refused-by-policy', 'ca.signed_elsewhere') {}

/** A setting of a CA that can no longer be changed. */
export class FixedCaSettingError extends appError('conflict', 'ca.fixed_setting') {
  constructor(name: string, setting: string) {
    super(`The setting '${setting}' of the CA '${name}' cannot be changed any more.`);
  }
}

/** A CA to be removed that is still active. */
export class CaNotOfflineError extends appError('conflict', 'ca.not_offline') {
  constructor(name: string) {
    super(`CA '${name}' is active. Deactivate it first: a CA that issues is not removed.`);
  }
}

/** A CA to be created with the public id or the subject of an existing one. */
export class CaExistsError extends appError('conflict', 'ca.exists') {
  /** @param rule - `subject` for equal subjects, `id` for different subjects with the same Java hash */
  constructor(name: string, otherName: string, rule: 'subject' | 'id') {
    const what = rule === 'subject' ? 'has the same subject' : 'has another subject with the same CA id';
    super(`CA '${name}' cannot be created: the CA '${otherName}' ${what}.`, { context: { rule } });
  }
}
