import { AppError } from '../../../kernel/errors.ts';
import type { CaStatus } from '../records/index.ts';

/** A CA was to be activated or deactivated that is in neither of the two states. */
export class CaActivationError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.service_state';

  /** @param needed - the status that it has to have */
  constructor(name: string, needed: CaStatus, verb: 'activated' | 'deactivated') {
    super(`CA ${name} must have the status '${needed.toLowerCase()}' in order to be ${verb}`);
  }
}

/** An act for CAs that are signed here was asked of one that is signed elsewhere, or the other way round. */
export class CaSignerError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.signed_elsewhere';
}

/** A setting of a CA that cannot be changed any more. */
export class FixedCaSettingError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.fixed_setting';

  constructor(name: string, setting: string) {
    super(`The setting '${setting}' of the CA '${name}' cannot be changed any more.`);
  }
}

/** A CA that may still issue was to be removed. */
export class CaNotOfflineError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.not_offline';

  constructor(name: string) {
    super(`CA '${name}' is active. Deactivate it first: a CA that issues is not removed.`);
  }
}

/** A second CA with the same number for clients, or an equal subject. */
export class CaExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.exists';

  /** @param rule - what is the same: `subject`, or `id` when two different subjects have one Java hash */
  constructor(name: string, otherName: string, rule: 'subject' | 'id') {
    const what = rule === 'subject' ? 'has the same subject' : 'has another subject with the same CA id';
    super(`CA '${name}' cannot be created: the CA '${otherName}' ${what}.`, { context: { rule } });
  }
}
