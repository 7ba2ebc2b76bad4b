import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { sqliteReads } from '../../sqlite/index.ts';
import {
  allPostings,
  entriesOf,
  firstKey,
  gramKey,
  GRAMS_END,
  IdPage,
  idPages,
  PageWriter,
  PostingsEncoder,
  type TextPage,
} from '../../texts/index.ts';
import { mergedTextSegment } from './merged-text-segment.ts';

/** Certificates of each segment, and of each list, whose octets fill most of a page. */
const CERTIFICATES = 1600;

/** Makes a segment with a page for each gram: gram 1 has all certificates, gram 2 all but the last, and so on. */
function segmentOf(segment: number, grams: number, ids: Float64Array): readonly TextPage[] {
  const writer = new PageWriter(segment);
  const encoder = new PostingsEncoder();
  for (let gram = 1; gram <= grams; gram++) {
    const places = Uint16Array.from({ length: CERTIFICATES - gram + 1 }, (_, place) => place);
    // Larger than it is, so that no list is a bit for each.
    writer.add(gram, encoder.encode(places, 100_000));
  }
  return [...writer.finish(), ...idPages(segment, ids)];
}

/** Returns the ids of each gram. */
function idsByGram(segment: number, pages: readonly TextPage[]): Map<number, number[]> {
  const ids: number[] = [];
  for (const { key, data } of pages) {
    if (key < gramKey(segment, GRAMS_END)) continue;
    const page = new IdPage(data);
    for (let place = 0; place < page.length; place++) ids.push(page.at(place));
  }
  const found = new Map<number, number[]>();
  for (const page of pages) {
    if (page.key >= gramKey(segment, GRAMS_END)) continue;
    for (const { gram, postings } of entriesOf(page)) {
      assert.ok(!found.has(gram));
      found.set(
        gram,
        Array.from(allPostings(postings), (place) => ids[place]!),
      );
    }
  }
  return found;
}

describe('a merged segment', () => {
  it('has all lists of segments that end within a portion of pages, with it, and right behind it', async () => {
    const segments = [99, 100, 101, 201, 0];
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE certificate_text_page (id INTEGER PRIMARY KEY, data BLOB NOT NULL)');
    const insert = database.prepare('INSERT INTO certificate_text_page (id, data) VALUES (?, ?)');
    const expected = new Map<number, number[]>();
    for (const [at, grams] of segments.entries()) {
      const ids = Float64Array.from({ length: CERTIFICATES }, (_, place) => 10 * place + at);
      const pages = segmentOf(at + 1, grams, ids);
      for (const { key, data } of pages) insert.run(key, data);
      assert.equal(pages.filter(({ key }) => key < gramKey(at + 1, GRAMS_END)).length, grams);
      for (const [gram, list] of idsByGram(at + 1, pages))
        expected.set(
          gram,
          [...(expected.get(gram) ?? []), ...list].toSorted((a, b) => a - b),
        );
    }
    const reads = sqliteReads(database);
    const into = segments.length + 1;
    const run = mergedTextSegment.run(reads, { segments: segments.map((_, at) => at + 1), into });
    const merged: TextPage[] = [];
    for (;;) {
      const { value, done } = await run.next();
      if (done === true) {
        assert.equal(value, CERTIFICATES * segments.length);
        break;
      }
      merged.push(...(value ?? []));
    }
    assert.ok(merged.every(({ key }) => key >= firstKey(into) && key < firstKey(into + 1)));
    assert.deepEqual(idsByGram(into, merged), expected);
    database.close();
  });
});
