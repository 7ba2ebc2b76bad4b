/** Calls that wait for the end of a turn of the event loop. */
export interface CallsAtEndOfTurn {
  /** Makes the call when this turn is over, after those that wait already. */
  readonly whenTurnEnds: (call: () => void) => void;
  /** Makes all calls that wait. */
  readonly callNow: () => void;
  /** Returns the number of calls that wait. */
  readonly waiting: () => number;
}

/**
 * Gathers calls, and makes them one after the other when this turn of the event loop is over.
 *
 * So the requests that a turn has brought are read first, and then go through each step together, whose code and data the processor's caches hold from the
 * second one on.
 */
export function callsAtEndOfTurn(): CallsAtEndOfTurn {
  const gathered: (() => void)[] = [];
  const callNow = () => {
    for (const call of gathered.splice(0)) call();
  };
  const whenTurnEnds = (call: () => void) => {
    if (gathered.push(call) === 1) setImmediate(callNow);
  };
  return { whenTurnEnds, callNow, waiting: () => gathered.length };
}
