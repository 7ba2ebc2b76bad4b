import type { TestContext } from 'node:test';

type Undo = () => unknown;

const undosOf = new WeakMap<Pick<TestContext, 'after'>, Undo[]>();

/**
 * Has `undo` run when a test ends, before all that was registered earlier: an open database is closed before its directory goes. The others run even if
 * one of them fails. `node:test` by itself runs them in the order in which they were registered, and none after one that fails.
 */
export function atEnd(t: Pick<TestContext, 'after'>, undo: Undo): void {
  const known = undosOf.get(t);
  if (known !== undefined) {
    known.push(undo);
    return;
  }
  const undos = [undo];
  undosOf.set(t, undos);
  t.after(async () => undoAll(undos));
}

async function undoAll(undos: Undo[]): Promise<void> {
  const errors: unknown[] = [];
  for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
  if (errors.length === 1) throw errors[0];
}
