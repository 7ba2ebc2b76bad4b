/** Names of files, which others choose. */
import { ForbiddenCharacterError } from '../errors/index.ts';

/** A file's name without the directories that a client sent with it; undefined when nothing is left. */
export function baseName(text: string | undefined): string | undefined {
  const name = text?.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).trim();
  if (name === undefined || name === '') return undefined;
  if (/\p{Cc}/u.test(name) || !name.isWellFormed() || name.length > MAX_LENGTH)
    throw new ForbiddenCharacterError('filename');
  return name;
}

/** The header that gives the answer a name: in ASCII for everybody, and whole (RFC 6266 §4.3). */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^ !#-[\]-~]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const MAX_LENGTH = 255;
