/** Resources and the rules on them, as every module names them. What the rules mean is the matter of `access`. */

/** `/` and paths such as `/ca/17/`, each with what it says of everything below it. */
export type AccessRules = ReadonlyMap<string, 'allow' | 'deny'>;

/** A resource that an act needs. */
export type NeededResource =
  | string
  | {
      /** As rules are stored, with ids. */
      readonly resource: string;
      /** With the names that the caller gave. */
      readonly shown: string;
    };
