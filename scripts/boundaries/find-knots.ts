/**
 * Finds the groups of files that import each other in a circle: the strongly connected components of more than one file (Tarjan's
 * algorithm).
 *
 * @param graph - the files that each file imports; those that are not keys of it are ignored
 * @returns the files of each group, sorted
 */
export function findKnots(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const knots: (readonly string[])[] = [];

  function visit(file: string): number {
    const number = order.size;
    let low = number;
    order.set(file, number);
    open.push(file);
    isOpen.add(file);
    for (const imported of graph.get(file)!) {
      if (!graph.has(imported)) continue;
      if (!order.has(imported)) low = Math.min(low, visit(imported));
      else if (isOpen.has(imported)) low = Math.min(low, order.get(imported)!);
    }
    if (low === number) close(file, graph.get(file)!.includes(file));
    return low;
  }

  function close(first: string, importsItself: boolean): void {
    const knot = open.splice(open.indexOf(first));
    for (const file of knot) isOpen.delete(file);
    if (knot.length > 1 || importsItself) knots.push(knot.toSorted());
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return knots;
}
