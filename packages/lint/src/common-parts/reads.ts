/** A note of what was read of a certificate since somebody last cleared it. */
export class Reads {
  /** True once a part was read that a certificate does not share with others of its CA and profile: {@link CommonParts} are without it. */
  own = false;
}
