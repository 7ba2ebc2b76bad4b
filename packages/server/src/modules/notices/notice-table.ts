/** Notices as a table for spreadsheets: comma-separated values (RFC 4180) in UTF-8. */
import { isoMoment } from '../../kernel/text/moments.ts';
import { inOneLine } from '../../kernel/text/shortened.ts';
import type { Notice } from './notice.ts';

/** Writes a heading and a line for each notice. Its size is bounded: cells are short and columns few. */
export function noticeTable(notices: readonly Notice[]): string {
  const lines = notices.map(({ kind, name, endsAt, facts }) => [
    isoMoment(endsAt),
    kind,
    inOneLine(name, MAX_NAME),
    ...FACTS.map((fact) => inOneLine(facts[fact] ?? '', MAX_FACT)),
  ]);
  return [['ends_at', 'kind', 'name', ...FACTS], ...lines]
    .map((cells) => `${cells.map((cell) => cellOf(cell)).join(',')}\r\n`)
    .join('');
}

/** Quotes a text so that a spreadsheet does not take it for a formula. */
function cellOf(text: string): string {
  const plain = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Facts by which a reader finds the object. */
const FACTS = ['issuer', 'serial_number', 'username', 'certificate_profile', 'renewed_until'] as const;
const MAX_NAME = 500;
const MAX_FACT = 200;
