/** Requirements on extensions, wherever they stand. */
import { KNOWN_FORMS } from '../../certificate/extensions/known-forms.ts';
import type { ExtensionsUnderLint } from '../../certificate/extensions-under-lint.ts';

/** Finds extensions that say that they are not critical, which DER leaves out. */
export function writtenDefaults({ all }: Pick<ExtensionsUnderLint, 'all'>): readonly string[] {
  return all
    .filter(({ critical, criticalElement }) => criticalElement !== undefined && !critical)
    .map(({ oid }) => `critical FALSE of the extension ${oid} is written, which is the default`);
}

/** Finds extensions of certificates whose values cannot be read. */
export function unreadableValues(extensions: Pick<ExtensionsUnderLint, 'defect'>): readonly string[] {
  const found: string[] = [];
  for (const form of KNOWN_FORMS) {
    const defect = extensions.defect(form);
    if (defect !== undefined) found.push(`${form.name} cannot be read: ${defect}`);
  }
  return found;
}
