/** Requirements on extensions, wherever they stand. */
import type { ExtensionForm } from '../../certificate/extension-form.ts';
import { KNOWN_FORMS } from '../../certificate/extensions/known-forms.ts';
import type { ExtensionsUnderLint } from '../../certificate/extensions-under-lint.ts';

/** Returns the check that an extension, where it is there, is critical. */
export function checkCritical(form: NamedExtension) {
  return ({ extensions }: WithExtensions) =>
    extensions.find(form)?.critical === false ? `${form.name} is not critical` : undefined;
}

/** Returns the check that an extension, where it is there, is not critical. */
export function checkNotCritical(form: NamedExtension) {
  return ({ extensions }: WithExtensions) =>
    extensions.find(form)?.critical === true ? `${form.name} is critical` : undefined;
}

/** Returns the check that an extension is there. @param problem - of a certificate without it */
export function checkPresent(form: NamedExtension, problem = `${form.name} is missing`) {
  return ({ extensions }: WithExtensions) => (extensions.has(form) ? undefined : problem);
}

/** Returns the check that an extension is not there. @param problem - of a certificate with it */
export function checkAbsent(form: NamedExtension, problem: string) {
  return ({ extensions }: WithExtensions) => (extensions.has(form) ? problem : undefined);
}

/** Finds extensions that say that they are not critical, which DER leaves out. */
export function writtenDefaults({ all }: Pick<ExtensionsUnderLint, 'all'>): readonly string[] {
  return all
    .filter(({ critical, criticalElement }) => criticalElement !== undefined && !critical)
    .map(({ oid }) => `critical FALSE of the extension ${oid} is written, which is the default`);
}

/** Finds extensions whose values cannot be read. @param forms - those that are looked at; all of certificates, unless given */
export function unreadableValues(
  extensions: Pick<ExtensionsUnderLint, 'defect'>,
  forms: readonly ExtensionForm<unknown>[] = KNOWN_FORMS,
): readonly string[] {
  const found: string[] = [];
  for (const form of forms) {
    const defect = extensions.defect(form);
    if (defect !== undefined) found.push(`${form.name} cannot be read: ${defect}`);
  }
  return found;
}

type NamedExtension = Pick<ExtensionForm<unknown>, 'oid' | 'name'>;

interface WithExtensions {
  readonly extensions: Pick<ExtensionsUnderLint, 'find' | 'has'>;
}
