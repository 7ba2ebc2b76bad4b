/** A request for approval, as commands show it. */
import { printable } from '../terminal/output.ts';
import type { ApprovalPart, ApprovalRequest, ApprovalStep } from '../rest/approval-rest.ts';
import { isRecord } from './record.ts';

/**
 * Returns a line for each fact, then the steps: what was decided, and what is left.
 *
 * @param further - facts in addition to those of the request
 */
export function formatApproval(request: ApprovalRequest, further: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ ...request.json, ...further });
  const facts = all.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.flatMap(([name, value]) => factLines(name, value, width));
  const steps = [
    ...request.performed.flatMap((step) => stepLines(step, request.totalSteps)),
    ...(request.next === undefined ? [] : stepLines(request.next, request.totalSteps)),
  ];
  return [...lines, ...(steps.length === 0 ? [] : ['', ...steps])].map((line) => `${line}\n`).join('');
}

/** A fact that is itself a JSON object takes a line for each of its members. */
function factLines(name: string, value: string, width: number): readonly string[] {
  const members = name === 'certificate_extension_data' ? membersOf(value) : undefined;
  if (members === undefined) return [`${shownName(name).padEnd(width)}  ${printable(value)}`];
  return [`${shownName(name)}:`, ...memberLines(members, '  ')];
}

function memberLines(members: Readonly<Record<string, unknown>>, indent: string): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const inner = name === 'before' && isRecord(value) ? value : undefined;
    if (inner !== undefined) return [`${indent}${name}:`, ...memberLines(inner, `${indent}  `)];
    // As JSON, so that no value looks like another one.
    return [`${indent}${printable(shownName(name))}: ${printable(JSON.stringify(value))}`];
  });
}

/** Returns undefined for a text that is not an object, such as one that was cut off. */
function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function shownName(name: string): string {
  return name.replaceAll('_', ' ');
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
