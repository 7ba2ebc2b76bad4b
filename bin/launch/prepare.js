// Run by `npm ci`, so that the first start needs not do it and users who cannot write here need not either: makes the bundles.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBundle, makeBundle } from './bundle.js';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
for (const program of ['server', 'cli']) {
  try {
    if (findBundle(root, program) === undefined) await makeBundle(root, program);
  } catch (error) {
    // An installation is whole without: its first start tries again, and what it cannot bundle it runs as it is.
    console.error(error);
  }
}
