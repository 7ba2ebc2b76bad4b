/** Problems of settings, and texts from outside as messages show them. */
import { inOneLine } from '../../../kernel/shortened.ts';

/** One thing that is wrong with the settings of a document. */
export interface Problem {
  /**
   * - `setting`: a value is not what the type allows, or contradicts another
   * - `reference`: it names a document that does not exist; `missing` says which
   * - `secret`: a secret is no text, or is asked to be kept and there is none
   */
  readonly kind: 'setting' | 'reference' | 'secret';
  /** Path of the setting, such as `validity` or `keys[0].alias`; empty for the settings as a whole. */
  readonly field: string;
  /** Text that says what is wrong and what would be right, without the field's name in front. Never holds a secret. */
  readonly message: string;
  readonly missing?: { readonly type: string; readonly name: string };
}

/** Returns a text from outside as a message may show it: one line of bounded length. */
export function shorten(text: string): string {
  return inOneLine(text, MAX_SHOWN);
}

const MAX_SHOWN = 100;
