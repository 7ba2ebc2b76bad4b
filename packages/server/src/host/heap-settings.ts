import v8 from 'node:v8';

/**
 * Sets V8 up for a server: less memory than it would keep, and shorter collections.
 *
 * - It aims at a heap of twice what lives in it, not of up to four times as much: under full load that would be 100 MB more, which are garbage, for
 *   collections that hold the event loop no longer and cost no rate that could be measured.
 * - What a compilation took is freed on the main thread as soon as its code is installed. The helper thread would do it when nothing more waits to be
 *   compiled: until then 40 MB pile up when load begins, and `malloc` does not give them back.
 * - A collection of the whole heap takes a page of young objects over as it is when 20 % of it live, not only from 70 %. To move the objects of such pages one
 *   by one held the event loop for 50 ms in the middle of an import, when many young objects live.
 * - V8 does not guess which objects will live long (pretenuring). If many objects that a function makes survive while the server warms up, it would place later ones
 *   among the old objects at once. There, those of a request keep all others that they refer to, until the whole heap is collected: in half of the runs that
 *   was 4 to 7 KB of each enrollment, and up to 50 MB in all.
 */
export function setUpHeap(): void {
  v8.setFlagsFromString('--heap-growing-percent=100');
  v8.setFlagsFromString('--no-maglev-destroy-on-background');
  v8.setFlagsFromString('--page-promotion-threshold=20');
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
}
