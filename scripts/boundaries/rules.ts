/** The rules that follow from the places, for the tool that reads the imports. */
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { entranceOf, type Place, roomsOf, within } from './place.ts';
import { place, PLACES } from './places.ts';

/** The file that tells a program its version. */
const MANIFEST = '^packages/(cli|server)/package\\.json$';

/** Rules within places. Each has a case in `check-boundaries.test.ts` that breaks it. */
const INNER_RULES: readonly IForbiddenRuleType[] = [
  { name: 'unresolvable', from: {}, to: { couldNotResolve: true } },
  {
    name: 'formats-know-not-each-other',
    from: { path: '^packages/documents/src/([^/]+)/' },
    to: { path: '^packages/documents/src/[^/]+/', pathNot: '^packages/documents/src/$1/' },
  },
  {
    // A start loads no format: a signer brings its own along when a worker first needs it.
    name: 'documents-for-signers',
    from: { path: `^packages/server/src/(?!modules/signing/signers/)`, pathNot: '\\.test\\.ts$' },
    to: { path: '^packages/documents/' },
  },
];

/** All rules, for the tool that reads the imports. */
export const rules: IForbiddenRuleType[] = [
  ...PLACES.flatMap(rulesOf),
  ...PLACES.flatMap(rulesOfRooms),
  ...INNER_RULES,
].map((rule) => ({
  ...rule,
  severity: 'error' as const,
}));

function rulesOf({ name, path, imports, packages }: Place): IForbiddenRuleType[] {
  const from = { path: within(path), pathNot: '\\.test\\.ts$' };
  const allowed = [within(path), ...imports.map((one) => entranceOf(place(one)))].join('|');
  const named = packages.map((one) => one.replaceAll('.', '\\.')).join('|');
  return [
    { name: `places: ${name}`, from, to: { path: '^packages/', pathNot: `${allowed}|${MANIFEST}` } },
    {
      name: `packages: ${name}`,
      from,
      to: {
        path: '.',
        pathNot: named === '' ? '^packages/' : `^packages/|(^|/)node_modules/(${named})/|^(node:)?(${named})(/|$)`,
      },
    },
  ];
}

/** Holds the imports between the rooms of a place, and those of its entrance. */
function rulesOfRooms(whole: Place): IForbiddenRuleType[] {
  const rooms = roomsOf(whole);
  const rule = (name: string, from: string, allowed: readonly string[]): IForbiddenRuleType => ({
    name: `rooms: ${name}`,
    from: { path: from, pathNot: '\\.test\\.ts$' },
    to: { path: within(whole.path), pathNot: allowed.join('|') },
  });
  const between = rooms.map(({ name, path, imports }) =>
    rule(name, within(path), [
      within(path),
      ...rooms.filter((one) => imports.includes(one.name)).map((one) => entranceOf(one)),
    ]),
  );
  if (rooms.length === 0 || whole.entrance === undefined) return between;
  return [...between, rule(whole.name, entranceOf(whole), rooms.map(entranceOf))];
}
