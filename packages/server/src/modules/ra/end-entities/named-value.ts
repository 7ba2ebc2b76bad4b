/** A named value, as requests give data of end entities. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}
