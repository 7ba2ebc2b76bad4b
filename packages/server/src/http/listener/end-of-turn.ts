/** Calls that wait for the end of a turn of the event loop. */
export interface CallsAtEndOfTurn {
  /** Makes the call after those that wait already, when this turn is over or 64 wait. */
  readonly whenTurnEnds: (call: () => void) => void;
  /** Makes all calls that wait. */
  readonly callNow: () => void;
}

/**
 * Gathers calls, and makes them one after the other when this turn of the event loop is over.
 *
 * So the requests that a turn has brought are read first, and then go through each step together, whose code and data the processor's caches hold from the
 * second one on. While they wait, the runtime goes on reading from connections that have sent more of them: without a limit all of that would be in memory.
 */
export function callsAtEndOfTurn(): CallsAtEndOfTurn {
  const gathered: (() => void)[] = [];
  const callNow = () => {
    for (const call of gathered.splice(0)) call();
  };
  const whenTurnEnds = (call: () => void) => {
    const waiting = gathered.push(call);
    if (waiting === 1) setImmediate(callNow);
    if (waiting === MOST) callNow();
  };
  return { whenTurnEnds, callNow };
}

const MOST = 64;
