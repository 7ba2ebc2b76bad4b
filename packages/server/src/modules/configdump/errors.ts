import { AppError } from '../../kernel/errors.ts';

/** An entry of `include` or `exclude` that names no type or no item. */
export class ItemPatternError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'configdump.item_pattern';

  constructor(reason: string) {
    super(`The choice of items is wrong: ${reason}.`);
  }
}
