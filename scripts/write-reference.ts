/** Writes the reference of settings to `docs/reference/`: `node scripts/write-reference.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { referencePages } from './reference/pages.ts';

const directory = new URL('../docs/reference/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(new URL(name, directory), text);
