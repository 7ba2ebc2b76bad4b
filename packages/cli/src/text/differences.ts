/** Changes of a document in a form for people. */
import { printable } from '../terminal/output.ts';
import type { Difference, Problem } from '../rest/administration-rest.ts';

/** One line for each setting: `+` is new, `-` is gone, `~` has another value. Empty when nothing is different. */
export function formatDifferences(differences: readonly Difference[]): string {
  return differences.map((each) => `${formatDifference(each)}\n`).join('');
}

/** One line for each setting that cannot be as it is. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems.map((problem) => `! ${formatProblem(problem)}\n`).join('');
}

/** Formats a problem, after the name of the setting if it concerns one. */
export function formatProblem({ field, message }: Problem): string {
  return printable(field === '' ? message : `${field}: ${message}`);
}

/** Formats a reason why a document is stored and cannot be used. */
export function formatUnusable(problem: Problem): string {
  return `cannot be used as it is: ${formatProblem(problem)}`;
}

function formatDifference({ field, before, after }: Difference): string {
  const name = field === '' ? 'the document' : printable(field);
  if (before === undefined) return `+ ${name}: ${shown(after)}`;
  if (after === undefined) return `- ${name}: ${shown(before)}`;
  return `~ ${name}: ${shown(before)} -> ${shown(after)}`;
}

function shown(value: unknown): string {
  return printable(JSON.stringify(value));
}
