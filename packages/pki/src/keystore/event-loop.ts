/** Lets everything else have its turn, for work that would hold it up too long. */
export function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
