import type { FieldDecisions } from '../../../profiles/index.ts';
import type { RequestedValidity } from '../../requests/index.ts';
import type { CheckedEnrollment } from '../checked-enrollment.ts';

/** Notes who requested the validity. */
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
    // Otherwise the time is the end entity's, which gets it from its profile when it is new.
    else if (kept === undefined) decisions.ask(field, 'end entity profile');
    else decisions.ask(field, 'end entity', member);
  }
}
