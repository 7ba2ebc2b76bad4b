import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gramOfScope, gramsIn, gramsInSerial, gramsOfCertificate, scopeGrams } from './grams.ts';
import { allPostings, commonPostings, PostingsEncoder, PostingsMerger, PostingsUnion } from './postings.ts';
import { entriesOf, IdPage, mergeIds, SegmentBuilder, type TextPage } from './text-segments.ts';

const certificate = (username: string | null, subject = '', serial = '01', caId = 1) => ({
  ca_id: caId,
  end_entity_profile_id: 2,
  serial: Uint8Array.fromHex(serial),
  username,
  subject_dn: subject,
  subject_alt_name: null,
  account_binding_id: null,
});

describe('grams', () => {
  const has = (texts: ReturnType<typeof certificate>, grams: readonly number[]) => {
    const all = new Set<number>();
    gramsOfCertificate(texts, (gram) => all.add(gram));
    return grams.every((gram) => all.has(gram));
  };

  it('of a part of a text are among those of the text, in whatever letter case and script', () => {
    const texts = certificate('Åke Öberg 😀 x', 'CN=Müller,O=例え株式会社,C=DE');
    for (const text of [texts.username!, texts.subject_dn])
      for (let from = 0; from < text.length; from++)
        for (let to = from + 3; to <= text.length; to++) {
          assert.ok(has(texts, gramsIn(text.slice(from, to))), text.slice(from, to));
          assert.ok(has(texts, gramsIn(text.slice(from, to).replaceAll(/[a-z]/g, (one) => one.toUpperCase()))));
        }
  });

  it('do not go from one text to the next', () => {
    assert.equal(has(certificate('abc', 'def'), gramsIn('bcd')), false);
    assert.equal(has(certificate('abc', 'def'), gramsIn('')), true);
  });

  it('of digits of a serial number are not those of letters', () => {
    const texts = certificate('7b', 'ab', '0abcdef123');
    assert.ok(has(texts, gramsInSerial('ABCDEF123')!));
    assert.ok(has(texts, gramsInSerial('CDE')!));
    assert.equal(has(texts, gramsInSerial('CDF')!), false);
    assert.equal(has(texts, gramsIn('cde')), false);
    // A zero in front is not a digit of a serial number.
    assert.equal(has(texts, gramsInSerial('0AB')!), false);
    assert.equal(gramsInSerial('xyz'), undefined);
  });

  it('of CAs and end entity profiles are not those of any text', () => {
    const texts = certificate('a\u0000\u0001\u0000xyz', '\u0000\u0000\u0000', '1d1e1d', -1_234_567_890);
    const grams = new Set<number>();
    gramsOfCertificate(texts, (gram) => grams.add(gram));
    for (const [column, id] of [
      ['ca_id', texts.ca_id],
      ['end_entity_profile_id', texts.end_entity_profile_id],
    ] as const) {
      const { first, end } = scopeGrams(column);
      assert.deepEqual(
        [...grams].filter((gram) => gram >= first && gram < end),
        [gramOfScope(column, id)],
      );
    }
    assert.ok(has(texts, gramsIn('\u0000\u0001\u0000')));
  });

  it('of CAs and end entity profiles are where no text has had any in segments of whatever release', () => {
    const columns = ['ca_id', 'end_entity_profile_id'] as const;
    const isOfScope = (gram: number) => columns.map(scopeGrams).some(({ first, end }) => gram >= first && gram < end);
    for (const column of columns)
      for (const id of [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)]) assert.ok(isOfScope(gramOfScope(column, id)));
    // Each three of the first 128 letters stand for themselves, as ever, but for those with NUL in front.
    const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => letter === letter.toLowerCase(),
    );
    for (const first of letters)
      for (const second of letters)
        for (const third of ['\u0000', '\u001d', 'a', '\u007f']) {
          const [gram] = gramsIn(first + second + third);
          assert.ok(!isOfScope(gram!));
          const code = (first.charCodeAt(0) << 14) | (second.charCodeAt(0) << 7) | third.charCodeAt(0);
          if (first === '\u0000') assert.ok(isOfScope(code));
          else assert.equal(gram, code);
        }
    for (const text of ['\u0000\u00e4b', '\u4f8bab', '\u{1f600}a']) assert.ok(!gramsIn(text).some(isOfScope));
    for (let digits = 0; digits < 4096; digits++)
      assert.ok(!gramsInSerial(digits.toString(16).padStart(3, '0'))!.some(isOfScope));
  });
});

describe('lists of numbers', () => {
  const encoder = new PostingsEncoder();

  it('are read as they were written, long or short', () => {
    for (const [size, step] of [
      [1, 1],
      [5000, 1],
      [5000, 3],
      [5000, 127],
      [5000, 128],
      [300_000, 70_001],
    ] as const) {
      const numbers = Array.from({ length: Math.ceil(size / step) }, (_, n) => n * step);
      const list = encoder.encode(Uint32Array.from(numbers), size);
      assert.equal(list.isBitmap, step < 8 && size > 1);
      assert.deepEqual([...allPostings(list)], numbers);
      const others = Uint32Array.from([0, 3, 126, 127, 128, 254, 70_001]);
      assert.deepEqual(
        [...commonPostings(others, list)],
        [...others].filter((one) => numbers.includes(one)),
      );
    }
  });

  it('have a number once that was given more than once, and octets as many as it needs', () => {
    const read = (numbers: readonly number[], size: number) => [
      ...allPostings(new PostingsEncoder().encode(Uint32Array.from(numbers), size)),
    ];
    assert.deepEqual(read([0, 0, 5, 5, 5, 9], 1000), [0, 5, 9]);
    const far = Array.from({ length: 2000 }, (_, n) => 20_000 * n);
    assert.deepEqual(read(far, 2000 * 20_000), far);
    const farther = [0, 2 ** 21 - 1, 2 ** 21, 2 ** 29, 2 ** 31 - 1];
    assert.deepEqual(read(farther, 2 ** 31), farther);
  });

  it('are united, long and short ones and those that go further', () => {
    const union = new PostingsUnion(130);
    const numbers = Uint32Array.from({ length: 130 }, (_, n) => n);
    assert.deepEqual(union.without(numbers), numbers);
    const lists = [
      [0, 127, 129],
      Array.from({ length: 500 }, (_, n) => 2 * n),
      Array.from({ length: 300 }, (_, n) => 3 * n),
      [5, 100_000],
    ];
    for (const list of lists) union.add(encoder.encode(Uint32Array.from(list), 100_001));
    union.add(encoder.encode(Uint32Array.from(lists[1]!), 1000));
    const all = new Set(lists.flat());
    assert.deepEqual(
      [...union.without(numbers)],
      [...numbers].filter((number) => !all.has(number)),
    );
    assert.deepEqual([...union.without(Uint32Array.of(1, 2, 5, 127, 129))], [1]);
  });
});

describe('lists of one gram that become one', () => {
  const encoder = new PostingsEncoder();
  const merger = new PostingsMerger();
  // Each is encoded in the same memory as the one before it.
  const list = (numbers: readonly number[], size: number, places: readonly number[]) => {
    const { isBitmap, octets } = encoder.encode(Uint32Array.from(numbers), size);
    return { postings: { isBitmap, octets: octets.slice() }, places: Uint32Array.from(places) };
  };

  it('have the places of all, one list after the other or in between each other', () => {
    const short = list([0, 2], 1000, [0, 1, 2]);
    const long = list([0, 1, 2, 3, 4, 5, 6, 7, 8], 9, [3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert.equal(long.postings.isBitmap, true);
    assert.deepEqual([...merger.merge([short, long])], [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert.deepEqual([...merger.merge([long, short])], [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const between = list([0, 1, 2], 1000, [1, 5, 20]);
    assert.deepEqual([...merger.merge([between, short, long])], [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 20]);
    assert.deepEqual([...merger.merge([list([0, 1], 1000, [0, 5]), list([0], 1000, [3])])], [0, 3, 5]);
    assert.deepEqual([...merger.merge([])], []);
  });

  it('may be longer than any before them', () => {
    const numbers = Array.from({ length: 9000 }, (_, n) => n);
    const behind = list(
      numbers,
      9000,
      numbers.map((n) => n + 3),
    );
    assert.deepEqual(
      [...new PostingsMerger().merge([list([0, 1, 2], 1000, [0, 1, 2]), behind])],
      Array.from({ length: 9003 }, (_, n) => n),
    );
    const odd = list(
      numbers,
      9000,
      numbers.map((n) => 2 * n + 1),
    );
    const even = list(
      numbers,
      9000,
      numbers.map((n) => 2 * n),
    );
    assert.deepEqual(
      [...merger.merge([odd, even])],
      Array.from({ length: 18_000 }, (_, n) => n),
    );
  });
});

describe('segments', () => {
  const build = (certificates: readonly (readonly [number, string])[]) => {
    const builder = new SegmentBuilder();
    for (const [id, name] of certificates) builder.add(id, certificate(name));
    return builder.finish();
  };
  const GRAMS = 2 ** 22;
  const idsOf = (pages: readonly TextPage[]) =>
    pages
      .filter(({ key }) => key >= GRAMS)
      .flatMap(({ data }) => {
        const page = new IdPage(data);
        return Array.from({ length: page.length }, (_, place) => page.at(place));
      });

  it('name the certificates that have a gram, on pages in the order of keys', () => {
    const pages = build(Array.from({ length: 3000 }, (_, n) => [2 ** 40 + 5 * n, `user-${n}`]));
    const keys = pages.map(({ key }) => key);
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      idsOf(pages),
      Array.from({ length: 3000 }, (_, n) => 2 ** 40 + 5 * n),
    );
    const [gram] = gramsIn('299');
    const entries = pages.filter(({ key }) => key < GRAMS).flatMap((page) => [...entriesOf(page)]);
    const list = entries.find((one) => one.gram === gram)!;
    assert.deepEqual(
      [...allPostings(list.postings)],
      [299, 1299, 2299, ...Array.from({ length: 10 }, (_, n) => 2990 + n)],
    );
    for (const { data } of pages) assert.ok(data.length < 4000);
  });

  it('are merged by the order of ids, each certificate once', () => {
    const { ids, places } = mergeIds([Float64Array.of(1, 5, 9), Float64Array.of(2, 5, 10)]);
    assert.deepEqual([...ids], [1, 2, 5, 9, 10]);
    assert.deepEqual(
      places.map((one) => [...one]),
      [
        [0, 2, 3],
        [1, 2, 4],
      ],
    );
  });
});
