/** YAML of items without comments: written directly, in the octets that the library would write, at a tenth of its time. */
import { Document } from 'yaml';
import type { DumpObject, DumpValue } from '../codec/index.ts';

/** The form of files: parsers of version 1.1 and 1.2 read them alike, since what looks like a number or a boolean is quoted. */
export const READING = { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false } as const;
/** The form of files: lines are never folded, and lists begin in the column of their key. */
export const LAYOUT = { lineWidth: 0, indentSeq: false, singleQuote: true } as const;

/**
 * A writer of items. It remembers the form of texts, since labels and words come again and again: one is for one export.
 *
 * What it does not write itself (texts of several lines, peculiar characters and numbers) it leaves to the library, with the whole item.
 */
export class PlainYamlWriter {
  readonly #tests: readonly RegExp[];
  readonly #forms = new Map<string, string | undefined>();

  constructor() {
    const { tags, compat } = new Document(null, READING).schema;
    this.#tests = [...tags, ...(compat ?? [])].flatMap((tag) =>
      tag.default === true && tag.tag !== TEXT && 'test' in tag && tag.test !== undefined ? [tag.test] : [],
    );
  }

  /** Writes an item. */
  write(item: DumpObject): string {
    const lines: string[] = [];
    return this.#map(lines, item, '', '') ? `${lines.join('\n')}\n` : new Document(item, READING).toString(LAYOUT);
  }

  /** Adds the lines of a map. @returns false where the library has to write it */
  #map(lines: string[], map: DumpObject, first: string, indent: string): boolean {
    const entries = Object.entries(map);
    if (entries.length === 0) return false;
    return entries.every(([key, value], index) => {
      const form = key.length <= MAX_KEY ? this.#text(key) : undefined;
      return form !== undefined && this.#member(lines, `${index === 0 ? first : indent}${form}:`, value, indent);
    });
  }

  #member(lines: string[], head: string, value: DumpValue, indent: string): boolean {
    if (Array.isArray(value) && value.length > 0) {
      lines.push(head);
      return this.#list(lines, value as readonly DumpValue[], indent, indent);
    }
    if (isMap(value) && Object.keys(value).length > 0) {
      lines.push(head);
      return this.#map(lines, value, `${indent}  `, `${indent}  `);
    }
    const form = this.#scalar(value);
    if (form !== undefined) lines.push(`${head} ${form}`);
    return form !== undefined;
  }

  #list(lines: string[], list: readonly DumpValue[], first: string, indent: string): boolean {
    return list.every((value, index) => {
      const head = `${index === 0 ? first : indent}- `;
      if (Array.isArray(value) && value.length > 0)
        return this.#list(lines, value as readonly DumpValue[], head, `${indent}  `);
      if (isMap(value) && Object.keys(value).length > 0) return this.#map(lines, value, head, `${indent}  `);
      const form = this.#scalar(value);
      if (form !== undefined) lines.push(head + form);
      return form !== undefined;
    });
  }

  #scalar(value: DumpValue): string | undefined {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'boolean' || value === null) return String(value);
    if (typeof value === 'number')
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined;
    return Array.isArray(value) ? '[]' : '{}';
  }

  /** Returns the form of a text; undefined where the library has to write it. */
  #text(text: string): string | undefined {
    if (this.#forms.has(text)) return this.#forms.get(text);
    const form = this.#formOf(text);
    if (text.length <= MAX_KEY) {
      if (this.#forms.size === MAX_FORMS) this.#forms.clear();
      this.#forms.set(text, form);
    }
    return form;
  }

  #formOf(text: string): string | undefined {
    if (!SINGLE_LINE.test(text) || DOCUMENT_MARK.test(text)) return undefined;
    if (text !== '' && !NOT_PLAIN.test(text) && !this.#tests.some((test) => test.test(text))) return text;
    if (!text.includes("'")) return `'${text}'`;
    return text.includes('"') || text.includes('\\') ? undefined : `"${text}"`;
  }
}

function isMap(value: DumpValue): value is DumpObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const TEXT = 'tag:yaml.org,2002:str';
/** The library writes longer keys in a form of their own. */
const MAX_KEY = 200;
const MAX_FORMS = 5_000;
/** Without control characters, ends of lines and characters beyond the first plane. */
const SINGLE_LINE = /^[\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/;
/** Marks that begin another document or a directive. */
const DOCUMENT_MARK = /^(?:%|---|\.\.\.)/;
/** Parts that a text without quotation marks cannot have: an indicator at its beginning, `: ` or ` #` in it, a blank at its end, the sign for a merged map. */
const NOT_PLAIN = /^[ ,[\]{}#&*!|>'"%@`]|^(?:[?-]|<<)$|^[?-] |: | #|[ :]$/;
