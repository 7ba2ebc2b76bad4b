/** Quick comparison of OCSP responses with one of which it is known where each part stands. */
import type { Element } from '../ber/element.ts';
import { secondsAt } from '../ber/moment.ts';
import { nonce } from './ocsp-forms.ts';
import type { ResponseDataUnderLint } from './ocsp-response-under-lint.ts';
import { hasShapeOf } from './ocsp-shape.ts';

/**
 * The places of a response about one certificate in which others of its shape may differ from it. All other octets are the same in those, headers included,
 * so that they need not be read as elements again.
 */
export class OcspLayout {
  readonly #octets: Uint8Array;
  readonly #places: Places;
  /** Seconds from thisUpdate to nextUpdate; NaN without one. */
  readonly #interval: number;
  /** Begins and ends of the octets that are the same, in turn. */
  readonly #same: readonly number[];

  private constructor(octets: Uint8Array, places: Places) {
    this.#octets = octets;
    this.#places = places;
    this.#interval = interval(octets, places);
    this.#same = octetsBetween(octets.length, [
      ...TIMES.flatMap((time) => places[time] ?? []),
      places.issuerNameHash,
      places.issuerKeyHash,
      places.serialNumber,
      ...(places.nonce === undefined ? [] : [places.nonce]),
    ]);
  }

  /** Returns undefined for a response that is compared as elements only: it has several statuses, or something in it is not as it should be. */
  static of(data: ResponseDataUnderLint): OcspLayout | undefined {
    if (!hasShapeOf(data, data)) return undefined;
    const places = placesOf(data);
    return places && new OcspLayout(data.element.source, places);
  }

  /** Returns true only for octets that `hasShapeOf` would find of the same shape. It finds others, too: those with a serial number of another length. */
  matches(octets: Uint8Array): boolean {
    return (
      octets.length === this.#octets.length &&
      this.#isSame(octets) &&
      this.#isSerialNumber(octets) &&
      this.#areTimes(octets)
    );
  }

  #isSame(octets: Uint8Array): boolean {
    for (let index = 0; index < this.#same.length; index += 2) {
      const end = this.#same[index + 1]!;
      for (let at = this.#same[index]!; at < end; at++) if (octets[at] !== this.#octets[at]) return false;
    }
    return true;
  }

  /** Of 1 to 20 octets, positive, and without an octet that it does not need. */
  #isSerialNumber(octets: Uint8Array): boolean {
    const { start, end } = this.#places.serialNumber;
    const first = octets[start]!;
    if (end - start > 20 || first >= 0x80) return false;
    return first > 0 || (end - start > 1 && octets[start + 1]! >= 0x80);
  }

  #areTimes(octets: Uint8Array): boolean {
    const { producedAt, thisUpdate, nextUpdate, revokedAt } = this.#places;
    const produced = secondsAt(octets, producedAt.start, 4);
    const from = secondsAt(octets, thisUpdate.start, 4);
    if (!(from >= 0 && from <= produced)) return false;
    if (nextUpdate !== undefined && interval(octets, this.#places) !== this.#interval) return false;
    if (revokedAt === undefined) return true;
    const revoked = secondsAt(octets, revokedAt.start, 4);
    return revoked >= 1 && revoked <= produced;
  }
}

function interval(octets: Uint8Array, { thisUpdate, nextUpdate }: Places): number {
  return nextUpdate === undefined
    ? Number.NaN
    : secondsAt(octets, nextUpdate.start, 4) - secondsAt(octets, thisUpdate.start, 4);
}

/** Offsets of contents, without their headers. */
interface Place {
  readonly start: number;
  readonly end: number;
}

interface Places {
  readonly producedAt: Place;
  readonly issuerNameHash: Place;
  readonly issuerKeyHash: Place;
  readonly serialNumber: Place;
  readonly revokedAt: Place | undefined;
  readonly thisUpdate: Place;
  readonly nextUpdate: Place | undefined;
  readonly nonce: Place | undefined;
}

function placesOf(data: ResponseDataUnderLint): Places | undefined {
  const [response, ...others] = data.responses;
  if (response === undefined || others.length > 0) return undefined;
  const [id, status, thisUpdate, nextUpdate] = response.element.children;
  const [, nameHash, keyHash, serialNumber] = id!.children;
  const value = data.extensions.element(nonce);
  const { source } = data.element;
  const isPlaced = value === undefined ? !data.extensions.has(nonce) : value.source === source;
  if (!isPlaced) return undefined;
  const places: Places = {
    producedAt: placeOf(data.element.children[data.versionElement === undefined ? 1 : 2]!),
    issuerNameHash: placeOf(nameHash!),
    issuerKeyHash: placeOf(keyHash!),
    serialNumber: placeOf(serialNumber!),
    revokedAt: response.status.kind === 'revoked' ? placeOf(status!.children[0]!) : undefined,
    thisUpdate: placeOf(thisUpdate!),
    nextUpdate: response.nextUpdate && placeOf(nextUpdate!.children[0]!),
    nonce: value && placeOf(value),
  };
  const areTimes = TIMES.every(
    (name) => places[name] === undefined || places[name].end - places[name].start === TIME_OCTETS,
  );
  return areTimes ? places : undefined;
}

function placeOf({ contentStart, end }: Element): Place {
  return { start: contentStart, end };
}

function octetsBetween(length: number, places: readonly Place[]): readonly number[] {
  const bounds = [0];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) bounds.push(start, end);
  return [...bounds, length];
}

const TIMES = ['producedAt', 'thisUpdate', 'nextUpdate', 'revokedAt'] as const;
/** `YYYYMMDDHHMMSSZ`. */
const TIME_OCTETS = 15;
