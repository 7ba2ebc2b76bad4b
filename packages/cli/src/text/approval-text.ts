/** A request for approval, as commands show it. */
import { printable } from '../terminal/output.ts';
import type { ApprovalPart, ApprovalRequest, ApprovalStep } from '../rest/approval-rest.ts';

/**
 * One line for each fact, then the steps: what was decided, and what is left.
 *
 * @param further - facts beside those of the request
 */
export function formatApproval(request: ApprovalRequest, further: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ ...request.json, ...further });
  const facts = all.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(width)}  ${printable(value)}`);
  const steps = [
    ...request.performed.flatMap((step) => stepLines(step, request.totalSteps)),
    ...(request.next === undefined ? [] : stepLines(request.next, request.totalSteps)),
  ];
  return [...lines, ...(steps.length === 0 ? [] : ['', ...steps])].map((line) => `${line}\n`).join('');
}

function stepLines({ number, parts }: ApprovalStep, total: number): readonly string[] {
  return parts.flatMap((part) => [
    `step ${number} of ${total}${nameOf(part)}: ${stateOf(part)}`,
    ...part.properties.map(
      ({ label, value, type, choices }) =>
        `  ${printable(label)} (${choices.length === 0 ? type : `one of ${choices.map(printable).join(', ')}`}): ${printable(value)}`,
    ),
  ]);
}

function nameOf({ identifier, name = '' }: ApprovalPart): string {
  return identifier === undefined ? '' : `, partition ${identifier}${name === '' ? '' : ` (${printable(name)})`}`;
}

function stateOf({ decision, remainingApprovals }: ApprovalPart): string {
  if (decision === undefined)
    return remainingApprovals === undefined ? 'waits' : `waits for ${remainingApprovals} more`;
  const comment = decision.comment === undefined ? '' : `: ${printable(decision.comment)}`;
  return `${decision.action.toLowerCase()} by ${printable(decision.admin)}, ${printable(decision.date)}${comment}`;
}
