/**
 * Returns a function that makes calls one after the other when this turn of the event loop is over.
 *
 * So the requests that a turn has brought are read first, and then go through each step together, whose code and data the processor's caches hold from the
 * second one on.
 */
export function callsAtEndOfTurn(): (call: () => void) => void {
  const gathered: (() => void)[] = [];
  const callAll = () => {
    for (const call of gathered.splice(0)) call();
  };
  return (call) => {
    if (gathered.push(call) === 1) setImmediate(callAll);
  };
}
