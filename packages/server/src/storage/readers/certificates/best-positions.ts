/** The first certificates of an order, among those that are found in no order. */
import type { CertificateOrder, CertificatePage, CertificatePosition } from '../../../modules/ra/index.ts';
import type { StreamRow } from './certificate-paths.ts';
import { positionOrder } from './certificate-streams.ts';

/** A row with the value that the found are sorted by. */
export type SortedRow = Pick<StreamRow, 'id' | 'sort'>;

/** The first of an order among those that it is given. No more are held than a page needs, and what comes before it. */
export class BestPositions {
  readonly #page: CertificatePage;
  readonly #compare: (a: CertificatePosition, b: CertificatePosition) => number;
  readonly #keyOf: (row: SortedRow) => string | number;
  // One certificate may be found twice: its username may be the text, and its subject too.
  #best = new Map<number, CertificatePosition>();

  constructor(page: CertificatePage) {
    this.#page = page;
    this.#compare = positionOrder(page.order.descending);
    this.#keyOf = keyReader(page.order);
  }

  get size(): number {
    return this.#best.size;
  }

  take(rows: readonly SortedRow[]): void {
    const { after, offset, limit } = this.#page;
    for (const row of rows) {
      const position = { id: row.id, key: this.#keyOf(row) };
      if (after === undefined || this.#compare(position, after) > 0) this.#best.set(row.id, position);
    }
    if (this.#best.size > 2 * (offset + limit) + MOST_HELD)
      this.#best = new Map(this.#first().map((position) => [position.id, position]));
  }

  page(): readonly CertificatePosition[] {
    return this.#first().slice(this.#page.offset);
  }

  #first(): readonly CertificatePosition[] {
    return [...this.#best.values()].toSorted(this.#compare).slice(0, this.#page.offset + this.#page.limit);
  }
}

function keyReader({ by, ids }: CertificateOrder): (row: SortedRow) => string | number {
  if (by === 'id') return ({ id }) => id;
  if (ids === undefined) return ({ sort }) => sort!;
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  return ({ sort }) => ranks.get(sort as number) ?? ranks.size;
}

/** More than a page needs are held before the rest is left out. */
const MOST_HELD = 5000;
