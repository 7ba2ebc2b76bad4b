/** Options of the benchmarks on the command line. */
import { parseArgs } from 'node:util';

/** Default of an option: a number, a text, `false` for a flag, or `undefined` for a text without a default. */
type Default = number | string | false | undefined;

type Options<D> = {
  readonly [Name in keyof D]: D[Name] extends number
    ? number
    : D[Name] extends false
      ? boolean
      : D[Name] extends undefined
        ? string | undefined
        : string;
};

/**
 * Reads the options of the command line, each of the kind of its default.
 *
 * @throws {TypeError} for an unknown option, and for a text where a number belongs
 */
export function readOptions<const D extends Readonly<Record<string, Default>>>(defaults: D): Options<D> {
  const isFlag = (name: string) => defaults[name] === false;
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.keys(defaults).map((name) => [name, { type: isFlag(name) ? ('boolean' as const) : ('string' as const) }]),
    ),
  });
  const entries = Object.entries(defaults).map(([name, preset]) => {
    const given = values[name];
    if (given === undefined || typeof preset !== 'number') return [name, given ?? preset];
    const number = Number(given);
    if (Number.isNaN(number)) throw new TypeError(`--${name} takes a number`);
    return [name, number];
  });
  return Object.fromEntries(entries) as Options<D>;
}
