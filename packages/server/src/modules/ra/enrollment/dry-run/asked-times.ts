import type { FieldDecisions } from '../../../profiles/index.ts';
import type { RequestedValidity } from '../../requests/index.ts';
import type { CheckedEnrollment } from '../checked-enrollment.ts';

/** Tells who asks for the validity that the profile is asked for. */
export function noteAskedTimes(
  decisions: FieldDecisions,
  asked: RequestedValidity,
  { order, requested, existing }: Pick<CheckedEnrollment, 'existing' | 'order' | 'requested'>,
): void {
  const ends = [
    { end: 'notBefore', member: 'start_time', kept: existing?.extended.startTime },
    { end: 'notAfter', member: 'end_time', kept: existing?.extended.endTime },
  ] as const;
  for (const { end, member, kept } of ends) {
    const time = asked[end];
    if (time === undefined) continue;
    const field = `validity.${end}`;
    if (order[end] === time) decisions.ask(field, 'caller', member);
    else if (requested.validity?.[end] === time) decisions.ask(field, 'request');
    // Else it is the end entity's, which has it from its profile when it is new.
    else if (kept === undefined) decisions.ask(field, 'end entity profile');
    else decisions.ask(field, 'end entity', member);
  }
}
