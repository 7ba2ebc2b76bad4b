import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { namedResources, PERMITTED } from './reference/access-rules.ts';
import { membersOfType } from './reference/document-types.ts';
import { DOCUMENT_TYPES } from '../packages/server/src/wiring/document-types.ts';
import { type Schema, membersOf } from './reference/members.ts';
import { referencePages } from './reference/pages.ts';
import { MEANINGS } from './reference/property-meanings.ts';
import { propertySections } from './reference/worker-properties-page.ts';

const directory = new URL('../docs/reference/', import.meta.url);

describe('docs/reference', () => {
  for (const [name, text] of referencePages())
    it(`has ${name} as the sources are; node scripts/write-reference.ts writes it`, () => {
      assert.equal(readFileSync(new URL(name, directory), 'utf8'), text);
    });

  it('has no other page', () => {
    assert.deepEqual(readdirSync(directory).toSorted(), [...referencePages().keys()].toSorted());
  });

  for (const type of DOCUMENT_TYPES)
    it(`describes every member of ${type.token}`, () => {
      const members = membersOfType(type);
      assert.ok(members.length > 0);
      assert.deepEqual(
        members.filter(({ description }) => description === '').map(({ path }) => path),
        [],
      );
    });

  it('says what every property of workers means', () => {
    const names = new Set(propertySections().flatMap(({ properties }) => properties.map(({ name }) => name)));
    assert.deepEqual(Object.keys(MEANINGS).toSorted(), [...names].toSorted());
  });

  it('says of every resource what it permits', () => {
    assert.deepEqual(Object.keys(PERMITTED).toSorted(), namedResources().toSorted());
  });
});

describe('the members of a schema', () => {
  it('are found in lists, maps and alternatives', () => {
    const part: Schema = { type: 'object', properties: { octets: { type: 'integer', minimum: 1 } } };
    const schema: Schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: part, default: [] },
        map: {
          type: 'object',
          patternProperties: { '^.*$': { type: 'array', items: { ...part, required: ['octets'] } } },
        },
        either: { anyOf: [{ type: 'object', properties: { on: { type: 'boolean' } } }, { type: 'null' }] },
      },
    };
    assert.deepEqual(
      membersOf(schema, new Map()).map(({ path }) => path),
      ['list', 'list[].octets', 'map', 'map.<name>[]', 'either', 'either.on'],
    );
  });
});
