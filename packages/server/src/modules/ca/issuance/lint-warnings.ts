/** Lint warnings in the form in which audit records contain them. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';

declare const bounded: unique symbol;

/**
 * Sentences without full stops, each with the name of its lint. At most {@link MAX_WARNINGS} of {@link MAX_LENGTH} characters each, and one that
 * counts the rest.
 */
export type LintWarnings = readonly string[] & { readonly [bounded]: true };

/** Limits number and length of warnings to what fits into an audit record. */
export function boundedWarnings(warnings: readonly string[]): LintWarnings {
  const shown = warnings.slice(0, MAX_WARNINGS).map(shortened);
  const more = warnings.length - shown.length;
  return (more === 0 ? shown : [...shown, `${more} more`]) as readonly string[] as LintWarnings;
}

/** Returns the details of an audit record with the warnings added as `lintWarnings`; unchanged if there are none. */
export function withLintWarnings(details: JsonObject, warnings: LintWarnings): JsonObject {
  return warnings.length === 0 ? details : { ...details, lintWarnings: warnings };
}

function shortened(warning: string): string {
  return warning.length <= MAX_LENGTH ? warning : `${warning.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}

export const MAX_WARNINGS = 20;
export const MAX_LENGTH = 300;
