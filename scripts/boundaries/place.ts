/** Places of the sources, rooms in them, and their entrances. */

/** A folder or a file at the top of the sources, with the imports that it may have. */
export interface Place {
  readonly name: string;
  /** Path from the root of the repository, without a slash at its end. */
  readonly path: string;
  /** Names of the places that it may import, all of them above it in the list. */
  readonly imports: readonly string[];
  /** Packages of npm and modules of Node that it may import; a name allows its subpaths too. */
  readonly packages: readonly string[];
  /** The one file that other places may import; any file of the place unless given. */
  readonly entrance?: string;
  /** Its rooms in order. Where there are any, each file stands in one of them, but for the entrance of the place. */
  readonly rooms?: readonly Room[];
}

/** A folder or a file within a place. Its `index.ts` is the only file that others may import. */
export interface Room {
  readonly name: string;
  /** Names of the rooms of the same place that it may import, all of them above it in the list. */
  readonly imports: readonly string[];
}

/** Lists the rooms of a place as places of their own, with full names: `modules/ca/crls`. */
export function roomsOf({ name, path, packages, rooms = [] }: Place): Place[] {
  return rooms.map((room) => ({
    name: `${name}/${room.name}`,
    path: `${path}/${room.name}`,
    imports: room.imports.map((one) => `${name}/${one}`),
    packages,
    ...(room.name.endsWith('.ts') ? {} : { entrance: 'index.ts' }),
  }));
}

/** Returns a pattern of the files of a place that others may import. */
export function entranceOf(one: Place): string {
  const { path, entrance } = one;
  if (entrance !== undefined) return `^${path}/${entrance}$`;
  const rooms = roomsOf(one);
  return rooms.length === 0 ? within(path) : rooms.map(entranceOf).join('|');
}

/** Returns a pattern of the files at or below a path. */
export function within(path: string): string {
  return path.endsWith('.ts') ? `^${path}$` : `^${path}/`;
}
