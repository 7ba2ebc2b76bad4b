/** A member of one {@link PassingSet}, which knows its place in it. */
export interface Passing {
  /** {@link NO_PLACE} outside the set. */
  place: number;
}

/**
 * A set in no order, of members that come and go with each request.
 *
 * A `Set` replaces its table every few requests, and a former table refers to the next one and to the members of its time. Once one of them is among the old
 * objects, V8 keeps all later ones, and with them each request with all that belongs to it, until it collects the whole heap.
 */
export class PassingSet<T extends Passing> {
  readonly #members: T[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** Adds an object that is in no set. */
  add(member: T): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** Removes a member, if it is still one. */
  delete(member: T): void {
    const { place } = member;
    if (place === NO_PLACE) return;
    member.place = NO_PLACE;
    const last = this.#members.pop()!;
    if (last === member) return;
    this.#members[place] = last;
    last.place = place;
  }

  /** Returns the present members. */
  toArray(): T[] {
    return this.#members.slice();
  }
}

/** Place of an object that is in no set. */
export const NO_PLACE = -1;
