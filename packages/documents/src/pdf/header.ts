/** The first line of a PDF (ISO 32000-1 §7.5.2). */
import type { DocumentSource } from '../source.ts';
import { PdfError } from './errors.ts';
import { latin1 } from './syntax/latin1.ts';

export interface PdfHeader {
  /** Octets before it: those of another format, or rubbish. Readers take it within the first 1024 octets (ISO 32000-1 annex H.3). */
  readonly offset: number;
  /** Such as `1.7`; `1.0` when it names none. */
  readonly version: string;
}

/** Finds the header. @throws {@link PdfError} `pdf.no_header` */
export async function readHeader(source: DocumentSource): Promise<PdfHeader> {
  const start = await source.read(0, Math.min(source.size, SEARCHED + VERSION_LENGTH));
  const text = latin1(start);
  const offset = text.indexOf(MARK);
  if (offset === -1 || offset >= SEARCHED) throw new PdfError('pdf.no_header', 'PDF header signature not found.');
  const version = /^\d\.\d/.exec(text.slice(offset + MARK.length))?.[0] ?? '1.0';
  return { offset, version };
}

const MARK = '%PDF-';
const SEARCHED = 1024;
const VERSION_LENGTH = 8;
