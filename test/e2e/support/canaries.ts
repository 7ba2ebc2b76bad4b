/** Secrets that can be recognized wherever they turn up. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Makes secrets and finds them again, as they are and in the encodings that a program could have written them in. */
export class Canaries {
  readonly #watched: { readonly name: string; readonly forms: readonly Buffer[] }[] = [];
  #count = 0;

  /** A secret of letters and digits, which no escaping changes. Its ends alone give it away: error messages quote a few characters. */
  make(name: string): string {
    const number = (this.#count++).toString().padStart(3, '0');
    const secret = `Cnry${number}Kx7Qz9Wv${number}`;
    for (const part of [secret, secret.slice(0, FRAGMENT), secret.slice(-FRAGMENT)]) this.watch(name, part);
    return secret;
  }

  /** Looks for a secret that exists already. */
  watch(name: string, secret: string | Uint8Array): void {
    this.#watched.push({ name, forms: formsOf(Buffer.from(secret as Uint8Array)) });
  }

  /** Returns the secrets that are in `text`, by name. */
  foundIn(text: string | Uint8Array): string[] {
    const bytes = Buffer.from(text as Uint8Array);
    const found = this.#watched.filter(({ forms }) => forms.some((form) => bytes.includes(form)));
    return [...new Set(found.map(({ name }) => name))];
  }

  /** Returns the secrets that are in the files under `directory`, but for those in the directories `except` of it. */
  foundUnder(directory: string, except: readonly string[]): string[] {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !except.includes(path.relative(directory, file).split(path.sep)[0]!))
      .flatMap((file) => this.foundIn(readFileSync(file)).map((name) => `${name} in ${file}`));
  }
}

const FRAGMENT = 7;

function formsOf(secret: Buffer): Buffer[] {
  const hex = secret.toString('hex');
  const text = Buffer.from(secret.toString('latin1'), 'utf16le');
  return [secret, Buffer.from(hex), Buffer.from(hex.toUpperCase()), text, ...base64FormsOf(secret)];
}

/** At each of the three places that it can have within groups of three octets; only what nothing around it can change. */
function base64FormsOf(bytes: Buffer): Buffer[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    return Buffer.from(encoded.slice(first, last));
  });
}
