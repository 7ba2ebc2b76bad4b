import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** Makes a directory `allowed` for the surrounding suite, alone in one whose other files nobody may touch. */
export function allowedDirectory(): { readonly root: string; readonly allowed: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'sealwright-files-'));
  const allowed = path.join(root, 'allowed');
  mkdirSync(allowed);
  after(() => rmSync(root, { recursive: true }));
  return { root, allowed };
}
