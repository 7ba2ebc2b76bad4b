import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Place, roomsOf } from './place.ts';
import { place, PLACES } from './places.ts';
import { rules } from './rules.ts';
import { cruiseSources } from './cruise-sources.ts';
import { findKnots } from './find-knots.ts';

/** An import that has to be refused, in a file of its own. */
interface Breach {
  readonly rule: string;
  readonly from: string;
  /** Path of a file, or the name of a package or module of Node. */
  readonly to: string;
}

const MISSING = 'packages/server/src/http/errors/missing.ts';
const NOTHING = 'export {};\n';

describe('the check of the boundaries', () => {
  const breaches = [
    ...forbiddenPairs(),
    ...pastEntrances(),
    ...betweenRooms(),
    ...foreignPackages(),
    ...innerBreaches(),
  ];
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  let violations: readonly string[];

  before(async () => {
    const files = Map.groupBy(breaches, ({ from }) => from);
    for (const { to } of breaches) if (to.startsWith('packages/') && !files.has(to)) write(to, NOTHING);
    for (const [file, imports] of files) write(file, imports.map(({ to }) => importOf(file, to)).join('') + NOTHING);
    write('packages/server/src/anywhere/file.ts', NOTHING);
    write('packages/server/src/kernel/one.ts', "export type { Thing } from './two.ts';\n");
    write('packages/server/src/kernel/two.ts', "export type { Thing } from './one.ts';\n");
    rmSync(path.join(root, MISSING));
    ({ violations } = await cruiseSources(root));
  });
  after(() => rmSync(root, { recursive: true }));

  it('refuses every import between places that may not know each other', () => assertRefused(forbiddenPairs()));
  it('refuses every import past the entrance of a place', () => assertRefused(pastEntrances()));
  it('refuses every import between rooms that may not know each other', () => assertRefused(betweenRooms()));
  it('refuses packages that a place may not use', () => assertRefused(foreignPackages()));
  it('refuses what the rules within places forbid', () => assertRefused(innerBreaches()));

  it('refuses a file outside all places', () => {
    assert.ok(violations.includes('no-place: packages/server/src/anywhere/file.ts'));
  });

  it('refuses files that import the types of each other', () => {
    const line = 'no-cycles: packages/server/src/kernel/one.ts, packages/server/src/kernel/two.ts';
    assert.ok(violations.includes(line));
  });

  it('has a case for every rule', () => {
    const broken = new Set(breaches.map(({ rule }) => rule));
    assert.deepEqual(
      rules.map(({ name }) => name).filter((name) => !broken.has(name!)),
      [],
    );
  });

  function assertRefused(expected: readonly Breach[]): void {
    assert.notEqual(expected.length, 0);
    const found = new Set(violations);
    assert.deepEqual(
      expected.filter((breach) => !found.has(lineOf(breach))),
      [],
    );
  }

  function write(file: string, text: string): void {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
});

describe('the list of places', () => {
  it('is in order: each imports only places above it', () => assertInOrder(PLACES));

  it('has the rooms of each place in order', () => {
    for (const one of PLACES) assertInOrder(roomsOf(one));
  });

  function assertInOrder(places: readonly Place[]): void {
    const names = places.map(({ name }) => name);
    for (const [position, { name, imports }] of places.entries()) {
      for (const imported of imports) {
        const above = names.indexOf(imported);
        assert.ok(above >= 0 && above < position, `${name} imports ${imported}`);
      }
    }
  }
});

describe('the search for knots', () => {
  it('finds circles of any length, and files that import themselves', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e', 'elsewhere']],
      ['e', ['e']],
      ['f', ['a']],
    ]);
    assert.deepEqual(
      findKnots(graph).toSorted((x, y) => y.length - x.length),
      [['a', 'b', 'c'], ['e']],
    );
  });
});

/** An import for every ordered pair of places of which the first may not know the second. */
function forbiddenPairs(): readonly Breach[] {
  return forbiddenPairsAmong(PLACES, 'places');
}

function pastEntrances(): readonly Breach[] {
  return PLACES.filter(({ entrance }) => entrance !== undefined).map((to) => ({
    rule: 'places: commands',
    from: fileInPlace(place('commands'), `past-${to.name}`),
    to: fileInPlace(to, 'inside'),
  }));
}

/**
 * For every place with rooms: an import for each ordered pair of which the first may not know the second, and one past the entrance of
 * every room, by another room and by the entrance of the place; one of the place's entrance by every room.
 */
function betweenRooms(): readonly Breach[] {
  return PLACES.flatMap((whole) => {
    const rooms = roomsOf(whole);
    const past = (from: Place, file: string, to: Place): Breach[] =>
      to.entrance === undefined ? [] : [{ rule: `rooms: ${from.name}`, from: file, to: fileIn(to, 'inside') }];
    return [
      ...forbiddenPairsAmong(rooms, 'rooms'),
      ...rooms.flatMap((from) =>
        rooms
          .filter(({ name }) => from.imports.includes(name))
          .flatMap((to) => past(from, fileIn(from, `past-${to.name}`), to)),
      ),
      ...(whole.entrance === undefined
        ? []
        : rooms.flatMap((to) => past(whole, `${whole.path}/${whole.entrance}`, to))),
      ...(whole.entrance === undefined
        ? []
        : rooms.map((from) => ({
            rule: `rooms: ${from.name}`,
            from: fileIn(from, 'to-entrance'),
            to: `${whole.path}/${whole.entrance}`,
          }))),
    ];
  });
}

function forbiddenPairsAmong(places: readonly Place[], kind: string): readonly Breach[] {
  return places.flatMap((from) =>
    places
      .filter((to) => to !== from && !from.imports.includes(to.name))
      .map((to) => ({
        rule: `${kind}: ${from.name}`,
        from: fileInPlace(from, `to-${to.name}`),
        to: to.entrance === undefined ? fileInPlace(to, 'target') : `${to.path}/${to.entrance}`,
      })),
  );
}

function foreignPackages(): readonly Breach[] {
  return PLACES.map((from) => ({
    rule: `packages: ${from.name}`,
    from: fileInPlace(from, 'to-package'),
    to: 'node:repl',
  }));
}

function innerBreaches(): readonly Breach[] {
  return [
    { rule: 'unresolvable', from: 'packages/server/src/http/errors/to-nothing.ts', to: MISSING },
    {
      rule: 'formats-know-not-each-other',
      from: 'packages/documents/src/xml/to-pdf.ts',
      to: 'packages/documents/src/pdf/target.ts',
    },
    {
      rule: 'documents-for-signers',
      from: 'packages/server/src/modules/signing/to-documents.ts',
      to: 'packages/documents/src/target.ts',
    },
  ];
}

/** A file of a place, in its first room where it has rooms. */
function fileInPlace(one: Place, name: string): string {
  return fileIn(roomsOf(one)[0] ?? one, name);
}

/** A place that is a file has that one alone. */
function fileIn({ path: where }: Place, name: string): string {
  return where.endsWith('.ts') ? where : `${where}/${name.replaceAll('/', '-')}.ts`;
}

/** The import of a type alone: being erased makes no difference. */
function importOf(file: string, to: string): string {
  return `export type * from '${to.startsWith('packages/') ? relativePath(file, to) : to}';\n`;
}

/** A breach as the check reports it. */
function lineOf({ rule, from, to }: Breach): string {
  return `${rule}: ${from} -> ${to === MISSING ? relativePath(from, to) : to.replace(/^node:/, '')}`;
}

function relativePath(file: string, to: string): string {
  return path.posix.relative(path.posix.dirname(file), to).replace(/^(?!\.)/, './');
}
