import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findErrorCodes } from './error-codes.ts';

const root = path.join(import.meta.dirname, '..');

describe('docs/errors.md', () => {
  const documented = documentedCodes(readFileSync(path.join(root, 'docs/errors.md'), 'utf8'));
  const found = findErrorCodes(root);

  it('has every code of the sources', () => {
    const missing = found.filter(({ code }) => !documented.some((row) => row.code === code));
    assert.deepEqual(
      missing.map(({ code, className, file }) => `${code} (${className} in ${file})`),
      [],
    );
  });

  it('has no code that no class has', () => {
    const known = new Set(found.map(({ code }) => code));
    assert.deepEqual(
      documented.map(({ code }) => code).filter((code) => !known.has(code)),
      [],
    );
  });

  it('has every code once, with the kind of its class', () => {
    const rows = documented.map(({ code, kind }) => `${code} ${kind ?? ''}`);
    const classes = found.map(({ code, kind }) => `${code} ${kind ?? ''}`);
    assert.deepEqual(rows.toSorted(), classes.toSorted());
  });

  it('is compared with all packages: a scan that finds next to nothing is broken', () => {
    assert.ok(found.length >= MINIMUM_CODES, `only ${found.length} codes were found`);
    assert.deepEqual(
      ['packages/cli/', 'packages/documents/', 'packages/pki/', 'packages/server/'].filter(
        (directory) => !found.some(({ file }) => file.startsWith(directory)),
      ),
      [],
    );
  });
});

describe('the scan of the sources', () => {
  it('reads literals, unions, templates, names of types and inherited kinds', (t) => {
    const sources = temporarySources(t, {
      'packages/one/src/errors.ts': `
        export type Problem = 'first' | 'second';
        export type PlainCode = 'union.one' | /** why */ 'union.two';
        export class Literal extends appError('conflict', 'literal.one') {}
        export class Declared extends AppError { override readonly kind = 'malformed'; override readonly code = 'literal.two'; }
        export class Named extends PkiError<PlainCode> {}
        export class Template extends AppError { override readonly kind = 'unavailable'; readonly code: \`template.\${Problem}\`; }
        export class Renamed extends Literal { constructor() { super('another message'); } }
        export class Codeless { readonly code = 'other.one'; }`,
      'packages/two/src/errors.ts': `
        export abstract class Base extends AppError { override readonly kind = 'forbidden'; }
        export class Below extends Base { override readonly code = 'below.one'; }`,
    });
    assert.deepEqual(
      findErrorCodes(sources).map(({ code, kind, className }) => `${code} ${kind ?? '-'} ${className}`),
      [
        'literal.one conflict Literal',
        'literal.two malformed Declared',
        'union.one - Named',
        'union.two - Named',
        'template.first unavailable Template',
        'template.second unavailable Template',
        'below.one forbidden Below',
      ],
    );
  });

  it('fails for a class whose codes it cannot read', (t) => {
    const sources = temporarySources(t, {
      'packages/one/src/errors.ts': 'export class Vague extends AppError { override readonly code: string; }',
    });
    assert.throws(() => findErrorCodes(sources), /codes of the class Vague cannot be read/);
  });

  it('fails for an error outside the bases of the packages', (t) => {
    const sources = temporarySources(t, { 'packages/one/src/errors.ts': 'class Plain extends Error {}' });
    assert.throws(() => findErrorCodes(sources), /class Plain extends Error/);
  });

  it('fails for a class that has no code', (t) => {
    const sources = temporarySources(t, { 'packages/one/src/errors.ts': 'export class Silent extends AppError {}' });
    assert.throws(() => findErrorCodes(sources), /class Silent has no code/);
  });
});

/** The rows of all tables whose first column is a code, with the second column where it is a kind. */
function documentedCodes(text: string): readonly { readonly code: string; readonly kind: string | undefined }[] {
  return text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, first = '']) => /^[a-z0-9_]+\.[a-z0-9_]+$/.test(first))
    .map(([, code = '', second, third]) => ({ code, kind: third === '' ? undefined : second }));
}

function temporarySources(t: TestContext, files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'error-codes-'));
  t.after(() => rmSync(directory, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(directory, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  }
  return directory;
}

/** Well below what there is, well above what a scan finds that has lost a package. */
const MINIMUM_CODES = 150;
