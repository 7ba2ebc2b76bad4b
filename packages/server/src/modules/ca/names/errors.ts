import { appError } from '../../../kernel/errors.ts';
import type { NameFinding } from './name-rules.ts';

/** Names that the name rules of a certificate profile refuse. */
export class NameRefusedError extends appError('refused-by-policy', 'ca.name_refused') {
  constructor(profileName: string, refused: readonly NameFinding[]) {
    const texts = refused.slice(0, MAX_SHOWN).map(({ rule, message }) => `${message} (nameRules.${rule})`);
    const more = refused.length > MAX_SHOWN ? `; and ${refused.length - MAX_SHOWN} more` : '';
    super(`The certificate profile '${profileName}' does not allow the names: ${texts.join('; ')}${more}.`);
  }
}

const MAX_SHOWN = 5;
