import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '..');

describe('comments', () => {
  it('open with a noun or a verb in every source', () => {
    const sources = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', 'scripts/comment-words.test.ts'] });
    assert.ok(sources.length >= MINIMUM_SOURCES, `only ${sources.length} sources were found`);
    assert.deepEqual(
      sources.flatMap((file) => findWords(file, readFileSync(path.join(root, file), 'utf8'))),
      [],
    );
  });

  it('are refused with file and line for their first word', () => {
    assert.deepEqual(findWords('a.ts', '\n/** Whether it is open. */\n/**\n * What a key is for.\n */\n'), [
      'a.ts:2: a comment opens with "Whether"',
      'a.ts:4: a comment opens with "What"',
    ]);
  });

  it('are refused with file and line for a phrase, also across lines', () => {
    assert.deepEqual(findWords('a.ts', '// Whoever signs.\n/**\n * A name in the\n * place of a number.\n */\n'), [
      'a.ts:1: "Whoever"',
      'a.ts:3: "in the place of"',
    ]);
  });

  it('may hold the words of openings elsewhere', () => {
    assert.deepEqual(
      findWords('a.ts', '/** Says what is open, and how. */\n/** Whole numbers. */\n// What was read stays.\n'),
      [],
    );
  });
});

/** Finds the openings and phrases that readers stumble over, by line. */
function findWords(file: string, text: string): readonly string[] {
  const at = (index: number) => `${file}:${text.slice(0, index).split('\n').length}`;
  const openings = [...text.matchAll(OPENING)].map(
    ({ 0: opening, 1: word = '', index }) =>
      `${at(index + opening.length - word.length)}: a comment opens with "${word}"`,
  );
  const phrases = [...text.matchAll(PHRASE)].map(
    ({ 0: phrase, index }) => `${at(index)}: "${phrase.replaceAll(LINE_BREAK, ' ')}"`,
  );
  return [...openings, ...phrases];
}

const OPENING = /\/\*\*[\s*]*(What|Who|Whoever|Whose|Whether|How|Told|Those)\b/g;
const PHRASES = ['whoever', 'in the place of', 'that there (?:is|are) none of', 'told of'];
const PHRASE = new RegExp(String.raw`\b(?:${PHRASES.join('|').replaceAll(' ', String.raw`[\s*/]+`)})\b`, 'gi');
const LINE_BREAK = /[\s*/]+/g;

const SOURCES = '{bench,bin,packages,scripts,test}/**/*.{ts,mts,js}';
/** Well below the number of sources. */
const MINIMUM_SOURCES = 1000;
