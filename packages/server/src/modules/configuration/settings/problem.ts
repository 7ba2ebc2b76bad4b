/** Problems of settings, and display of texts from outside in messages. */
import { inOneLine } from '../../../kernel/text/shortened.ts';

/** A problem in the settings of a document. */
export interface Problem {
  /**
   * Kind of problem:
   *
   * - `setting`: a value has the wrong type, is not allowed, or contradicts another
   * - `reference`: the referenced document does not exist; `missing` identifies it
   * - `secret`: a secret is not text, or is to be kept but none is stored
   */
  readonly kind: 'setting' | 'reference' | 'secret';
  /** Path of the setting, such as `validity` or `keys[0].alias`; empty for the settings as a whole. */
  readonly field: string;
  /** Description of the defect and the correct form, without the name of the field. Never contains a secret. */
  readonly message: string;
  readonly missing?: { readonly type: string; readonly name: string };
}

/** Returns a text from outside for use in a message: one line of limited length. */
export function shorten(text: string): string {
  return inOneLine(text, MAX_SHOWN);
}

const MAX_SHOWN = 100;
