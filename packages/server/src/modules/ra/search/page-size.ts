import type { SearchLimits } from '../../../kernel/work-limits.ts';
import { PageTooLargeError } from '../errors/index.ts';

/** @throws {@link PageTooLargeError} */
export function requirePageSize(pageSize: number, { pageResults }: Pick<SearchLimits, 'pageResults'>): void {
  if (pageSize > pageResults) throw new PageTooLargeError(pageSize, pageResults);
}
