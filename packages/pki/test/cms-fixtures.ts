/** The signed messages of other producers, by the names of their files. */
import { readdirSync, readFileSync } from 'node:fs';

import { text } from './cms-signers.ts';

export interface CmsFixture {
  /** `openssl-rsa`. */
  readonly name: string;
  readonly message: Uint8Array;
  /** The content that the message signs, in the message or not. */
  readonly content: Uint8Array;
}

const directory = new URL('../src/cms/fixtures/', import.meta.url);

/** Every signed message that signs a content that is known. */
export function cmsFixtures(): readonly CmsFixture[] {
  const files = readdirSync(directory).filter((file) => /\.p7[ms]$/.test(file) && file !== 'openssl3-signed.p7m');
  if (files.length === 0) throw new RangeError(`${directory.pathname} has no fixture`);
  return files.toSorted().map((file) => {
    const name = file.replace(/\.p7[ms]$/, '');
    const content = name.startsWith('jdk-') ? read(`${name}.content`) : text('what is signed\n');
    return { name, message: read(file), content };
  });
}

/** The one called `name`. */
export function cmsFixture(name: string): CmsFixture {
  const found = cmsFixtures().find((fixture) => fixture.name === name);
  if (found === undefined) throw new RangeError(`there is no fixture ${name}`);
  return found;
}

function read(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, directory)));
}
