import type { TestContext } from 'node:test';

const stacks = new WeakMap<Pick<TestContext, 'after'>, AsyncDisposableStack>();

/**
 * Has `undo` run when a test ends, before all that was registered earlier: an open database is closed before its directory goes. The others run even if
 * one of them fails. `node:test` by itself runs them in the order in which they were registered, and none after one that fails.
 */
export function atEnd(t: Pick<TestContext, 'after'>, undo: () => unknown): void {
  let stack = stacks.get(t);
  if (stack === undefined) {
    const made = new AsyncDisposableStack();
    stacks.set(t, made);
    t.after(async () => made.disposeAsync());
    stack = made;
  }
  stack.defer(async () => void (await undo()));
}
